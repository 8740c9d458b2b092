// The statements of StatementPrinter that a group of threads executes together: fences, asynchronous copies, collectives.
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

#include "codegen/cuda/scalars.h"
#include "codegen/cuda/statements.h"

namespace exogpu::cuda {

namespace {
std::string hex(std::uint32_t value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format_hex(value, 1) << "u";
  return text;
}

/// The lane of the group's rank 0: adjacent ranks are `div` lanes apart, and groups tile the warp.
std::string baseLane(const lower::GroupPlace& group) {
  const auto span = group.div * group.size;
  std::string text;
  if (span < 32) text = "threadIdx.x % 32 / " + std::to_string(span) + " * " + std::to_string(span);
  if (group.div > 1) text += (text.empty() ? "" : " + ") + ("threadIdx.x % " + std::to_string(group.div));
  return text;
}

std::string rankText(const lower::GroupPlace& group) {
  std::string text = "static_cast<int>(threadIdx.x";
  if (group.div > 1) text += " / " + std::to_string(group.div);
  return text + " % " + std::to_string(group.size) + ")";
}
}  // namespace

std::string laneMask(const lower::GroupPlace& group) {
  const auto pattern = hex(lower::lanePattern(group));
  const auto base = baseLane(group);
  return base.empty() ? pattern : pattern + " << (" + base + ")";
}

void StatementPrinter::printFence(ir::NodeId id) {
  const auto& plan = kernel_->fences.by_stmt.at(id);
  switch (plan.kind) {
    case lower::FencePlan::Kind::Block: writer_.line("__syncthreads();"); return;
    case lower::FencePlan::Kind::Warp:
      writer_.line(plan.group.size == 32 ? "__syncwarp();" : "__syncwarp(" + laneMask(plan.group) + ");");
      return;
    case lower::FencePlan::Kind::Named: {
      const auto size = std::to_string(plan.group.size);
      writer_.line(use(Support::BarrierSync, "barrier_sync") + "(" + std::to_string(plan.first_barrier) +
                   " + threadIdx.x / " + size + ", " + size + ");");
      return;
    }
  }
}

/// How many elements of a clipped row lie inside the tensor: all or none where contracts say so.
std::string StatementPrinter::validElements(const ir::Window& src) {
  const auto& buffer = *src.origin.buffer;
  const auto& indices = src.origin.indices;
  const auto last = indices.size() - 1;
  const auto& divisors = *kernel_->divisors;
  std::string inside;
  const auto require_inside = [&](std::size_t d) {
    const auto i = expressions_.index(indices[d], kOperandOfLess), extent = names_.of(&buffer, static_cast<int>(d));
    const auto low = kernel_->definitions->isNonNegative(indices[d]) ? "" : i + " >= 0 && ";
    inside += (inside.empty() ? "" : " && ") + low + i + " < " + extent;
  };
  for (std::size_t d = 0; d < last; ++d) require_inside(d);
  const auto n = src.elements();
  const bool whole = divisors.divisor(indices[last]) % n == 0 &&
                     divisors.divisorOfExtent(buffer, static_cast<int>(last)) % n == 0;
  if (whole) {
    require_inside(last);
    return inside + " ? " + std::to_string(n) + " : 0";
  }
  const auto count = use(Support::ClipCount, "clip_count") + "(" + expressions_.index(indices[last]) + ", " +
                     names_.of(&buffer, static_cast<int>(last)) + ", " + std::to_string(n) + ")";
  return inside.empty() ? count : inside + " ? " + count + " : 0";
}

void StatementPrinter::printCpAsync(const ir::Stmt& stmt, const ir::Copy& copy) {
  const auto size = ir::sizeInBytes(copy.src.origin.buffer->element);
  const auto bytes = copy.src.elements() * size;
  const auto call = use(Support::CpAsync, "cp_async") + "<" + std::to_string(bytes) + ">(&" +
                    expressions_.tracedElement(copy.dst.origin, 'i', stmt.id, copy.dst.elements()) + ", &" + expressions_.element(copy.src.origin);
  if (!copy.src.clipped) return writer_.line(call + ");");
  // With no valid byte nothing is read, so the address may lie outside the tensor (as in every tiled kernel's tail).
  names_.push();
  const auto valid = names_.fresh("valid");
  writer_.open("");
  writer_.line("const int " + valid + " = " + validElements(copy.src) + ";");
  writer_.line(call + ", " + valid + (size > 1 ? " * " + std::to_string(size) : "") + ");");
  writer_.close();
  names_.pop();
}

std::string StatementPrinter::reduction(const ir::Collective& call, const lower::GroupPlace& group) {
  const auto type = call.src.buffer->element;
  const bool sum = call.op == ir::CollectiveOp::Sum;
  const std::string name = sum ? use(Support::LaneSum, "lane_sum")
                           : call.op == ir::CollectiveOp::Max ? use(Support::LaneMax, "lane_max")
                                                              : use(Support::LaneMin, "lane_min");
  const auto value = expressions_.element(call.src);
  // Integer sums wrap: they are made of unsigned numbers.
  const bool wraps = sum && (type == ir::ScalarType::I32 || type == ir::ScalarType::I64);
  const auto wide = type == ir::ScalarType::I64 ? ir::ScalarType::U64 : ir::ScalarType::U32;
  const auto operand = wraps ? "static_cast<" + cudaType(wide) + ">(" + value + ")" : value;
  const auto text = name + "<" + std::to_string(group.size) + ", " + std::to_string(group.div) + ">(" + laneMask(group) +
                    ", " + operand + ")";
  return wraps ? "static_cast<" + cudaType(type) + ">(" + text + ")" : text;
}

std::string StatementPrinter::shuffle(const ir::Collective& call, const lower::GroupPlace& group) {
  const auto mask = laneMask(group), value = expressions_.element(call.src), argument = expressions_.index(call.argument, kOperandOfProduct);
  const auto lanes = "(" + mask + ", " + value + ", ";
  const auto step = group.div > 1 ? argument + " * " + std::to_string(group.div) : expressions_.index(call.argument);
  const auto base = baseLane(group), size = std::to_string(group.size);
  const auto from_rank = [&](const std::string& rank) {
    std::string lane = base.empty() ? "" : base + " + ";
    lane += group.div > 1 ? "(" + rank + ") * " + std::to_string(group.div) : "(" + rank + ")";
    return "__shfl_sync" + lanes + lane + ")";
  };
  switch (call.op) {
    case ir::CollectiveOp::ShuffleXor: return "__shfl_xor_sync" + lanes + step + ")";
    case ir::CollectiveOp::ShuffleUp:
      if (group.div == 1) return "__shfl_up_sync" + lanes + step + ", " + size + ")";
      return from_rank(rankText(group) + " >= " + argument + " ? " + rankText(group) + " - " + argument + " : " + rankText(group));
    case ir::CollectiveOp::ShuffleDown:
      if (group.div == 1) return "__shfl_down_sync" + lanes + step + ", " + size + ")";
      return from_rank(rankText(group) + " + " + argument + " < " + size + " ? " + rankText(group) + " + " + argument + " : " +
                       rankText(group));
    case ir::CollectiveOp::ShuffleIdx:
      if (group.div == 1) return "__shfl_sync" + lanes + step + ", " + size + ")";
      return from_rank(argument);
    case ir::CollectiveOp::Sum:
    case ir::CollectiveOp::Max:
    case ir::CollectiveOp::Min: break;
  }
  return reduction(call, group);
}

void StatementPrinter::printCollective(const ir::Collective& call, const lower::GroupPlace& group) {
  if (!ir::isReduction(call.op)) {
    writer_.line(expressions_.element(*call.dst) + " = " + shuffle(call, group) + ";");
    return;
  }
  const auto text = reduction(call, group);
  const auto* symbol = call.result.get();
  if (names_.knows(symbol)) return writer_.line(names_.of(symbol) + " = " + text + ";");
  const auto& name = names_.declare(symbol, symbol->name);
  writer_.line((symbol->is_mutable ? "" : "const ") + cudaType(symbol->type) + " " + name + " = " + text + ";");
}

}  // namespace exogpu::cuda
