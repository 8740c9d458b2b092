#pragma once
// The lowering of one translation unit: from Clang's tree to ir::Module. Internal to the room.
// select.cpp chooses the procs; class Lowering turns one into IR (statements.cpp, control.cpp, expressions.cpp, places.cpp,
// calls.cpp); types.cpp knows what Clang's types and constants mean.
#include <llvm/Support/SaveAndRestore.h>

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontend/ir/build.h"
#include "frontend/ir/walk.h"
#include "frontend/parse/bindings.h"
#include "frontend/parse/library.h"
#include "frontend/parse/locate.h"
#include "frontend/parse/parse.h"
#include "frontend/parse/shapes.h"

namespace exogpu::parse {

/// What the parts of the lowering share.
struct Unit {
  clang::ASTContext& context;
  Locator& locator;
  diag::Sink& sink;
  const Options& options;
  Result& result;
  std::set<const clang::FunctionDecl*>& inlined;  ///< patterns of the templates that became part of a proc
};

/// Lines that stand behind the main file and instantiate the templates named by `-k`, one line an instance.
std::string generatedLines(const std::vector<std::string>& instances);
void lowerTranslationUnit(const Unit& unit);  ///< chooses procs and instances and lowers them into `unit.result`

/// Row of library.def of a declaration, by its qualified name.
std::optional<Entity> entityOf(const clang::NamedDecl* declaration);
/// The class of a type (references and qualifiers removed), if the library table knows it.
std::optional<Entity> entityOf(clang::QualType type);
std::optional<ir::ScalarType> scalarTypeOf(clang::QualType type);

struct ProcNames {
  std::string name, full_name, c_name;
  std::vector<ir::TemplateArgument> template_arguments;
};

/// Thrown after the reason has been reported; caught at the statement.
struct Refused {};

class Lowering {
 public:
  explicit Lowering(const Unit& unit) : unit_(unit) {}
  /// Null when something was refused.
  ir::ProcRef lowerProc(const clang::FunctionDecl& function, const ProcNames& names);

 private:
  using StmtList = llvm::SmallVector<const clang::Stmt*, 8>;
  /// One function being lowered: the proc itself or an inlined callee.
  struct Frame {
    const clang::FunctionDecl* function;
    clang::SourceRange call;
    SymbolPtr result;        ///< takes the value of `return e`
    bool is_nested = false;  ///< called inside a larger expression: may write nothing but what it declares
  };
  /// What `break` leaves: the innermost loop around. See Note [Break becomes a guard].
  struct Leaving {
    std::string_view parallel;  ///< the kind of a loop that cannot be left, else empty
    SymbolPtr done;             ///< made by the first `break`
  };
  class Nesting;

  // ---- reports (statements.cpp)
  void report(diag::Id id, clang::SourceRange where, const std::vector<std::string>& arguments = {});
  [[noreturn]] void refuse(diag::Id id, clang::SourceRange where, const std::vector<std::string>& arguments = {});
  [[noreturn]] void refuseParameter(const clang::ParmVarDecl* parameter, bool of_proc);
  bool mentionsRefused(const clang::Stmt* stmt) const;
  void checkAttributes(const clang::Decl& declaration);
  void checkBody(const clang::Stmt* body);

  // ---- statements (statements.cpp, control.cpp)
  void lowerParameters(const clang::FunctionDecl& function, ir::Proc& proc);
  void lowerFunctionBody(const clang::FunctionDecl& function);
  void lowerSequence(llvm::ArrayRef<const clang::Stmt*> list);
  void lowerInside(const clang::Stmt* stmt);
  void lowerExit(const clang::Stmt* stmt, llvm::ArrayRef<const clang::Stmt*> rest);
  void lowerExitIf(const clang::IfStmt* stmt, llvm::ArrayRef<const clang::Stmt*> rest);
  void lowerReturn(const clang::ReturnStmt* stmt);
  void lowerBreak(const clang::BreakStmt* stmt);
  void emitUnlessDone(SourceRange where, ir::Body body);
  void emitLeaving(ir::For loop, clang::SourceRange where);
  void tryLower(const clang::Stmt* stmt);
  void lowerStmt(const clang::Stmt* stmt);
  void lowerIf(const clang::IfStmt* stmt);
  void emitIf(const clang::IfStmt* stmt, llvm::ArrayRef<const clang::Stmt*> then_list,
              llvm::ArrayRef<const clang::Stmt*> else_list);
  void lowerExprStmt(const clang::Expr* expr);
  void lowerDiscarded(const clang::Expr* expr);
  void lowerAssignment(const clang::Expr* target, const clang::Expr* value, clang::SourceRange where);
  void lowerCompound(const clang::CompoundAssignOperator* assignment);
  void lowerStep(const clang::UnaryOperator* step);
  void lowerVariable(const clang::VarDecl* variable);
  void lowerArray(const clang::VarDecl* variable);
  ir::BufferRef declareArray(const clang::VarDecl* variable);
  bool isConstantArray(const clang::VarDecl* variable);
  ir::BufferRef constantArray(const clang::VarDecl* variable);
  void initializeArray(const ir::BufferRef& buffer, const clang::Expr* init, const clang::APValue* value, std::vector<ir::ExprRef> prefix);
  [[noreturn]] void refuseStmt(const clang::Stmt* stmt);

