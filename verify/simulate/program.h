#pragma once
// What the interpreter knows about a proc before it runs: dense numbers for names, and the static key of every access.
#include <llvm/ADT/DenseMap.h>

#include <cstdint>
#include <vector>

#include "frontend/ir/access_key.h"
#include "frontend/ir/ir.h"

namespace exogpu::simulate {

/// A static access: what a dynamic one is attributed to.
struct Site {
  ir::AccessKey key;
  SourceRange where;
};

/// Numbers of a statement's own accesses in Program::sites.
struct StmtSites {
  std::uint32_t source = 0;  ///< row or window that it reads; the zeroes that an Alloc writes
  std::uint32_t target = 0;  ///< element, row or window that it writes; the life of an Alloc
};

class Program {
 public:
  /// `shared`: pairs of tensor parameters that are the same memory in this run, besides those declared so.
  using Shared = std::vector<std::pair<ir::BufferRef, ir::BufferRef>>;
  explicit Program(const ir::ProcRef& proc, const Shared& shared = {});

  const ir::Proc& proc() const { return *proc_; }
  std::uint32_t symbolSlot(const ir::SymbolRef& symbol) const { return symbols_.lookup(symbol.get()); }
  std::uint32_t bufferSlot(const ir::BufferRef& buffer) const { return buffer_slots_.lookup(buffer.get()); }
  std::uint32_t loadSite(const ir::Expr& load) const { return loads_.lookup(&load); }
  StmtSites sitesOf(const ir::Stmt& stmt) const { return stmts_.lookup(&stmt); }
  const std::vector<Site>& sites() const { return sites_; }
  std::uint32_t symbolCount() const { return symbols_.size(); }
  /// By slot. Parameters that are declared to be the same memory share a slot.
  const std::vector<ir::BufferRef>& buffers() const { return buffers_; }
  /// Some statement of the proc writes the buffer; what nobody writes needs no bookkeeping.
  bool isWritten(std::uint32_t slot) const { return written_[slot]; }

 private:
  void addBuffer(const ir::BufferRef& buffer);
  void join(const ir::BufferRef& a, const ir::BufferRef& b);
  void addSymbol(const ir::SymbolRef& symbol);
  void addStmt(const ir::StmtRef& stmt);
  std::uint32_t addSite(const ir::Stmt& stmt, ir::NodeId expr, ir::AccessSide side, SourceRange where);
  std::uint32_t write(const ir::Stmt& stmt, const ir::BufferRef& buffer, ir::AccessSide side);

  ir::ProcRef proc_;
  llvm::DenseMap<const ir::Symbol*, std::uint32_t> symbols_;
  llvm::DenseMap<const ir::Buffer*, std::uint32_t> buffer_slots_;
  llvm::DenseMap<const ir::Expr*, std::uint32_t> loads_;
  llvm::DenseMap<const ir::Stmt*, StmtSites> stmts_;
  std::vector<Site> sites_;
  std::vector<ir::BufferRef> buffers_;
  std::vector<bool> written_;
};

}  // namespace exogpu::simulate
