#include "codegen/cuda/instructions.h"

#include <cctype>

#include "codegen/cuda/names.h"
#include "codegen/cuda/scalars.h"
#include "frontend/ir/instruction.h"

namespace exogpu::cuda {

namespace {
/// Parameters and body of one function, without its name.
class HelperText {
 public:
  explicit HelperText(const ir::Instruction& instruction) : instruction_(instruction) {
    result_ = names_.fresh(ir::kResultName);
    for (const auto& operand : instruction.operands) parameters_.push_back(names_.fresh(operand.name));
  }

  std::string print() const {
    std::string text = "(";
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      text += (i ? ", " : "") + cudaType(instruction_.operands[i].value->type) + " " + parameters_[i];
    text += ") {\n";
    const auto pieces = std::get<ir::Template>(ir::readTemplate(instruction_.text));
    text += ir::isPtx(pieces) ? ptx(pieces) : "  return " + expression(pieces) + ";\n";
    return text + "}\n";
  }

 private:
  std::size_t position(const std::string& name) const {
    std::size_t i = 0;
    while (i < parameters_.size() && instruction_.operands[i].name != name) ++i;
    return i;
  }

  std::string expression(const ir::Template& pieces) const {
    std::string text;
    for (const auto& piece : pieces) text += piece.is_name ? parameters_[position(piece.text)] : piece.text;
    return text;
  }

  /// Operand 0 is the result. In the text of `asm` a percent sign is written twice. It is volatile: it stays where it stands.
  std::string ptx(const ir::Template& pieces) const {
    std::string code;
    for (const auto& piece : pieces) {
      if (piece.is_name) code += "%" + std::to_string(piece.text == ir::kResultName ? 0 : 1 + position(piece.text));
      else for (const char c : piece.text) code += c == '%' ? "%%" : c == '\t' ? " " : std::string(1, c);
    }
    const auto constraint = [](ir::ScalarType type) { return std::string(1, ir::ptxConstraint(type)); };
    const auto type = instruction_.result->type;
    std::string text = "  " + cudaType(type) + " " + result_ + ";\n";
    text += "  asm volatile(" + quoted(code) + " : \"=" + constraint(type) + "\"(" + result_ + ") : ";
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      text += (i ? ", " : "") + ("\"" + constraint(instruction_.operands[i].value->type)) + "\"(" + parameters_[i] + ")";
    return text + ");\n  return " + result_ + ";\n";
  }

  const ir::Instruction& instruction_;
  Names names_;
  std::string result_;
  std::vector<std::string> parameters_;
};

std::string identifier(const std::string& name) {
  std::string text = kInstructionPrefix;
  for (const char c : name) text += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return text;
}
}  // namespace

std::string InstructionHelpers::use(const ir::Scope& scope) {
  const auto type = cudaType(scope.instruction->result->type);
  const auto body = HelperText(*scope.instruction).print();
  const auto base = identifier(scope.name);
  const auto [known, is_new] = names_.try_emplace(base + " " + type + body);
  if (!is_new) return known->second;
  auto name = base;
  for (int n = 2; !taken_.insert(name).second; ++n) name = base + "_" + std::to_string(n);
  known->second = name;
  text_ += "/// The instruction " + inComment(scope.name) + ": the body that stands for it in the source is trusted to be its meaning.\n";
  text_ += "__device__ __forceinline__ " + type + " " + name + body + "\n";
  return name;
}

}  // namespace exogpu::cuda