  bool isAggregate(clang::QualType type);
  Binding lowerAggregate(const clang::Expr* expr);
  Binding initialValue(const clang::VarDecl* variable);
  Binding copyAggregate(const Binding& from, const clang::VarDecl* owner, const std::string& name, clang::SourceRange tokens);
  void assignAggregate(const Binding& target, const Binding& value, clang::SourceRange tokens);

  void lowerFor(const clang::ForStmt* loop);
  void lowerRangeFor(const clang::CXXForRangeStmt* loop);
  struct Header;
  struct Bound;
  Header readHeader(const clang::ForStmt* loop);
  void emitDescending(const clang::ForStmt* loop, const Header& header);
  void emitLoop(ir::For loop, const clang::VarDecl* variable, const clang::Stmt* body, clang::SourceRange where);
  ir::Body lowerBody(const clang::Stmt* body, std::optional<ir::Policy>* policy);
  std::optional<ir::Policy> policyOf(const clang::Stmt* stmt);
  Bound lowerBound(const clang::Expr* expr);
  void checkBound(const Bound& bound, const ir::Body& body, clang::SourceRange where);

  // ---- expressions (expressions.cpp, types.cpp, places.cpp)
  ir::ExprRef lowerExpr(const clang::Expr* expr);
  ir::ExprRef lowerGuarded(const clang::Expr* expr);
  ir::ExprRef lowerWhole(const clang::Expr* expr);
  ir::ExprRef lowerIndex(const clang::Expr* expr);
  ir::ExprRef lowerCast(const clang::CastExpr* cast);
  ir::ExprRef lowerUnary(const clang::UnaryOperator* op);
  ir::ExprRef lowerBinary(const clang::BinaryOperator* op);
  ir::ExprRef lowerLogical(const clang::BinaryOperator* op);
  ir::ExprRef lowerSelect(const clang::ConditionalOperator* op);
  ir::ExprRef lowerConstruct(const clang::CXXConstructExpr* construct);
  ir::ExprRef makeBinary(clang::BinaryOperatorKind kind, ir::ExprRef lhs, ir::ExprRef rhs, const clang::Expr* at);
  ir::ExprRef zeroOf(ir::ScalarType type, SourceRange where);
  ir::ExprRef castTo(ir::ExprRef expr, ir::ScalarType type, SourceRange where);
  ir::ExprRef intConstant(const llvm::APSInt& value, ir::ScalarType type, clang::SourceRange tokens);
  ir::ExprRef foldConstant(const clang::Expr* expr);
  ir::ExprRef constantOf(const clang::DeclRefExpr* name);
  ir::ExprRef constantFrom(const clang::APValue& value, clang::QualType type, const clang::Expr* at);
  bool isConstantCandidate(const clang::Stmt* expr);
  bool isConstantVariable(const clang::VarDecl* variable);
  std::int64_t constantInt(const clang::Expr* expr, std::string_view what);
  void checkMixedSign(const clang::BinaryOperator* op);
  void warnHiddenDouble(const clang::BinaryOperator* op);
  [[noreturn]] void refuseExpr(const clang::Expr* expr);
  ir::ScalarType requireScalar(clang::QualType type, clang::SourceRange where);

  Binding lowerLvalue(const clang::Expr* expr);
  Binding bindingOf(const clang::DeclRefExpr* name);
  ir::Place lowerPlace(const clang::Expr* expr);
  ir::Place freezePlace(ir::Place place);
  Binding freezeBinding(Binding binding);
  Binding bindReference(const clang::Expr* init);
  Binding bindPlace(Binding binding, clang::SourceRange tokens);
  ir::Window bindWindow(ir::Window window, clang::SourceRange tokens);
  void demandInside(const ir::Place& place, llvm::ArrayRef<std::int64_t> shape, clang::SourceRange tokens);
  Binding subscript(const Binding& base, const clang::Expr* index, clang::SourceRange tokens);
  Binding makeView(const clang::CXXMemberCallExpr* call);
  ir::ExprRef extentOf(const Binding& tensor, int dim, SourceRange where);
  ir::ExprRef freeze(ir::ExprRef expr, const char* name);
  bool isFrozen(const ir::ExprRef& expr) const;
  ir::ExprRef readBinding(const Binding& binding, clang::SourceRange where);
  void writeBinding(const Binding& binding, ir::ExprRef value, clang::SourceRange where);

