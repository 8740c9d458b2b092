#include "frontend/ir/instruction.h"

#include <algorithm>
#include <regex>

#include "frontend/base/overloaded.h"
#include "frontend/ir/parts.h"
#include "frontend/ir/walk.h"

namespace exogpu::ir {

std::variant<Template, std::string> readTemplate(const std::string& text) {
  Template pieces;
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool brace = text[i] == '{' || text[i] == '}';
    const bool twice = i + 1 < text.size() && text[i + 1] == text[i];
    if (!brace || twice) {
      plain += text[i];
      if (brace) ++i;
      continue;
    }
    const auto end = text.find('}', i);
    if (text[i] == '}') return "a '}' without '{' (a brace is written twice: '}}')";
    if (end == std::string::npos) return "a '{' without '}' (a brace is written twice: '{{')";
    if (!plain.empty()) pieces.push_back({std::exchange(plain, ""), false});
    pieces.push_back({text.substr(i + 1, end - i - 1), true});
    i = end;
  }
  if (!plain.empty()) pieces.push_back({plain, false});
  return pieces;
}

std::string writeTemplate(const Template& pieces) {
  std::string text;
  for (const auto& piece : pieces) {
    if (piece.is_name) {
      text += "{" + piece.text + "}";
      continue;
    }
    for (const char c : piece.text) text += c == '{' || c == '}' ? std::string(2, c) : std::string(1, c);
  }
  return text;
}

bool isPtx(const Template& pieces) {
  return std::any_of(pieces.begin(), pieces.end(), [](const auto& piece) { return piece.is_name && piece.text == kResultName; });
}

char ptxConstraint(ScalarType type) {
  switch (type) {
    case ScalarType::I16:
    case ScalarType::U16: return 'h';
    case ScalarType::I32:
    case ScalarType::U32: return 'r';
    case ScalarType::I64:
    case ScalarType::U64: return 'l';
    case ScalarType::F32: return 'f';
    case ScalarType::F64: return 'd';
    case ScalarType::Bool:
    case ScalarType::I8:
    case ScalarType::U8:
    case ScalarType::F16:
    case ScalarType::BF16: break;
  }
  return 0;
}

