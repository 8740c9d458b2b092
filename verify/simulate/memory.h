#pragma once
// Storage of the interpreter: bytes, which elements were ever written, and who owns an element of a register array.
#include <llvm/ADT/ArrayRef.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/ir/ir.h"
#include "verify/simulate/events.h"
#include "verify/simulate/value.h"

namespace exogpu::simulate {

class Storage {
 public:
  static constexpr std::uint32_t kNobody = 0xffffffffu;

  Storage() = default;
  Storage(ir::BufferRef buffer, std::vector<std::int64_t> extents);
  /// Contents from outside; every element counts as written.
  void fill(const std::vector<std::uint8_t>& bytes);
  /// A new life: every element undefined (or zero) and without owner.
  void begin(const ThreadSet& declared_by, bool zero);

  bool exists() const { return buffer_ != nullptr; }
  const ir::Buffer& buffer() const { return *buffer_; }
  const std::vector<std::int64_t>& extents() const { return extents_; }
  std::uint64_t count() const { return count_; }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  const ThreadSet& declaredBy() const { return declared_by_; }

  /// Row-major position, or nothing outside the extents.
  std::optional<std::uint64_t> position(llvm::ArrayRef<std::int64_t> index) const;
  /// The index that `position` stands for.
  std::vector<std::int64_t> index(std::uint64_t position) const;

  Value load(std::uint64_t position) const;
  void store(std::uint64_t position, const Value& value);
  /// Who touched this element first; `thread` becomes it when nobody did.
  std::uint32_t claim(std::uint64_t position, std::uint32_t thread);

 private:
  ir::BufferRef buffer_;
  std::vector<std::int64_t> extents_;
  std::uint64_t count_ = 0;
  std::size_t element_bytes_ = 0;
  std::vector<std::uint8_t> bytes_, defined_;
  std::vector<std::uint32_t> owners_;
  ThreadSet declared_by_;
};

}  // namespace exogpu::simulate