  // ---- calls (calls.cpp; windows: places.cpp)
  ir::ExprRef lowerCall(const clang::CallExpr* call);
  ir::ExprRef lowerEntityCall(const clang::CallExpr* call, const Entity& entity);
  void lowerCallStmt(const clang::CallExpr* call);
  const clang::FunctionDecl* calleeOf(const clang::CallExpr* call);
  ir::ExprRef inlineCall(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  ir::ExprRef inlineStraight(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  bool isStraight(const clang::FunctionDecl* callee);
  void bindArguments(const clang::CallExpr* call, const clang::FunctionDecl* callee, bool straight);
  Binding bindArgument(const clang::FunctionDecl* callee, const clang::ParmVarDecl* parameter, const clang::Expr* argument, bool straight);
  SymbolPtr makeResult(const clang::CallExpr* call, const std::string& name, ir::ScalarType type);
  Binding bindValue(ir::ExprRef value, std::string name, clang::SourceRange tokens, bool straight, bool is_read);
  bool isTotal(const ir::ExprRef& expr) const;
  void demand(const ir::ExprRef& value, clang::SourceRange tokens);

  const clang::CallExpr* instructionOf(const clang::FunctionDecl& function);
  std::string instructionText(const clang::CallExpr* call, const clang::FunctionDecl& function);
  ir::Instruction makeInstruction(const clang::CallExpr* call, const clang::FunctionDecl& function, const SymbolPtr& result);
  void checkInstructionBody(const ir::Body& body, const clang::CallExpr* call);

  void lowerContract(const clang::CallExpr* call, EntityKind kind);
  void lowerAlias(const clang::CallExpr* call, AliasKind kind);
  void lowerAtomic(const clang::CallExpr* call, ir::AtomicOp op);
  void lowerCopy(const clang::CallExpr* call, CopyKind kind);
  ir::ExprRef lowerCollective(const clang::CallExpr* call, ir::CollectiveOp op);
  ir::ExprRef lowerShape(const clang::CallExpr* call, EntityKind kind);
  ir::ExprRef lowerMinMax(const clang::CallExpr* call, MinMaxKind kind);
  ir::ExprRef lowerAbsolute(const clang::CallExpr* call);
  ir::ExprRef lowerMath(const clang::CallExpr* call, ir::Function function);
  ir::ExprRef reusable(ir::ExprRef value, const clang::Expr* at);
  ir::Window lowerWindow(const clang::Expr* expr);
  ir::Window makeWindow(const clang::CallExpr* call, const clang::Expr* base, unsigned first_index);
  ir::GroupRef lowerGroup(const clang::Expr* expr);
  ir::GroupRef groupOf(const clang::CallExpr* call);

  // ---- building
  template <class Node> void emit(Node node, clang::SourceRange where) { emit(std::move(node), unit_.locator.range(where)); }
  template <class Node> void emit(Node node, SourceRange where) { out_->push_back(ir::makeStmt(std::move(node), where)); }
  void emitAssign(const SymbolPtr& symbol, ir::ExprRef value, clang::SourceRange where);
  SymbolPtr makeLocal(std::string name, ir::ScalarType type, clang::SourceRange where);
  ir::BufferRef makeBuffer(ir::Buffer buffer);
  void checkWritable(const void* target, clang::SourceRange where);
  /// Runs `fill` with a new body as the target of `emit` and returns that body.
  template <class Fill>
  ir::Body collect(Fill fill) {
    ir::Body body;
    const llvm::SaveAndRestore<ir::Body*> target(out_, &body);
    fill();
    return body;
  }
  SourceRange where(clang::SourceRange tokens) const { return unit_.locator.range(tokens); }

  const Unit& unit_;
  ir::Body* out_ = nullptr;
  const ir::Body* top_ = nullptr;  ///< the proc's own statements, under no condition
  ir::Proc* proc_ = nullptr;
  bool failed_ = false;
  int depth_ = 0;
  int inlined_ = 0;  ///< calls
  int launch_depth_ = 0;  ///< blocks and tasks loops around
  bool substitute_ = false;  ///< arguments of inlined functions get no locals, if possible: bounds, guarded operands
  Leaving* leaving_ = nullptr;
  Constants* constants_ = nullptr;  ///< of the innermost launch, else of the proc
  const clang::Expr* whole_ = nullptr;  ///< the expression that is all of a statement's right side
  SymbolPtr wanted_;                    ///< the variable that `whole_` initialises
  std::deque<Frame> frames_;  ///< a deque: what refers to a frame outlives calls below it
  std::map<const clang::ValueDecl*, Binding> bindings_;
  std::set<const clang::ValueDecl*> changed_;       ///< variables assigned after their declaration
  std::set<const ir::Symbol*> may_change_;          ///< their symbols
  std::set<const ir::Symbol*> undefined_;           ///< symbols declared without a value
  std::map<const void*, std::size_t> birth_;        ///< depth of the frame that declared a symbol or buffer
  std::map<const clang::Stmt*, bool> candidates_;   ///< memo of isConstantCandidate
  std::set<const clang::ValueDecl*> refused_;       ///< variables whose declaration was refused
  std::set<std::string> reported_;                  ///< inlined bodies are lowered often, refused once
};

}  // namespace exogpu::parse
