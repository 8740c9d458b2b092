#pragma once
// The sequential meaning of any proc, run in the interpreter of the simulator: one thread executes everything.
#include <cstring>
#include <random>

#include "frontend/ir/build.h"
#include "frontend/ir/levels.h"
#include "frontend/ir/walk.h"
#include "verify/simulate/simulate.h"

namespace exogpu::test {

/// The same statements as one thread of one block runs them: no loop is parallel, every buffer is local, no fences.
inline ir::ProcRef sequentialised(const ir::Proc& proc) {
  std::map<const ir::Buffer*, ir::BufferRef> buffers;
  const auto rename = [&](const ir::BufferRef& buffer) {
    const auto found = buffers.find(buffer.get());
    return found == buffers.end() ? buffer : found->second;
  };
  ir::walkStmts(proc.body, [&](const ir::StmtRef& stmt) {
    if (const auto* alloc = std::get_if<ir::Alloc>(&stmt->node)) {
      auto copy = std::make_shared<ir::Buffer>(*alloc->buffer);
      copy->space = ir::Space::Local;
      buffers[alloc->buffer.get()] = copy;
    }
  });
  const auto body = ir::rewriteStmts(proc.body, [&](const ir::StmtRef& old) -> std::optional<ir::Body> {
    const auto stmt = std::holds_alternative<ir::For>(old->node) || std::holds_alternative<ir::If>(old->node) ||
                              std::holds_alternative<ir::Scope>(old->node)
                          ? old
                          : ir::rewriteExprs(old, [&](const ir::ExprRef& e) -> ir::ExprRef {
                              const auto* load = std::get_if<ir::Load>(&e->node);
                              if (!load || rename(load->place.buffer) == load->place.buffer) return nullptr;
                              return ir::load({rename(load->place.buffer), load->place.indices});
                            });
    auto copy = *stmt;
    if (auto* loop = std::get_if<ir::For>(&copy.node)) loop->kind = ir::LoopKind::Seq, loop->group_size = 0;
    if (std::holds_alternative<ir::Fence>(copy.node)) return ir::Body{};
    if (auto* alloc = std::get_if<ir::Alloc>(&copy.node)) alloc->buffer = rename(alloc->buffer);
    if (auto* store = std::get_if<ir::Store>(&copy.node)) store->place.buffer = rename(store->place.buffer);
    return ir::Body{std::make_shared<const ir::Stmt>(std::move(copy))};
  });
  auto out = std::make_shared<ir::Proc>(proc);
  out->body.clear();
  ir::For thread{}, block{};
  for (const auto& stmt : body)
    (std::holds_alternative<ir::Require>(stmt->node) ? out->body : thread.body).push_back(stmt);
  const auto named = [](const char* name) { return ir::makeSymbol(name, ir::ScalarType::I32, ir::Symbol::Kind::Iterator); };
  thread.kind = ir::LoopKind::OneThread;
  thread.iterator = named("one");
  thread.lo = block.lo = ir::intLiteral(0);
  thread.hi = ir::intLiteral(1);
  block.kind = ir::LoopKind::Blocks;
  block.iterator = named("block");
  block.lo = ir::intLiteral(0);
  block.hi = ir::intLiteral(1);
  block.body = {ir::makeStmt(std::move(thread))};
  out->body.push_back(ir::makeStmt(std::move(block)));
  return out;
}

/// Random floats for each tensor, of the given extents.
inline simulate::Inputs randomInputs(const ir::Proc& proc, const std::map<std::string, std::int64_t>& integers,
                                     const std::map<std::string, std::vector<std::int64_t>>& extents) {
  simulate::Inputs inputs;
  inputs.integers = integers;
  std::mt19937 random(7);
  for (const auto& parameter : proc.parameters) {
    const auto* buffer = std::get_if<ir::BufferRef>(&parameter);
    if (!buffer) continue;
    simulate::TensorValue value;
    value.extents = extents.at((*buffer)->name);
    std::size_t elements = 1;
    for (const auto extent : value.extents) elements *= static_cast<std::size_t>(extent);
    value.bytes.resize(elements * sizeof(float));
    for (std::size_t i = 0; i < elements; ++i) {
      const float number = static_cast<float>(static_cast<int>(random() % 2001) - 1000) / 64.0f;
      std::memcpy(value.bytes.data() + i * sizeof number, &number, sizeof number);
    }
    inputs.tensors[(*buffer)->name] = std::move(value);
  }
  return inputs;
}

/// Outputs of the sequential run; a test failure when it has a fault.
inline std::map<std::string, simulate::TensorValue> sequentialRun(const ir::Proc& proc, const simulate::Inputs& inputs) {
  diag::Sink sink;
  const auto resolved = ir::resolveLevels(sequentialised(proc), sink);
  EXPECT_TRUE(resolved) << messages(sink);
  if (!resolved) return {};
  simulate::Options options;
  options.adversarial = false;
  const auto result = simulate::simulate(resolved, inputs, options);
  EXPECT_TRUE(result.contracts_hold);
  for (const auto& fault : result.faults) ADD_FAILURE() << fault.message;
  return result.outputs;
}

}  // namespace exogpu::test
