#include "codegen/target/target.h"

#include <algorithm>

#include "frontend/base/overloaded.h"
#include "frontend/diag/ids.h"
#include "frontend/ir/levels.h"
#include "frontend/ir/walk.h"

namespace exogpu::target {

namespace {
constexpr Limits kTargets[] = {
#define EXOGPU_TARGET(name, text, nvcc_flags, smem_per_block, async_copy, max_resident_threads) \
  {text, nvcc_flags, smem_per_block, async_copy, max_resident_threads},
#include "codegen/target/targets.def"
#undef EXOGPU_TARGET
};

/// The launches of a proc: outermost blocks or tasks loops.
void forEachLaunch(const ir::Body& body, const std::function<void(const ir::For&, const ir::StmtRef&)>& visit) {
  for (const auto& stmt : body) {
    const auto* loop = std::get_if<ir::For>(&stmt->node);
    if (loop && ir::isLaunch(loop->kind))
      visit(*loop, stmt);
    else
      ir::forEachBody(*stmt, [&](const ir::Body& inner) { forEachLaunch(inner, visit); });
  }
}

std::string describe(const std::vector<SharedBuffer>& layout) {
  std::string out;
  for (const auto& row : layout) {
    out += (out.empty() ? "" : ", ") + row.buffer->name + ": " + std::to_string(row.bytes);
  }
  return out;
}

void checkShared(const ir::For& launch, const SourceRange& where, Arch arch, diag::Sink& sink) {
  const auto layout = layoutShared(launch.body);
  const auto total = totalBytes(layout);
  if (total <= limits(arch).shared_bytes_per_block) return;
  auto diagnostic = diag::make(diag::Id::TooMuchSharedMemory, where,
                               {std::to_string(total), describe(layout), std::string(limits(arch).text),
                                std::to_string(limits(arch).shared_bytes_per_block)});
  for (const auto& row : layout)
    diagnostic.labels.push_back({row.buffer->where, std::to_string(row.bytes) + " bytes"});
  sink.report(std::move(diagnostic));
}

/// Registers that `reg` arrays alone take, spread over the threads of the block.
void checkRegisters(const ir::For& launch, const SourceRange& where, diag::Sink& sink) {
  std::int64_t bytes = 0;
  ir::walkStmts(launch.body, [&](const ir::StmtRef& stmt) {
    const auto* alloc = std::get_if<ir::Alloc>(&stmt->node);
    if (alloc && alloc->buffer->space == ir::Space::Register) bytes += sizeInBytes(*alloc->buffer);
  });
  if (bytes / 4 <= kRegistersPerBlock) return;
  sink.report(diag::make(diag::Id::TooManyRegisters, where,
                         {std::to_string(bytes / 4), std::to_string(kRegistersPerBlock)}));
}

/// Arrays of one thread. They may end in registers, but nothing promises it.
void checkLocal(const ir::For& launch, const SourceRange& where, diag::Sink& sink) {
  std::int64_t bytes = 0;
  ir::walkStmts(launch.body, [&](const ir::StmtRef& stmt) {
    const auto* alloc = std::get_if<ir::Alloc>(&stmt->node);
    if (alloc && alloc->buffer->space == ir::Space::Local) bytes += sizeInBytes(*alloc->buffer);
  });
  if (bytes <= kLocalBytesPerThread) return;
  sink.report(diag::make(diag::Id::TooMuchLocalMemory, where, {std::to_string(bytes), std::to_string(kLocalBytesPerThread)}));
}

/// A tensor is an address, its extents and, if strided, its strides; no kernel takes more than its proc.
void checkParameters(const ir::Proc& proc, diag::Sink& sink) {
  std::int64_t bytes = 0;
  for (const auto& parameter : proc.parameters) {
    bytes += 8;
    if (const auto* buffer = std::get_if<ir::BufferRef>(&parameter))
      bytes += 4 * (*buffer)->rank + ((*buffer)->is_strided ? 8 * ((*buffer)->rank - 1) : 0);
  }
  if (bytes <= kParameterBytes) return;
  sink.report(diag::make(diag::Id::TooManyParameters, proc.where, {proc.full_name, std::to_string(bytes), std::to_string(kParameterBytes)}));
}
}  // namespace

const Limits& limits(Arch arch) { return kTargets[static_cast<std::size_t>(arch)]; }

const std::vector<Arch>& allArchs() {
  static const std::vector<Arch> all = {
#define EXOGPU_TARGET(name, text, nvcc_flags, smem_per_block, async_copy, max_resident_threads) Arch::name,
#include "codegen/target/targets.def"
#undef EXOGPU_TARGET
  };
  return all;
}

std::optional<Arch> parseArch(std::string_view text) {
  for (const auto arch : allArchs())
    if (limits(arch).text == text) return arch;
  return std::nullopt;
}

std::int64_t sizeInBytes(const ir::Buffer& buffer) {
  std::int64_t bytes = ir::sizeInBytes(buffer.element);
  for (const auto extent : buffer.dims) bytes *= extent;
  return bytes;
}

std::vector<SharedBuffer> layoutShared(const ir::Body& body) {
  std::vector<SharedBuffer> layout;
  std::int64_t offset = 0;
  ir::walkStmts(body, [&](const ir::StmtRef& stmt) {
    const auto* alloc = std::get_if<ir::Alloc>(&stmt->node);
    if (!alloc || alloc->buffer->space != ir::Space::Shared) return;
    const auto bytes = sizeInBytes(*alloc->buffer);
    layout.push_back({alloc->buffer, offset, bytes});
    offset += (bytes + kSharedAlignment - 1) / kSharedAlignment * kSharedAlignment;
  });
  return layout;
}

std::int64_t totalBytes(const std::vector<SharedBuffer>& layout) {
  return layout.empty() ? 0 : layout.back().offset + layout.back().bytes;
}

void checkResources(const ir::ProcRef& proc, Arch arch, diag::Sink& sink) {
  checkParameters(*proc, sink);
  forEachLaunch(proc->body, [&](const ir::For& launch, const ir::StmtRef& stmt) {
    checkShared(launch, stmt->where, arch, sink);
    checkRegisters(launch, stmt->where, sink);
    checkLocal(launch, stmt->where, sink);
  });
}

}  // namespace exogpu::target
