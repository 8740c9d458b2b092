#include "verify/witness/replay.h"

#include <algorithm>
#include <cstring>

#include "verify/witness/inputs.h"

namespace exogpu::witness {
namespace {

using effects::ObligationKind;
using simulate::FaultKind;

/// Faults that show what an obligation of this kind denies.
bool shows(FaultKind fault, ObligationKind kind) {
  switch (kind) {
    case ObligationKind::Order: return fault == FaultKind::Race || fault == FaultKind::NotCompleted;
    case ObligationKind::Bounds: return fault == FaultKind::OutOfBounds;
    case ObligationKind::Overflow: return fault == FaultKind::Overflow;
    case ObligationKind::Division: return fault == FaultKind::DivisionByZero || fault == FaultKind::Overflow || fault == FaultKind::Other;
    case ObligationKind::Definedness: return fault == FaultKind::Uninitialised;
    case ObligationKind::Ownership: return fault == FaultKind::NotOwner;
    case ObligationKind::Participation: return fault == FaultKind::Divergence;
    case ObligationKind::Completion: return fault == FaultKind::NotCompleted || fault == FaultKind::Race;
    case ObligationKind::Aliasing: return fault == FaultKind::Race;
    case ObligationKind::Contract: return fault == FaultKind::Contract;
    case ObligationKind::Alignment: return fault == FaultKind::Misaligned;
    case ObligationKind::Resources:
    case ObligationKind::Satisfiable: return false;
  }
  return false;
}

/// Overflow shows where a value is used, not where it arises, and some faults have no place of their own; races must be of
/// the same two statements; of the others one of the statements must be the same.
bool samePlace(const simulate::Fault& fault, const effects::Obligation& obligation) {
  const auto same = [](const ir::AccessKey& a, const ir::AccessKey& b) { return a.stmt != 0 && a.stmt == b.stmt; };
  const auto &x = obligation.first, &y = obligation.second;
  switch (obligation.kind) {
    case ObligationKind::Overflow:
    case ObligationKind::Division:
    case ObligationKind::Contract:
    case ObligationKind::Participation: return true;
    case ObligationKind::Order:
    case ObligationKind::Aliasing:
      return (same(fault.first, x) && same(fault.second, y)) || (same(fault.first, y) && same(fault.second, x));
    case ObligationKind::Ownership:
    case ObligationKind::Completion:
      return same(fault.first, x) || same(fault.second, x) || same(fault.first, y) || same(fault.second, y);
    case ObligationKind::Bounds:
    case ObligationKind::Definedness:
    case ObligationKind::Alignment:
    case ObligationKind::Resources:
    case ObligationKind::Satisfiable: return same(fault.first, x) || same(fault.second, x);
  }
  return false;
}

/// Stores an integer element of a tensor in place.
void poke(simulate::TensorValue& tensor, const ir::Buffer& buffer, const effects::WitnessElement& element) {
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < element.indices.size() && d < tensor.extents.size(); ++d) {
    if (element.indices[d] < 0 || element.indices[d] >= tensor.extents[d]) return;
    offset = offset * tensor.extents[d] + element.indices[d];
  }
  const auto bytes = static_cast<std::size_t>(ir::sizeInBytes(buffer.element));
  if ((static_cast<std::size_t>(offset) + 1) * bytes > tensor.bytes.size()) return;
  std::memcpy(tensor.bytes.data() + static_cast<std::size_t>(offset) * bytes, &element.value, bytes);
}

/// One tensor lies upon the other, as a whole: the one overlap that the simulator knows.
void overlay(simulate::Inputs& inputs, const std::pair<std::string, std::string>& pair) {
  if (inputs.tensors[pair.first].extents == inputs.tensors[pair.second].extents) inputs.tensors[pair.second].same_as = pair.first;
}

const ir::Buffer* tensorNamed(const ir::Proc& proc, const std::string& name) {
  for (auto& parameter : proc.parameters)
    if (const auto* buffer = std::get_if<ir::BufferRef>(&parameter); buffer && (*buffer)->name == name) return buffer->get();
  return nullptr;
}

bool isAlignment(const std::string& name) { return name.find(".is_aligned(") != std::string::npos; }

std::string keyOf(const effects::Obligation& obligation) {
  std::string key;
  for (auto& size : obligation.sizes) key += size.name + "=" + std::to_string(size.value) + ";";
  for (auto& element : obligation.elements) {
    key += element.tensor;
    for (const auto index : element.indices) key += "," + std::to_string(index);
    key += "=" + std::to_string(element.value) + ";";
  }
  if (obligation.overlap) key += obligation.overlap->first + "&" + obligation.overlap->second;
  return key;
}

std::int64_t elementsIn(const ir::Proc& proc, const Sizes& sizes) {
  __int128 total = 0;
  for (auto& parameter : proc.parameters)
    if (const auto* buffer = std::get_if<ir::BufferRef>(&parameter)) {
      __int128 count = 1;
      for (int d = 0; d < (*buffer)->rank; ++d) {
        const auto size = sizes.find((*buffer)->name + ".extent(" + std::to_string(d) + ")");
        count *= size == sizes.end() ? 1 : size->second;
        count = std::min<__int128>(count, INT64_MAX / 4);
      }
      total += count;
    }
  return static_cast<std::int64_t>(std::min<__int128>(total, INT64_MAX));
}

}  // namespace

const simulate::Result* Replayer::run(const effects::Obligation& obligation) {
  auto [entry, is_new] = runs_.try_emplace(keyOf(obligation));
  auto& result = entry->second;
  if (is_new && runs_.size() > limits_.runs) return nullptr;
  if (!is_new) return result ? &*result : nullptr;
  Sizes sizes;
  for (auto& size : obligation.sizes)
    if (!isAlignment(size.name)) sizes[size.name] = size.value;
  if (elementsIn(*proc_, sizes) > limits_.elements) return nullptr;
  auto made = makeInputs(*proc_, sizes, 1, 1);
  if (!made.inputs) return nullptr;
  for (auto& size : obligation.sizes)
    if (isAlignment(size.name) && size.value == 0) {
      const auto tensor = size.name.substr(0, size.name.find('.'));
      if (const auto* buffer = tensorNamed(*proc_, tensor))
        made.inputs->tensors[tensor].base_alignment = static_cast<std::uint64_t>(ir::sizeInBytes(buffer->element));
    }
  for (auto& element : obligation.elements)
    if (const auto* buffer = tensorNamed(*proc_, element.tensor)) poke(made.inputs->tensors[element.tensor], *buffer, element);
  if (obligation.overlap) overlay(*made.inputs, *obligation.overlap);
  simulate::Options options;
  options.adversarial = false;  // the clocks decide; schedules only illustrate
  options.max_steps = limits_.steps;
  result = simulate::simulate(proc_, *made.inputs, options);
  return &*result;
}

Replay Replayer::confirm(const effects::Obligation& obligation) {
  const auto* result = run(obligation);
  if (!result) return Replay::NotRun;
  const simulate::Fault* seen = nullptr;
  same_access_ = false;
  for (auto& fault : result->faults) {
    if (same_access_ || !shows(fault.kind, obligation.kind) || !samePlace(fault, obligation)) continue;
    // A statement stops at its first index out of range, which may be another one than this.
    same_access_ = obligation.kind != ObligationKind::Bounds || fault.first.expr == obligation.first.expr;
    if (!seen || same_access_) seen = &fault;
  }
  if (seen) {
    message_ = seen->message;
    return Replay::Confirmed;
  }
  return result->out_of_steps ? Replay::NotRun : Replay::Refuted;
}

}  // namespace exogpu::witness
