// Arguments of a run: what the caller gave, checked against the parameters.
#include "frontend/base/overloaded.h"
#include "verify/simulate/machine.h"

namespace exogpu::simulate {

Machine::Machine(const Program& program, const Inputs& inputs, std::uint64_t max_steps, FaultLog& faults,
                 Observers observers)
    : program_(program), faults_(faults), observers_(observers), max_steps_(max_steps) {
  scalars_.resize(program.symbolCount());
  storages_.resize(program.buffers().size());
  alignments_.resize(program.buffers().size(), 1);
  for (auto& scalar : scalars_) scalar.value.undefined = true;
  if (observers_.contexts) next_context_ = observers_.contexts->begin();
  bindArguments(inputs);
}

void Machine::bindArguments(const Inputs& inputs) {
  for (const auto& parameter : program_.proc().parameters)
    std::visit(Overloaded{[&](const ir::SymbolRef& symbol) { bindScalar(symbol, inputs); },
                          [&](const ir::BufferRef& buffer) { bindTensor(buffer, inputs); }},
               parameter);
}

void Machine::bindScalar(const ir::SymbolRef& symbol, const Inputs& inputs) {
  Value& value = scalars_[program_.symbolSlot(symbol)].value;
  if (ir::isFloat(symbol->type)) {
    const auto found = inputs.reals.find(symbol->name);
    if (found != inputs.reals.end()) {
      value = makeFloat(symbol->type, found->second);
      return;
    }
  } else {
    const auto found = inputs.integers.find(symbol->name);
    if (found != inputs.integers.end()) {
      value = makeInt(found->second);
      return;
    }
  }
  fault(FaultKind::Other, "no argument for the parameter '" + symbol->name + "'", 0, symbol->where);
  stopped_ = true;
}

void Machine::bindTensor(const ir::BufferRef& buffer, const Inputs& inputs) {
  const auto slot = program_.bufferSlot(buffer);
  const auto found = inputs.tensors.find(buffer->name);
  const auto complain = [&](const std::string& what) {
    fault(FaultKind::Other, "the argument for the tensor '" + buffer->name + "' " + what, 0, buffer->where);
    stopped_ = true;
  };
  if (found == inputs.tensors.end()) return complain("is missing");
  const TensorValue& tensor = found->second;
  if (storages_[slot].exists()) {  // the same memory as an earlier parameter
    if (storages_[slot].extents() != tensor.extents) complain("is the memory of another tensor, but has other extents");
    return;
  }
  if (static_cast<int>(tensor.extents.size()) != buffer->rank)
    return complain("has " + std::to_string(tensor.extents.size()) + " extents, not " + std::to_string(buffer->rank));
  std::uint64_t bytes = static_cast<std::uint64_t>(ir::sizeInBytes(buffer->element));
  for (const auto extent : tensor.extents) {
    if (extent < 0) return complain("has a negative extent");
    bytes *= static_cast<std::uint64_t>(extent);
  }
  if (tensor.bytes.size() != bytes)
    return complain("has " + std::to_string(tensor.bytes.size()) + " bytes, not " + std::to_string(bytes));
  storages_[slot] = Storage(buffer, tensor.extents);
  storages_[slot].fill(tensor.bytes);
  alignments_[slot] = tensor.base_alignment;
}

}  // namespace exogpu::simulate