namespace {

std::string namesProblem(const Template& pieces, const Instruction& instruction) {
  const auto isOperand = [&](const std::string& name) {
    return std::any_of(instruction.operands.begin(), instruction.operands.end(), [&](const auto& o) { return o.name == name; });
  };
  for (const auto& piece : pieces)
    if (piece.is_name && piece.text != kResultName && !isOperand(piece.text)) return "'{" + piece.text + "}' names no parameter";
  for (const auto& operand : instruction.operands) {
    if (operand.name == kResultName) return "the parameter 'result' has the name of the result";
    const bool named = std::any_of(pieces.begin(), pieces.end(), [&](const auto& p) { return p.is_name && p.text == operand.name; });
    if (!named) return "it does not name the parameter '" + operand.name + "'";
  }
  return "";
}

std::string ptxProblem(const Template& pieces, const Instruction& instruction) {
  const auto& end = pieces.back();
  const auto last = end.text.find_last_not_of(" \t\n");
  if (end.is_name || last == std::string::npos || (end.text[last] != ';' && end.text[last] != '}')) return "PTX ends with a ';'";
  const auto odd = [](char c) { return (c < ' ' || c > '~') && c != '\n' && c != '\t'; };
  for (const auto& piece : pieces)
    if (std::any_of(piece.text.begin(), piece.text.end(), odd)) return "it holds a character that is not printable ASCII";
  const auto typeProblem = [](ScalarType type, const std::string& who) {
    return ptxConstraint(type) ? "" : who + " has type " + std::string(exogpu::ir::text(type)) +
                                          "; PTX takes integers of 16, 32 and 64 bits, f32 and f64";
  };
  for (const auto& operand : instruction.operands)
    if (auto problem = typeProblem(operand.value->type, "the parameter '" + operand.name + "'"); !problem.empty()) return problem;
  return typeProblem(instruction.result->type, "the result");
}

/// An expression is one: it does not end the statement that it is put into.
std::string expressionProblem(const Template& pieces) {
  std::string open;
  bool is_empty = true;
  for (const auto& piece : pieces) {
    is_empty &= !piece.is_name && piece.text.find_first_not_of(' ') == std::string::npos;
    if (piece.is_name) continue;
    for (const char c : piece.text) {
      if (c < ' ' || c > '~') return "it holds a character that is not printable ASCII";
      if (std::string(";#\"'\\").find(c) != std::string::npos) return std::string("'") + c + "' in an expression";
      if (c == '(' || c == '[' || c == '{') open += c == '(' ? ')' : c == '[' ? ']' : '}';
      if (c != ')' && c != ']' && c != '}') continue;
      if (open.empty() || open.back() != c) return std::string("an unmatched '") + c + "'";
      open.pop_back();
    }
    if (piece.text.find("//") != std::string::npos || piece.text.find("/*") != std::string::npos) return "a comment in it";
  }
  if (is_empty) return "it is empty";
  return open.empty() ? "" : std::string("a '") + open.back() + "' is missing";
}

// Note [Products in templates]
// nvcc and ptxas join a product that states no rounding with a sum that takes it, across the end of the function that the
// template becomes. So such a template is not an instruction that rounds: the sum around its call would change. What the
// emitter prints itself goes through __fmul_rn for the same reason.

bool computesInFloats(const Instruction& instruction) {
  return isFloat(instruction.result->type) || std::any_of(instruction.operands.begin(), instruction.operands.end(),
                                                          [](const auto& operand) { return isFloat(operand.value->type); });
}

std::string productProblem(const Template& pieces, bool is_ptx) {
  static const std::regex unrounded(R"(\bmul((\.ftz|\.sat)*)\.(f|bf)[0-9])");
  for (const auto& piece : pieces) {
    if (piece.is_name) continue;
    if (!is_ptx && piece.text.find('*') != std::string::npos)
      return "a '*' of floats, which the compiler may join with a sum around the call (__fmul_rn and __dmul_rn it may not)";
    if (is_ptx && std::regex_search(piece.text, unrounded))
      return "a product of floats that states no rounding, which the assembler may join with a sum around the call (mul.rn it may not)";
  }
  return "";
}

bool readsOnlyLocals(const Stmt& stmt) {
  bool local = true;
  const auto look = [&](const Place& place) { local &= place.buffer->space == Space::Local; };
  parts::eachPlace(stmt.node, look);
  forEachExpr(stmt, [&](const ExprRef& root) {
    walkExpr(root, [&](const ExprRef& expr) {
      if (const auto* load = std::get_if<Load>(&expr->node)) look(load->place);
    });
  });
  return local;
}

}  // namespace

std::string templateProblem(const Instruction& instruction) {
  const auto read = readTemplate(instruction.text);
  if (const auto* problem = std::get_if<std::string>(&read)) return *problem;
  const auto& pieces = std::get<Template>(read);
  if (auto problem = namesProblem(pieces, instruction); !problem.empty()) return problem;
  const bool is_ptx = isPtx(pieces);
  if (auto problem = is_ptx ? ptxProblem(pieces, instruction) : expressionProblem(pieces); !problem.empty()) return problem;
  return computesInFloats(instruction) ? productProblem(pieces, is_ptx) : "";
}

const Stmt* findImpure(const Body& body) {
  const Stmt* found = nullptr;
  walkStmts(body, [&](const StmtRef& stmt) {
    if (found) return;
    const bool pure = std::visit(Overloaded{
                                     [](const parts::OneOf<Let, Assign, Store, If, Scope, Prove> auto&) { return true; },
                                     [](const Alloc& n) { return n.buffer->space == Space::Local; },
                                     [](const For& n) { return !isParallel(n.kind); },
                                     [](const parts::OneOf<Atomic, Fence, Copy, CommitGroup, Commit, Wait, Collective, Require,
                                                           Assume> auto&) { return false; },
                                 },
                                 stmt->node);
    if (!pure || !readsOnlyLocals(*stmt)) found = stmt.get();
  });
  return found;
}

}  // namespace exogpu::ir
