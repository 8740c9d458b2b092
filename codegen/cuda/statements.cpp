#include "codegen/cuda/statements.h"

#include <algorithm>

#include "codegen/cuda/scalars.h"
#include "frontend/base/overloaded.h"
#include "frontend/ir/leave.h"
#include "frontend/ir/levels.h"
#include "frontend/ir/walk.h"

namespace exogpu::cuda {

namespace {
/// Statements whose names end with their braces.
bool declares(const ir::Body& body) {
  return std::any_of(body.begin(), body.end(), [](const ir::StmtRef& stmt) {
    const auto* call = std::get_if<ir::Collective>(&stmt->node);
    return std::holds_alternative<ir::Let>(stmt->node) || std::holds_alternative<ir::Alloc>(stmt->node) ||
           (call && call->result);
  });
}

std::string dimsText(const std::vector<std::int64_t>& dims, bool skip_ones) {
  std::string text;
  for (const auto extent : dims)
    if (!skip_ones || extent > 1) text += "[" + std::to_string(extent) + "]";
  return text;
}

std::string digitText(const lower::Digit& digit) {
  if (digit.mod == 1) return {};
  std::string text = "threadIdx.x";
  if (digit.div > 1) text += " / " + std::to_string(digit.div);
  if (digit.mod > 1) text += " % " + std::to_string(digit.mod);
  if (digit.factor > 1) text += " * " + std::to_string(digit.factor);
  return text;
}
}  // namespace

std::string iteratorText(const lower::ThreadLoop& loop) {
  const auto high = digitText(loop.high), low = digitText(loop.low);
  if (high.empty() || low.empty()) return high.empty() ? (low.empty() ? "0" : low) : high;
  return high + " + " + low;
}

void StatementPrinter::printBody(const ir::Body& body, const lower::GroupPlace& group) {
  is_last_ = true;
  printWithin(body, group);
}

/// Between braces that other statements may share. Names takes back what the body declares, so where more follows before the
/// closing brace, its statements bring braces for what they declare.
void StatementPrinter::printWithin(const ir::Body& body, const lower::GroupPlace& group) {
  const bool ends_braces = is_last_;
  for (std::size_t i = 0; i < body.size(); ++i) {
    // A result declared just before the collective that gives it is declared by that one.
    const auto* let = std::get_if<ir::Let>(&body[i]->node);
    const auto* call = i + 1 < body.size() ? std::get_if<ir::Collective>(&body[i + 1]->node) : nullptr;
    if (let && !let->value && call && call->result == let->symbol) continue;
    is_last_ = ends_braces && i + 1 == body.size();
    const auto prints = [this](const ir::StmtRef& stmt) { return isPrinted(*stmt); };
    is_alone_ = is_last_ && std::none_of(body.begin(), body.end() - 1, prints);
    print(body[i], group);
  }
}

/// What only states a condition of the proof leaves nothing in the text.
bool StatementPrinter::isPrinted(const ir::Stmt& stmt) const {
  const auto* let = std::get_if<ir::Let>(&stmt.node);
  return !std::holds_alternative<ir::Prove>(stmt.node) && !(let && !isUsed(*let->symbol));
}

/// Instrumented kernels: fences, commits and waits are events too.
void StatementPrinter::traceSynchronisation(const ir::Stmt& stmt) {
  const char kind = std::visit(Overloaded{
                                   [](const ir::Fence&) { return 'f'; },
                                   [](const ir::Commit&) { return 'c'; },
                                   [](const ir::Wait&) { return 'p'; },
                                   [](const auto&) { return ' '; },
                               },
                               stmt.node);
  if (kind != ' ')
    writer_.line(use(Support::Traced, "traced") + "(trace, '" + kind + "', " + std::to_string(context_.site_of(stmt.id)) +
                 ", 0);");
}

void StatementPrinter::printBraced(const ir::Body& body, const lower::GroupPlace& group) {
  names_.push();
  printBody(body, group);
  names_.pop();
}

void StatementPrinter::printUnbraced(const ir::Body& body, const lower::GroupPlace& group) {
  names_.push();
  printWithin(body, group);
  names_.pop();
}

void StatementPrinter::print(const ir::StmtRef& stmt, const lower::GroupPlace& group) {
  if (std::holds_alternative<ir::If>(stmt->node) && context_.known_false.count(stmt->id)) return;
  if (const auto* node = std::get_if<ir::If>(&stmt->node); node && context_.known_true.count(stmt->id))
    return declares(node->then_body) ? printScope({"", node->then_body}, group) : printUnbraced(node->then_body, group);
  if (!std::holds_alternative<ir::Prove>(stmt->node)) writer_.at(stmt->where);
  if (context_.site_of) traceSynchronisation(*stmt);
  std::visit(Overloaded{
                 [&](const ir::Let& n) { printLet(n); },
                 [&](const ir::Assign& n) { printAssign(n); },
                 [&](const ir::Alloc& n) { printAlloc(n); },
                 [&](const ir::Store& n) { printStore(*stmt, n); },
                 [&](const ir::Atomic& n) { printAtomic(*stmt, n); },
                 [&](const ir::For& n) { printFor(stmt, n, group); },
                 [&](const ir::If& n) { printIf(n, group); },
                 [&](const ir::Scope& n) { printScope(n, group); },
                 [&](const ir::Fence&) { printFence(stmt->id); },
                 [&](const ir::Copy& n) { printCpAsync(*stmt, n); },
                 [](const ir::CommitGroup&) {},  // a thread has one implicit group of copies
                 [&](const ir::Commit&) { writer_.line(use(Support::CpAsyncCommit, "cp_async_commit") + "();"); },
                 [&](const ir::Wait& n) {
                   writer_.line(use(Support::CpAsyncWait, "cp_async_wait") + "<" + std::to_string(n.pending) + ">();");
                 },
                 [&](const ir::Collective& n) { printCollective(n, group); },
                 [&](const ir::Require& n) { if (on_require) on_require(n.condition, n.text); },
                 [&](const ir::Assume& n) { if (on_require) on_require(n.condition, n.name); },
                 [](const ir::Prove&) {},  // proved; nothing is left to do at run time
             },
             stmt->node);
}

void StatementPrinter::printLet(const ir::Let& let) {
  if (skipped_.count(let.symbol.get()) || !isUsed(*let.symbol)) return;
  // The value is printed first: it may read an outer symbol of the same name.
  const auto value = let.value ? expressions_.valueFor(*let.symbol, let.value) : "";
  const auto& name = names_.declare(let.symbol.get(), let.symbol->name);
  const bool is_const = !let.symbol->is_mutable && let.value;
  writer_.line((is_const ? "const " : "") + cudaType(let.symbol->type) + " " + name +
               (let.value ? " = " + value : "") + ";");
}

void StatementPrinter::printAssign(const ir::Assign& assign) {
  writer_.line(names_.of(assign.symbol.get()) + " = " + expressions_.valueFor(*assign.symbol, assign.value) + ";");
}

void StatementPrinter::printAlloc(const ir::Alloc& alloc) {
  const auto& buffer = *alloc.buffer;
  const auto& name = names_.declare(&buffer, buffer.name);
  const auto type = cudaType(buffer.element);
  const auto zero = alloc.zero ? " = {}" : "";
  if (buffer.space != ir::Space::Shared) {
    const bool is_register = buffer.space == ir::Space::Register;
    const auto dims = dimsText(is_register && kernel_->arrays.dims.count(&buffer) ? kernel_->arrays.dims.at(&buffer)
                                                                                  : buffer.dims, is_register);
    writer_.line(type + " " + name + dims + zero + ";");
    return;
  }
  if (!kernel_->dynamic_shared) {
    writer_.line("__shared__ __align__(16) " + type + " " + name + dimsText(buffer.dims, false) + ";");
    return;
  }
  const auto row = std::find_if(kernel_->shared.begin(), kernel_->shared.end(),
                                [&](const auto& shared) { return shared.buffer == alloc.buffer; });
  const auto dims = dimsText(buffer.dims, false);
  writer_.line(type + " (&" + name + ")" + dims + " = *reinterpret_cast<" + type + " (*)" + dims + ">(dynamic_shared + " +
               std::to_string(row->offset) + ");");
}

void StatementPrinter::printStore(const ir::Stmt& stmt, const ir::Store& store) {
  writer_.line(expressions_.tracedElement(store.place, 'w', stmt.id) + " = " + expressions_.value(store.value) + ";");
}

void StatementPrinter::printAtomic(const ir::Stmt& stmt, const ir::Atomic& atomic) {
  const auto type = atomic.place.buffer->element;
  const std::string name = atomic.op == ir::AtomicOp::Add ? "atomicAdd" : atomic.op == ir::AtomicOp::Min ? "atomicMin" : "atomicMax";
  auto address = "&" + expressions_.tracedElement(atomic.place, 'a', stmt.id);
  auto value = expressions_.value(atomic.value);
  if (type == ir::ScalarType::I64 && atomic.op == ir::AtomicOp::Add) {  // modulo 2^64 the sign does not matter
    address = "reinterpret_cast<unsigned long long*>(" + address + ")";
    value = "static_cast<unsigned long long>(" + value + ")";
  }
  writer_.line(name + "(" + address + ", " + value + ");");
}

void StatementPrinter::printFor(const ir::StmtRef& stmt, const ir::For& loop, const lower::GroupPlace& group) {
  if (ir::isLaunch(loop.kind)) return on_launch(stmt);
  const auto policy = context_.policy;
  if (loop.policy) context_.policy = *loop.policy;
  if (ir::isThreadLoop(loop.kind)) {
    printThreadLoop(loop, group);
  } else if (const auto plan = kernel_ ? kernel_->vectors.by_loop.find(&loop) : decltype(kernel_->vectors.by_loop.end()){};
             kernel_ && plan != kernel_->vectors.by_loop.end()) {
    printVectorLoop(loop, plan->second, group);
  } else if (kernel_ && kernel_->vectors.lifted.count(&loop) && lifting_ == Lifting::None) {
    printLiftedLoop(loop, kernel_->vectors.lifted.at(&loop), group);
  } else {
    printSerialLoop(loop, group);
  }
  context_.policy = policy;
}

void StatementPrinter::printSerialLoop(const ir::For& loop, const lower::GroupPlace& group) {
  const bool is_unrolled = kernel_ && (loop.kind == ir::LoopKind::Unroll || kernel_->arrays.unrolled.count(&loop));
  if (is_unrolled) writer_.directive("#pragma unroll", true);
  // A loop that `break` leaves stops here too; one that is unrolled keeps its constant trip count and the guard.
  const auto flag = is_unrolled ? nullptr : ir::leaveFlag(loop);
  const auto goes_on = flag ? "!" + names_.of(flag.get()) + " && " : "";
  const auto lo = expressions_.index(loop.lo), hi = expressions_.index(loop.hi, kOperandOfLess);
  names_.push();
  const auto& i = names_.declare(loop.iterator.get(), loop.iterator->name);
  const std::string step = loop.step == 1    ? "++" + i
                           : loop.step == -1 ? "--" + i
                           : loop.step > 0   ? i + " += " + std::to_string(loop.step)
                                             : i + " -= " + std::to_string(-loop.step);
  writer_.open("for (" + cudaType(loop.iterator->type) + " " + i + " = " + lo + "; " + goes_on + i + (loop.step > 0 ? " < " : " > ") +
               hi + "; " + step + ")");
  printBody(flag ? ir::bodyUnlessLeft(loop, *flag) : loop.body, group);
  writer_.close();
  names_.pop();
}

void StatementPrinter::printThreadLoop(const ir::For& loop, const lower::GroupPlace& group) {
  const auto map = lower::mapThreads(loop, group);
  const bool bare = is_alone_ && !map.needsLowGuard() && !map.needsHighGuard();
  names_.push();
  const auto text = iteratorText(map);
  const bool is_read = isUsed(*loop.iterator);
  if (loop.kind == ir::LoopKind::OneThread && !is_read) {
    writer_.open("if (" + text + " == 0)");
  } else if (bare && !is_read) {
    // Nothing to say: every thread runs the body, and nobody asks which one it is.
  } else {
    const auto& i = names_.declare(loop.iterator.get(), loop.iterator->name);
    std::string guard;
    if (map.needsLowGuard()) guard = i + " >= " + std::to_string(map.lo);
    if (map.needsHighGuard()) guard += (guard.empty() ? "" : " && ") + i + " < " + std::to_string(map.hi);
    const auto declaration = "const int " + i + " = " + text + ";";
    if (!bare) writer_.open(guard.empty() ? "" : "if (" + declaration + " " + guard + ")");
    if (guard.empty() && is_read) writer_.line(declaration);
  }
  if (bare) {
    printWithin(loop.body, map.inner);
  } else {
    printBody(loop.body, map.inner);
    writer_.close();
  }
  names_.pop();
}

void StatementPrinter::printIf(const ir::If& node, const lower::GroupPlace& group) {
  const bool inverted = node.then_body.empty();
  writer_.open("if (" + (inverted ? expressions_.negation(node.condition) : expressions_.index(node.condition)) + ")");
  printBraced(inverted ? node.else_body : node.then_body, group);
  if (!inverted && !node.else_body.empty()) {
    writer_.middle("} else {");
    printBraced(node.else_body, group);
  }
  writer_.close();
}

void StatementPrinter::printInstruction(const std::string& name, const ir::Instruction& instruction) {
  std::string arguments;
  for (const auto& operand : instruction.operands) arguments += (arguments.empty() ? "" : ", ") + expressions_.value(operand.value);
  writer_.line(names_.of(instruction.result.get()) + " = " + name + "(" + arguments + ");");
}

void StatementPrinter::printScope(const ir::Scope& scope, const lower::GroupPlace& group) {
  if (scope.instruction && context_.instructions)
    return printInstruction(context_.instructions->use(scope), *scope.instruction);
  if (is_alone_ || !declares(scope.body)) return printUnbraced(scope.body, group);
  writer_.open(scope.name.empty() ? "" : "/* " + inComment(scope.name) + " */");
  printBraced(scope.body, group);
  writer_.close();
}

}  // namespace exogpu::cuda
