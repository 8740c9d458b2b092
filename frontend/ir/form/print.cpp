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

void Printer::stmt(const StmtRef& stmt, int indent) {
  const auto block = [&](const Body& nested) {
    out_ << " {\n";
    body(nested, indent + 1);
    out_.indent(static_cast<unsigned>(2 * indent)) << "}";
  };
  const auto ended = [&](const ExprRef& value) {
    expr(value);
    out_ << ";\n";
  };
  out_.indent(static_cast<unsigned>(2 * indent));
  std::visit(Overloaded{
                 [&](const Let& n) {
                   out_ << (n.symbol->is_mutable ? "var " : "let ") << text(n.symbol->type) << " " << declare(n.symbol);
                   if (n.value) {
                     out_ << " = ";
                     expr(n.value);
                   }
                   out_ << ";\n";
                 },
                 [&](const Assign& n) {
                   out_ << nameOf(n.symbol) << " = ";
                   ended(n.value);
                 },
                 [&](const Alloc& n) {
                   out_ << "alloc " << text(n.buffer->element) << " " << declare(n.buffer);
                   for (const auto extent : n.buffer->dims) out_ << "[" << extent << "]";
                   out_ << " @" << text(n.buffer->space) << (n.zero ? " = 0;\n" : ";\n");
                 },
                 [&](const Store& n) {
                   place(n.place);
                   out_ << " = ";
                   ended(n.value);
                 },
                 [&](const Atomic& n) {
                   out_ << "atomic " << text(n.op) << " ";
                   place(n.place);
                   out_ << ", ";
                   ended(n.value);
                 },
                 [&](const For& n) {
                   names_.open();
                   loopHead(n);
                   block(n.body);
                   names_.close();
                   out_ << "\n";
                 },
                 [&](const If& n) {
                   out_ << "if ";
                   expr(n.condition);
                   block(n.then_body);
                   if (!n.else_body.empty()) {
                     out_ << " else";
                     block(n.else_body);
                   }
                   out_ << "\n";
                 },
                 [&](const Scope& n) {
                   out_ << "scope" << (n.name.empty() ? "" : " " + quoted(n.name));
                   block(n.body);
                   out_ << "\n";
                 },
                 [&](const Fence&) { out_ << "fence;\n"; },
                 [&](const Copy& n) {
                   out_ << (n.asynchronous ? "cp_async " : "copy ");
                   window(n.dst);
                   out_ << " <- ";
                   window(n.src);
                   out_ << ";\n";
                 },
                 [&](const CommitGroup& n) { out_ << "group " << declare(n.group) << ";\n"; },
                 [&](const Commit& n) { out_ << "commit " << nameOf(n.group) << ";\n"; },
                 [&](const Wait& n) { out_ << "wait " << nameOf(n.group) << ", " << n.pending << ";\n"; },
                 [&](const Collective& n) { collective(n); },
                 [&](const Require& n) {
                   out_ << "require ";
                   expr(n.condition);
                   out_ << ", " << quoted(n.text) << ";\n";
                 },
                 [&](const Assume& n) {
                   out_ << "assume " << quoted(n.name) << ", ";
                   ended(n.condition);
                 },
                 [&](const Prove& n) {
                   out_ << "prove ";
                   expr(n.condition);
                   out_ << ", " << quoted(n.text) << ";\n";
                 },
             },
             stmt->node);
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
