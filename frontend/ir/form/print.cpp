#include "frontend/ir/form/print.h"

#include "frontend/base/overloaded.h"
#include "frontend/ir/text.h"

namespace exogpu::ir {

void Printer::proc(const Proc& proc) {
  names_.open();
  out_ << "proc " << proc.name;
  if (proc.full_name != proc.name || proc.c_name != proc.name)
    out_ << " as " << quoted(proc.full_name) << ", " << proc.c_name;
  const char* before = " <";
  for (const auto& argument : proc.template_arguments) {
    out_ << before << argument.name << " = " << quoted(argument.value);
    before = ", ";
  }
  out_ << (proc.template_arguments.empty() ? "(" : ">(");
  for (std::size_t i = 0; i < proc.parameters.size(); ++i) {
    if (i > 0) out_ << ", ";
    parameter(proc.parameters[i]);
  }
  out_ << ")";
  if (proc.policy != Policy::Exact) out_ << " policy " << text(proc.policy);
  for (const auto& alias : proc.aliases)
    out_ << (alias.same ? " same(" : " may_alias(") << nameOf(alias.a) << ", " << nameOf(alias.b) << ")";
  out_ << " {\n";
  body(proc.body, 1);
  out_ << "}\n";
  names_.close();
}

void Printer::parameter(const Parameter& parameter) {
  std::visit(Overloaded{
                 [&](const SymbolRef& symbol) {
                   out_ << (symbol->is_mutable ? "var " : "") << text(symbol->type) << " " << declare(symbol);
                 },
                 [&](const BufferRef& buffer) {
                   out_ << "tensor<" << (buffer->is_const ? "const " : "") << text(buffer->element) << ", "
                        << buffer->rank << (buffer->is_strided ? ", strided> " : "> ") << declare(buffer);
                 },
             },
             parameter);
}

void Printer::body(const Body& body, int indent) {
  names_.open();
  for (const auto& s : body) stmt(s, indent);
  names_.close();
}

void Printer::loopHead(const For& loop) {
  out_ << "for " << declare(loop.iterator) << " in " << text(loop.kind);
  if (loop.kind == LoopKind::Groups) out_ << "<" << loop.group_size << ", " << loop.group_stride << ">";
  out_ << "(";
  list({loop.lo, loop.hi});
  out_ << ")";
  if (loop.step != 1) out_ << " step " << loop.step;
  if (loop.policy) out_ << " policy " << text(*loop.policy);
}

void Printer::window(const Window& window) {
  place(window.origin);
  out_ << ":[";
  for (std::size_t i = 0; i < window.shape.size(); ++i) out_ << (i > 0 ? ", " : "") << window.shape[i];
  out_ << "]" << (window.clipped ? " clipped" : "");
}

void Printer::collective(const Collective& n) {
  if (n.dst) place(*n.dst);
  else out_ << nameOf(n.result);
  out_ << " = " << text(n.op) << "<" << n.width << "> ";
  place(n.src);
  if (n.argument) {
    out_ << ", ";
    expr(n.argument);
  }
  out_ << ";\n";
}

void Printer::block(const Body& nested, int indent) {
  out_ << " {\n";
  body(nested, indent + 1);
  out_.indent(static_cast<unsigned>(2 * indent)) << "}";
}

void Printer::ended(const ExprRef& value) {
  expr(value);
  out_ << ";\n";
}

void Printer::condition(std::string_view word, const ExprRef& condition, std::string_view note) {
  out_ << word << " ";
  expr(condition);
  out_ << ", " << quoted(note) << ";\n";
}

void Printer::node(const Let& n, int) {
  out_ << (n.symbol->is_mutable ? "var " : "let ") << text(n.symbol->type) << " " << declare(n.symbol);
  if (n.value) {
    out_ << " = ";
    expr(n.value);
  }
  out_ << ";\n";
}

void Printer::node(const Assign& n, int) {
  out_ << nameOf(n.symbol) << " = ";
  ended(n.value);
}

void Printer::node(const Alloc& n, int) {
  out_ << "alloc " << text(n.buffer->element) << " " << declare(n.buffer);
  for (const auto extent : n.buffer->dims) out_ << "[" << extent << "]";
  out_ << " @" << text(n.buffer->space) << (n.zero ? " = 0;\n" : ";\n");
}

void Printer::node(const Store& n, int) {
  place(n.place);
  out_ << " = ";
  ended(n.value);
}

void Printer::node(const Atomic& n, int) {
  out_ << "atomic " << text(n.op) << " ";
  place(n.place);
  out_ << ", ";
  ended(n.value);
}

void Printer::node(const For& n, int indent) {
  names_.open();
  loopHead(n);
  block(n.body, indent);
  names_.close();
  out_ << "\n";
}

void Printer::node(const If& n, int indent) {
  out_ << "if ";
  expr(n.condition);
  block(n.then_body, indent);
  if (!n.else_body.empty()) {
    out_ << " else";
    block(n.else_body, indent);
  }
  out_ << "\n";
}

void Printer::node(const Scope& n, int indent) {
  out_ << "scope" << (n.name.empty() ? "" : " " + quoted(n.name));
  if (n.instruction) {
    out_ << " instruction " << nameOf(n.instruction->result) << " = " << quoted(n.instruction->text) << "(";
    const char* separator = "";
    for (const auto& [name, value] : n.instruction->operands) {
      out_ << std::exchange(separator, ", ") << name << " = ";
      expr(value);
    }
    out_ << ")";
  }
  block(n.body, indent);
  out_ << "\n";
}

void Printer::node(const Fence&, int) { out_ << "fence;\n"; }

void Printer::node(const Copy& n, int) {
  out_ << (n.asynchronous ? "cp_async " : "copy ");
  window(n.dst);
  out_ << " <- ";
  window(n.src);
  out_ << ";\n";
}

void Printer::node(const CommitGroup& n, int) { out_ << "group " << declare(n.group) << ";\n"; }
void Printer::node(const Commit& n, int) { out_ << "commit " << nameOf(n.group) << ";\n"; }
void Printer::node(const Wait& n, int) { out_ << "wait " << nameOf(n.group) << ", " << n.pending << ";\n"; }
void Printer::node(const Collective& n, int) { collective(n); }
void Printer::node(const Require& n, int) { condition("require", n.condition, n.text); }
void Printer::node(const Prove& n, int) { condition("prove", n.condition, n.text); }

void Printer::node(const Assume& n, int) {
  out_ << "assume " << quoted(n.name) << ", ";
  ended(n.condition);
}

void Printer::stmt(const StmtRef& stmt, int indent) {
  out_.indent(static_cast<unsigned>(2 * indent));
  std::visit([&](const auto& n) { node(n, indent); }, stmt->node);
}

namespace {
template <class Write>
std::string printed(Write&& write, ScopedNames names = {}) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  Printer printer(stream, std::move(names));
  write(printer);
  return out;
}
}  // namespace

std::string print(const Module& module) {
  std::string out;
  for (const auto& proc : module.procs) out += (out.empty() ? "" : "\n") + print(*proc);
  return out;
}
std::string print(const Proc& proc) {
  return printed([&](Printer& printer) { printer.proc(proc); });
}
std::map<const void*, std::string> printedNames(const Proc& proc) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  Printer printer(stream);
  printer.proc(proc);
  return printer.allNames();
}
std::string print(const StmtRef& stmt, const std::map<const void*, std::string>& names, int indent) {
  return printed([&](Printer& printer) { printer.stmt(stmt, indent); }, ScopedNames(names));
}
std::string print(const ExprRef& expr, const std::map<const void*, std::string>& names) {
  return printed([&](Printer& printer) { printer.expr(expr); }, ScopedNames(names));
}
std::string print(const StmtRef& stmt, int indent) {
  return printed([&](Printer& printer) { printer.stmt(stmt, indent); });
}
std::string print(const ExprRef& expr) {
  return printed([&](Printer& printer) { printer.expr(expr); });
}

}  // namespace exogpu::ir
