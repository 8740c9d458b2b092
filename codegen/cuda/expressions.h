#pragma once
// ExpressionPrinter: one expression as C++ text, for the kernel or for the host. Rounding is part of the text: under
// `exact` no product can be fused into a sum; under `contract` and looser the fused ones are written as such.
#include <functional>
#include <map>
#include <set>
#include <string>

#include "codegen/cuda/instructions.h"
#include "codegen/cuda/names.h"
#include "codegen/cuda/support.h"
#include "codegen/lower/registers.h"
#include "frontend/ir/ir.h"

namespace exogpu::cuda {

/// Precedences for `index`: the text can stand as an operand of &&, < or * without parentheses.
inline constexpr int kOperandOfAnd = 7;
inline constexpr int kOperandOfLess = 17;
inline constexpr int kOperandOfProduct = 23;

enum class Side : std::uint8_t { Host, Device };

/// What an expression's text depends on besides the expression.
struct ExpressionContext {
  Side side = Side::Device;
  ir::Policy policy = ir::Policy::Exact;
  const Names* names = nullptr;
  const std::set<const ir::Symbol*>* index_symbols = nullptr;
  const lower::ArrayPlan* arrays = nullptr;  ///< kernels only
  SupportSet* support = nullptr;             ///< grows by what the text uses
  InstructionHelpers* instructions = nullptr;  ///< likewise; null: bodies stand for their instructions
  /// Lanes of vector accesses that stand in for elements.
  std::map<const ir::Place*, std::string> lanes;
  /// Conditions that are known to hold here, by the If statement or Select expression that they belong to.
  std::set<ir::NodeId> known_true;
  std::set<ir::NodeId> known_false;  ///< or known not to hold
  std::set<const ir::Symbol*> read_by_launcher;  ///< launchers only
  /// Instrumented kernels: the number of an access by its node (a Load expression or a statement), else -1; null: no trace.
  std::function<int(ir::NodeId)> site_of;
};

class ExpressionPrinter {
 public:
  explicit ExpressionPrinter(const ExpressionContext& context) : context_(context) {}

  /// The value of an expression that is stored or assigned: integer arithmetic wraps.
  std::string value(const ir::ExprRef& expr) const { return print(expr, false, 0); }
  /// The value of an index, bound or condition: proved to stay inside its type.
  std::string index(const ir::ExprRef& expr, int precedence = 0) const { return print(expr, true, precedence); }
  /// The condition with the opposite truth.
  std::string negation(const ir::ExprRef& condition) const;
  /// `value` with index arithmetic where the symbol that takes it is an index symbol.
  std::string valueFor(const ir::Symbol& symbol, const ir::ExprRef& expr) const;
  /// A symbol; on the host's side a parameter as the kernel takes it.
  std::string nameText(const ir::Symbol& symbol, int precedence = 0) const;
  /// "A[at(i, A_extent1, j)]", "As[k][i]", "acc[i][j]".
  std::string element(const ir::Place& place) const;
  /// Row-major position of an element of a tensor or shared buffer, as a number.
  std::string position(const ir::Place& place) const;
  /// The element as an event of the trace sees it: `kind` is its letter, `node` the access, `count` the elements from there.
  std::string tracedElement(const ir::Place& place, char kind, ir::NodeId node, std::int64_t count = 1) const;

 private:
  std::string elementAt(const ir::Place& place, const std::string& position) const;
  std::string print(const ir::ExprRef& expr, bool is_index, int precedence) const;
  std::string binary(const ir::Binary& node, ir::ScalarType type, bool is_index, int precedence) const;
  std::string floatBinary(const ir::Binary& node, ir::ScalarType type, bool is_index, int precedence) const;
  std::string wrappingBinary(const ir::Binary& node) const;
  std::string fused(const ir::Binary& node, ir::ScalarType type) const;
  std::string castText(const ir::ExprRef& operand, ir::ScalarType to, bool is_index) const;
  std::string hostFunction(ir::Function function) const;
  std::string mathText(const ir::Math& node, ir::ScalarType type) const;
  std::string load(const ir::Load& node, ir::NodeId id) const;
  void use(Support support) const { context_.support->insert(support); }
  const ExpressionContext& context_;
};

}  // namespace exogpu::cuda
