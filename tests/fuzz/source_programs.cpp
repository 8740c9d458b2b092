#include "tests/fuzz/source_programs.h"

#include <random>
#include <utility>
#include <vector>

namespace exogpu::fuzz {
namespace {

enum class Type { Int, UInt, Long, Float, Double, Bool, Byte, UByte, Short, UShort, ULong };
constexpr Type kArithmetic[] = {Type::Int, Type::UInt, Type::Long, Type::Float, Type::Double};
constexpr Type kNarrow[] = {Type::Byte, Type::UByte, Type::Short, Type::UShort};
constexpr Type kIntegers[] = {Type::Int, Type::UInt, Type::Long, Type::ULong, Type::Byte, Type::UByte, Type::Short, Type::UShort, Type::Bool};

bool isFloating(Type type) { return type == Type::Float || type == Type::Double; }

const char* spelling(Type type) {
  switch (type) {
    case Type::Int: return "int";
    case Type::UInt: return "exo::uint32";
    case Type::Long: return "exo::int64";
    case Type::Float: return "float";
    case Type::Double: return "double";
    case Type::Bool: return "bool";
    case Type::Byte: return "exo::int8";
    case Type::UByte: return "exo::uint8";
    case Type::Short: return "exo::int16";
    case Type::UShort: return "exo::uint16";
    case Type::ULong: return "exo::uint64";
  }
  return "";
}

struct Local {
  std::string name;
  Type type;
  bool is_mutable;
};

class Writer {
 public:
  Writer(int index, std::uint64_t seed) : index_(index), random_(seed) {}

  std::string run() {
    line("void p" + std::to_string(index_) + kSignature + " {");
    line("  exo::require(n >= 0 && n <= 9 && X.has_shape(64) && Z.has_shape(64) && U.has_shape(64) && H.has_shape(64) && "
         "G.has_shape(64));");
    line("  exo::require(E.has_shape(64) && Y.has_shape(8, 8) && W.has_shape(64) && D.has_shape(64) && B.has_shape(64) && "
         "F.has_shape(64) && L.has_shape(64));");
    if (chance(2))
      line("  exo::require(X.is_aligned(16) && Z.is_aligned(16) && H.is_aligned(16) && G.is_aligned(16) && E.is_aligned(16) && "
           "Y.is_aligned(16) && W.is_aligned(16) && D.is_aligned(16) && B.is_aligned(16) && F.is_aligned(16));");
    line("  for (int b : exo::" + std::string(chance(4) ? "tasks" : "blocks") + "(2)) {");
    line("    exo::shared<float[64]> s;");
    line("    for (int t : exo::threads(64)) s[t] = X[t];");
    line("    exo::fence();");
    locals_ = {{"n", Type::Int, false}, {"a", Type::Float, false}, {"b", Type::Int, false}};
    const int phases = 1 + below(3);
    for (int i = 0; i < phases; ++i) {
      if (chance(4)) phaseLoop();
      else phase();
    }
    line("  }");
    line("}");
    return std::move(text_);
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool chance(int one_in) { return below(one_in) == 0; }
  void line(const std::string& text) { text_ += text + "\n"; }
  std::string fresh(const char* stem) { return stem + std::to_string(next_++); }

  void phase() {
    const auto kept = locals_;
    switch (below(5)) {
      case 0: collective(); break;
      case 1: copyPhase(); break;
      default: threadPhase(); break;
    }
    line("    exo::fence();");
    locals_ = kept;
  }

  /// A loop of the whole block that may be left early, under a condition that is the same in all its threads.
  void phaseLoop() {
    const auto k = fresh("k");
    const auto kept = locals_;
    const std::string conditions[] = {"Z[" + k + "] > 20", k + " == b + 1", "X[" + k + " * 3] < 0.0f", k + " > n",
                                      "n % 2 == 0 && U[" + k + "] > 7"};
    line("    for (int " + k + " = " + (chance(2) ? "0; " : "b; ") + k + " < 4; ++" + k + ") {");
    locals_.push_back({k, Type::Int, false});
    if (chance(2)) line("    if (" + conditions[below(5)] + ") break;");
    phase();
    if (chance(2)) {
      line("    if (" + conditions[below(5)] + ") {");
      phase();
      line(chance(2) ? "    if (" + conditions[below(5)] + ") break;" : "    break;");
      line("    }");
      phase();
    }
    line("    }");
    locals_ = kept;
  }

  void threadPhase() {
    const auto t = fresh("t");
    line("    for (int " + t + " : exo::threads(64)) {");
    locals_.push_back({t, Type::Int, false});
    const int count = 1 + below(5);
    for (int i = 0; i < count; ++i) statement("      ", 2);
    output("      ");
    line("    }");
  }

  void collective() {
    const auto v = fresh("v"), r = fresh("r");
    const bool integer = chance(2);
    const auto type = integer ? Type::Int : Type::Float;
    line("    for (int w : exo::warps(2)) {");
    line("      exo::reg<" + std::string(spelling(type)) + "[32]> " + v + ";");
    line("      for (int l : exo::lanes(32)) {");
    const auto kept = locals_;
    locals_.push_back({"w", Type::Int, false});
    locals_.push_back({"l", Type::Int, false});
    line("        " + v + "[l] = " + expression(type, 3) + ";");
    line("      }");
    const char* kOps[] = {"exo::warp_sum", "exo::warp_max", "exo::warp_min"};
    line("      const " + std::string(spelling(type)) + " " + r + " = " + kOps[below(3)] + "(" + v + ");");
    if (chance(2)) {
      const char* kShuffles[] = {"exo::shuffle_xor", "exo::shuffle_up", "exo::shuffle_down", "exo::shuffle_idx"};
      line("      exo::reg<" + std::string(spelling(type)) + "[32]> q;");
      line("      " + std::string(kShuffles[below(4)]) + "(q, " + v + ", " + std::to_string(1 << below(5)) + ");");
      line("      for (int l : exo::lanes(32)) " + v + "[l] = q[l];");
    }
    const std::string element = integer ? "W[w * 32 + l]" : "Y[w * 4 + l / 8][l % 8]";  // that no other warp reads
    line("      for (int l : exo::lanes(32)) " + element + " = " + r + " + " + v + "[l];");
    line("    }");
    locals_ = kept;
  }

  void copyPhase() {
    const int width = 1 << below(3);
    const auto c = fresh("c"), t = fresh("t");
    const bool async = chance(2);
    line("    {");
    line("    exo::shared<float[64]> " + c + ";");
    line("    exo::commit_group g" + c + ";");
    line("    for (int " + t + " : exo::threads(" + std::to_string(64 / width) + "))");
    line("      exo::" + std::string(async ? "cp_async" : "copy") + "(exo::window<" + std::to_string(width) + ">(" + c +
         ", " + t + " * " + std::to_string(width) + "), X.window<" + std::to_string(width) + ">(" + t + " * " +
         std::to_string(width) + (chance(2) ? " + 4 * n - 8" : "") + "));");
    line("    g" + c + ".commit();");
    line("    g" + c + ".wait<0>();");
    line("    exo::fence();");
    line("    for (int " + t + " : exo::threads(64)) s[" + t + "] = " + c + "[63 - " + t + "];");
    line("    }");
  }

  void output(const std::string& indent) {
    switch (below(7)) {
      case 0: line(indent + "Y[" + index(7) + "][" + index(7) + "] " + assignOp() + " " + expression(Type::Float, 3) + ";"); break;
      case 1: line(indent + "W[" + index(63) + "] " + assignOp() + " " + expression(Type::Int, 3) + ";"); break;
      case 2: line(indent + "D[" + index(63) + "] = " + expression(Type::Double, 3) + ";"); break;
      case 3: line(indent + "B[" + index(63) + "] = exo::bf16(" + expression(Type::Float, 3) + ");"); break;
      case 4: line(indent + "F[" + index(63) + "] = exo::f16(" + expression(Type::Float, 3) + ");"); break;
      case 5: line(indent + "L[" + index(63) + "] = " + expression(Type::Long, 3) + ";"); break;
      default: line(indent + "exo::atomic_add(W[" + index(63) + "], " + expression(Type::Int, 2) + ");"); break;
    }
  }

  std::string assignOp() {
    const char* kOps[] = {"=", "+=", "-=", "*="};
    return kOps[below(4)];
  }

  void statement(const std::string& indent, int depth) {
    if (breakable_ && chance(8)) return line(indent + "if (" + expression(Type::Bool, 2) + ") break;");
    switch (below(depth > 0 ? 11 : 7)) {
      case 0: case 1: declare(indent); break;
      case 5: change(indent); break;
      case 6: record(indent); break;
      case 2: assign(indent); break;
      case 3: output(indent); break;
      case 4: line(indent + "s[" + index(63) + "] = " + expression(Type::Float, 3) + ";"); break;
      case 7: branch(indent, depth); break;
      case 8: loop(indent, depth); break;
      case 9: neighbours(indent); break;
      default: array(indent, depth); break;
    }
  }

  /// Of any type, from a value of it or, converted without a word, of another.
  void declare(const std::string& indent) {
    const auto type = chance(2) ? kArithmetic[below(5)] : kIntegers[below(9)];
    const bool is_mutable = chance(2);
    const auto value = chance(2) ? expression(type, 3) : expression(convertible(type), 3);
    const auto name = fresh("x");
    line(indent + (is_mutable ? "" : "const ") + spelling(type) + " " + name + " = " + value + ";");
    locals_.push_back({name, type, is_mutable});
  }

  /// A type whose every value C++ converts to `type`: none with a fraction to an integer, which is undefined out of range.
  Type convertible(Type type) { return isFloating(type) && chance(3) ? kArithmetic[3 + below(2)] : kIntegers[below(9)]; }

  const Local* mutableLocal() {
    std::vector<const Local*> found;
    for (const auto& local : locals_)
      if (local.is_mutable) found.push_back(&local);
    return found.empty() ? nullptr : found[static_cast<std::size_t>(below(static_cast<int>(found.size())))];
  }

  /// What C++ computes in a wider type, or in an unsigned one, and converts back.
  void change(const std::string& indent) {
    const Local* target = mutableLocal();
    if (!target) return declare(indent);
    const auto& name = target->name;
    const char* const kSuffixes[] = {"", "u", "ll", "ull"};
    const auto literal = [&](int n) { return std::to_string(1 + below(n)) + kSuffixes[below(4)]; };
    if (target->type == Type::Bool) return line(indent + name + " " + (chance(2) ? "|=" : chance(2) ? "&=" : "^=") + " " + expression(Type::Bool, 2) + ";");
    if (isFloating(target->type)) return line(indent + name + " " + assignOp() + " " + expression(convertible(target->type), 2) + ";");
    switch (below(8)) {
      case 0: return line(indent + (chance(2) ? "++" + name : name + "--") + ";");
      case 1: return line(indent + name + (chance(2) ? " <<= " : " >>= ") + std::to_string(below(7)) + ";");
      case 2: return line(indent + name + (chance(2) ? " /= " : " %= ") + literal(99) + ";");
      case 3: return line(indent + name + (chance(2) ? " |= " : chance(2) ? " ^= " : " &= ") + expression(kIntegers[below(9)], 2) + ";");
      case 4:
        if (target->type == Type::Int) return line(indent + "nudge(" + name + ", " + expression(Type::Float, 2) + ");");
        [[fallthrough]];
      default: return line(indent + name + " " + assignOp() + " " + expression(kIntegers[below(9)], 2) + ";");
    }
  }

  /// A struct of scalars; its members are locals from here on.
  void record(const std::string& indent) {
    const auto name = fresh("r");
    line(indent + "Record " + name + "{" + expression(Type::Int, 2) + ", " + expression(Type::Float, 2) + ", " +
         expression(Type::UByte, 2) + ", " + expression(Type::Short, 2) + "};");
    if (chance(2)) line(indent + "stir(" + name + ", " + expression(Type::Int, 1) + ");");
    locals_.push_back({name + ".count", Type::Int, true});
    locals_.push_back({name + ".weight", Type::Float, true});
    locals_.push_back({name + ".byte", Type::UByte, true});
    locals_.push_back({name + ".word", Type::Short, true});
  }

  void assign(const std::string& indent) {
    const Local* target = mutableLocal();
    if (!target) return declare(indent);
    const auto op = target->type == Type::Bool ? "=" : assignOp();
    line(indent + target->name + " " + op + " " + expression(target->type, 3) + ";");
  }

  void block(const std::string& indent, int depth) {
    const auto kept = locals_;
    const int count = 1 + below(3);
    for (int i = 0; i < count; ++i) statement(indent + "  ", depth - 1);
    locals_ = kept;
  }

  void branch(const std::string& indent, int depth) {
    line(indent + "if (" + expression(Type::Bool, 2) + ") {");
    block(indent, depth);
    if (chance(2)) {
      line(indent + "} else {");
      block(indent, depth);
    }
    line(indent + "}");
  }

  void loop(const std::string& indent, int depth) {
    const auto i = fresh("i");
    const std::string bound = "for (int @ : exo::seq(b, (" + expression(Type::Int, 1) + ") & 7)) {";  // made once, whatever follows
    const std::string kHeads[] = {bound, "for (int @ = 0; @ < n; ++@) {", "for (int @ = 1; @ <= 5; @ += 2) {",
                            "for (int @ : exo::seq(2, 6)) {", "for (int @ : exo::unroll(0, 3)) {",
                            "for (int @ = b; @ < 4; @++) {"};
    std::string head = kHeads[below(6)];
    for (auto at = head.find('@'); at != std::string::npos; at = head.find('@')) head.replace(at, 1, i);
    line(indent + head);
    const auto kept = locals_;
    locals_.push_back({i, Type::Int, false});
    if (chance(4)) line(indent + "  if (" + expression(Type::Bool, 1) + ") continue;");
    const bool outer = std::exchange(breakable_, true);
    block(indent, depth);
    breakable_ = outer;
    locals_ = kept;
    line(indent + "}");
  }

  void array(const std::string& indent, int depth) {
    const auto q = fresh("q"), i = fresh("i");
    line(indent + "float " + q + "[4] = {};");
    line(indent + "for (int " + i + " : exo::unroll(0, 4)) {");
    const auto kept = locals_;
    locals_.push_back({i, Type::Int, false});
    line(indent + "  " + q + "[" + i + "] = " + expression(Type::Float, 2) + ";");
    const bool outer = std::exchange(breakable_, true);
    if (chance(2)) block(indent, depth);
    breakable_ = outer;
    locals_ = kept;
    line(indent + "}");
    line(indent + "Y[" + index(7) + "][" + index(7) + "] += " + q + "[" + index(3) + "];");
  }

  /// Adjacent elements through a private array or directly: what becomes vector accesses, and what must not.
  void neighbours(const std::string& indent) {
    struct Road {
      const char *type, *from, *to;
    };
    const Road kRoads[] = {{"float", "X", "s"}, {"float", "s", "s"}, {"float", "X", "Y"}, {"exo::bf16", "H", "B"},
                           {"exo::f16", "G", "F"}, {"int", "Z", "W"}, {"double", "E", "D"}};
    const auto& road = kRoads[below(7)];
    const int width = 2 << below(3);
    const auto q = fresh("q"), i = fresh("i"), from = fresh("o"), to = fresh("o");
    const std::string each = "for (int " + i + " : exo::unroll(0, " + std::to_string(width) + ")) ";
    const auto inside = indent + "  ";
    line(indent + "{");
    line(inside + "const int " + from + " = " + offset(width) + ", " + to + " = " + offset(width) + ";");
    const std::string source = std::string(road.from) + "[" + from + " + " + i + "]";
    const auto target = [&](const std::string& element) {
      const auto flat = to + " + " + element;
      return *road.to == 'Y' ? "Y[(" + flat + ") / 8][(" + flat + ") % 8]" : std::string(road.to) + "[" + flat + "]";
    };
    const std::string limit = chance(2) ? "n * 4" : std::to_string(8 * below(9));
    const std::string guard = chance(2) ? "if (" + from + " < " + limit + ") " : "if (" + from + " + " + i + " < " + limit + ") ";
    const bool whole = guard.find('+') == std::string::npos;
    if (chance(4)) {
      const auto value = "static_cast<" + std::string(road.type) + ">(static_cast<float>(" + source + ") * 0.5f)";
      line(inside + each + (chance(2) && !whole ? guard : "") + target(i) + " = " + value + ";");
      return line(indent + "}");
    }
    const std::string value = std::string(road.type) + "(" + (chance(2) ? "0" : std::to_string(below(9))) + (*road.type == 'i' ? "" : ".0f") + ")";
    line(inside + road.type + " " + q + "[" + std::to_string(width + below(2) * 4) + "];");
    line(inside + "for (int k : exo::unroll(0, " + std::to_string(width) + ")) " + q + "[k] = " + value + ";");
    const std::string load = q + "[" + i + "] = ";
    switch (below(4)) {
      case 0: line(inside + each + load + source + ";"); break;
      case 1: line(inside + (whole ? guard + each : each + guard) + load + source + ";"); break;
      case 2: line(inside + each + load + guard.substr(3, guard.size() - 4) + " ? " + source + " : " + value + ";"); break;
      default:
        if (*road.from == 's') line(inside + each + load + source + ";");
        else line(inside + "exo::copy(exo::window<" + std::to_string(width) + ">(" + q + ", 0), exo::window<" + std::to_string(width) + ">(" +
                  road.from + ", " + from + (chance(2) ? " + 4 * n - 8" : "") + "));");
    }
    const std::string element = chance(4) ? std::to_string(width - 1) + " - " + i : i;
    const auto store = target(i) + " = " + q + "[" + element + "];";
    const auto out = chance(3) ? "if (" + to + (chance(2) ? " + " + i : "") + " < " + limit + ") " : "";
    line(inside + each + out + store);
    line(indent + "}");
  }
  /// A start that leaves room for `width` elements, mostly a multiple of it.
  std::string offset(int width) {
    const auto base = expression(Type::Int, 1);
    if (chance(4)) return "(" + base + " & 31) + " + std::to_string(below(8));
    return "(" + base + " & " + std::to_string(64 / width - 1) + ") * " + std::to_string(width);
  }

  std::string index(int mask) { return expression(Type::Int, 1) + " & " + std::to_string(mask); }

  std::string leaf(Type type) {
    std::vector<std::string> candidates;
    for (const auto& local : locals_)
      if (local.type == type) candidates.push_back(local.name);
    if (!candidates.empty() && !chance(3))
      return candidates[static_cast<std::size_t>(below(static_cast<int>(candidates.size())))];
    switch (type) {
      case Type::Int: return chance(2) ? std::to_string(below(40)) : chance(2) ? "Z[" + index(63) + "]" : "int(U[" + index(63) + "])";
      case Type::UInt: return std::to_string(below(3000000)) + "u";
      case Type::Long: return "exo::int64(" + std::to_string(below(100000)) + ")";
      case Type::Float: return floatLeaf();
      case Type::Double: return chance(2) ? "E[" + index(63) + "]" : std::to_string(below(100)) + ".25";
      case Type::Bool: return chance(2) ? "(n > 3)" : "(b == 0)";
      case Type::ULong: return std::to_string(below(90000)) + "ull";
      default: return cast(type, leaf(Type::Int));
    }
    return "";
  }

  static std::string cast(Type type, const std::string& value) {
    return std::string("static_cast<") + spelling(type) + ">(" + value + ")";
  }

  std::string floatLeaf() {
    switch (below(5)) {
      case 0: return "X[" + index(63) + "]";
      case 1: return "s[" + index(63) + "]";
      case 2: return "float(H[" + index(63) + "])";
      case 3: return "float(G[" + index(63) + "])";
      default: return std::to_string(below(50)) + ".375f";
    }
  }

  std::string expression(Type type, int depth) {
    if (depth == 0 || chance(5)) return leaf(type);
    switch (type) {
      case Type::Int: return integer(depth);
      case Type::UInt: case Type::Long: case Type::ULong: return wide(type, depth);
      case Type::Float: case Type::Double: return floating(type, depth);
      case Type::Bool: return boolean(depth);
      default: return cast(type, expression(kIntegers[below(9)], depth - 1));
    }
  }

  /// Functions that may leave out what they are given, that take references, that call others.
  std::string called(int depth) {
    const auto sub = [&](Type type) { return expression(type, depth - 1); };
    switch (below(6)) {
      case 0: return "choose(" + sub(Type::Bool) + ", " + sub(Type::Int) + ")";
      case 1: return "first(" + sub(Type::Int) + ", " + sub(Type::Float) + ")";
      case 2: return "later(" + sub(Type::Bool) + ", Z[" + index(63) + "])";
      case 3: return "both(" + sub(Type::Int) + ", " + sub(Type::Int) + ")";
      case 4: return "signOf(" + sub(Type::Int) + ")";
      default: return "Record{" + sub(Type::Int) + ", " + sub(Type::Float) + ", " + sub(Type::UByte) + ", " + sub(Type::Short) + "}." +
                      (chance(2) ? "count" : "byte");
    }
  }

  /// Operands of two types, by the usual arithmetic conversions.
  std::string mixed(int depth) {
    const char* const kOps[] = {"+", "-", "*", "&", "|", "^"};
    const auto left = expression(kIntegers[below(9)], depth - 1), right = expression(kIntegers[below(9)], depth - 1);
    return "(" + left + " " + kOps[below(6)] + " " + right + ")";
  }

  std::string binary(Type type, const char* op, int depth) {
    return "(" + expression(type, depth - 1) + " " + op + " " + expression(type, depth - 1) + ")";
  }

  std::string integer(int depth) {
    const auto sub = [&](Type type) { return expression(type, depth - 1); };
    switch (below(19)) {
      case 13: return cast(Type::Int, mixed(depth));
      case 14: return cast(Type::Int, "(" + sub(Type::Bool) + " ? " + sub(kIntegers[below(9)]) + " : " + sub(kIntegers[below(9)]) + ")");
      case 15: return std::string(chance(2) ? "(-" : "(~") + sub(kNarrow[below(4)]) + ")";
      case 17: return called(depth);
      case 16: return "(" + sub(kNarrow[below(4)]) + (chance(2) ? " * " : " - ") + sub(kNarrow[below(4)]) + ")";
      case 0: return "(" + sub(Type::Int) + " / " + std::to_string(1 + below(9)) + ")";
      case 1: return "(" + sub(Type::Int) + " % " + std::to_string(1 + below(17)) + ")";
      case 2: return "(" + sub(Type::Bool) + " ? " + sub(Type::Int) + " : " + sub(Type::Int) + ")";
      case 3: return "(" + sub(Type::Int) + " >> " + std::to_string(below(5)) + ")";
      case 4: return "((" + sub(Type::Int) + " & 1023) << " + std::to_string(below(5)) + ")";
      case 5: return "static_cast<int>(exo::min(exo::max(" + sub(Type::Float) + ", -1000.0f), 1000.0f))";
      case 6: return "static_cast<int>(" + sub(Type::Long) + ")";
      case 7: return "static_cast<int>(static_cast<exo::int8>(" + sub(Type::Int) + "))";
      case 8: return "clampIndex(" + sub(Type::Int) + ", " + std::to_string(1 + below(60)) + ")";
      case 9: return "scaled<" + std::to_string(below(9)) + ">(" + sub(Type::Int) + ")";
      case 10: return "(-" + sub(Type::Int) + ")";
      case 11: return binary(Type::Int, chance(2) ? "|" : "^", depth);
      case 12: return binary(Type::Int, "*", depth);
      default: return binary(Type::Int, chance(2) ? "+" : "-", depth);
    }
  }

  std::string wide(Type type, int depth) {
    switch (below(7)) {
      case 0: return cast(type, expression(Type::Int, depth - 1));
      case 1: return binary(type, "*", depth);
      case 2: return "(" + expression(type, depth - 1) + (chance(2) ? " / " : " % ") + cast(type, "7") + ")";
      case 4: return "(" + expression(type, depth - 1) + (chance(2) ? " >> " : " << ") + std::to_string(below(31)) + ")";
      case 5: return cast(type, mixed(depth));
      case 3: return binary(type, "^", depth);
      default: return binary(type, chance(2) ? "+" : "-", depth);
    }
  }

  std::string floating(Type type, int depth) {
    const auto sub = [&] { return expression(type, depth - 1); };
    switch (below(12)) {
      case 0: return "exo::fma(" + sub() + ", " + sub() + ", " + sub() + ")";
      case 1: return "exo::sqrt(exo::fabs(" + sub() + "))";
      case 2: {
        const char* kNames[] = {"floor", "ceil", "trunc", "rint", "fabs"};
        return "exo::" + std::string(kNames[below(5)]) + "(" + sub() + ")";
      }
      case 3: return std::string("exo::") + (chance(2) ? "min" : "max") + "(" + sub() + ", " + sub() + ")";
      case 4: return "(" + expression(Type::Bool, depth - 1) + " ? " + sub() + " : " + sub() + ")";
      case 5: return cast(type, expression(chance(2) ? kArithmetic[below(5)] : kIntegers[below(9)], depth - 1));
      case 6: return binary(type, "/", depth);
      case 7: return type == Type::Float ? "blend(" + sub() + ", " + sub() + ")" : "(-" + sub() + ")";
      case 8: return binary(type, "-", depth);
      case 9: return binary(type, "+", depth);
      default: return binary(type, "*", depth);
    }
  }

  std::string boolean(int depth) {
    const char* kCompare[] = {"<", "<=", ">", ">=", "==", "!="};
    switch (below(4)) {
      case 0: return "(" + expression(Type::Bool, depth - 1) + (chance(2) ? " && " : " || ") + expression(Type::Bool, depth - 1) + ")";
      case 1: return "!(" + expression(Type::Bool, depth - 1) + ")";
      default: return binary(kArithmetic[below(5)], kCompare[below(6)], depth);
    }
  }

  int index_;
  std::mt19937_64 random_;
  std::string text_;
  std::vector<Local> locals_;
  bool breakable_ = false;  ///< inside a loop that may be left
  int next_ = 0;
};

}  // namespace

std::string sourcePreamble() {
  return R"(#include <exogpu/exogpu.h>

/// A value-returning helper with a branch.
inline int clampIndex(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }
template <int Factor> int scaled(int i) {
  const int half = Factor / 2;
  return i * Factor - half;
}
inline float blend(float x, float y) {
  const float d = y - x;
  return x + 0.5f * d;
}
inline int choose(bool c, int v) { return c ? v : 1; }
inline int first(int a, float) { return a; }
inline int later(bool c, const int& v) {
  const int twice = 2 * v;
  return c ? twice : 7;
}
inline int sign(int v) {
  if (v > 0) return 1;
  return v < 0 ? -1 : 0;
}
inline int signOf(int v) {
  if (v > 300) return 2;
  return sign(v) + choose(v > 5, sign(v - 9));
}
inline int both(int a, int b) { return choose(a > b, first(a, 0.5f)) - later(a < b, b); }
/// Changes its argument, and returns early.
inline void nudge(int& i, float x) {
  if (x > 1.0f) {
    i += 3;
    return;
  }
  i--;
}
struct Record {
  int count;
  float weight;
  exo::uint8 byte;
  exo::int16 word;
};
inline void stir(Record& r, int by) {
  r.byte += by;
  r.word -= r.byte;
  r.weight *= r.word;
  r.count ^= r.byte;
}

)";
}

const char* const kFiles = R"(
#include <cstdio>
#include <cstdlib>
namespace {
std::FILE* in; std::FILE* out;
template <class T> T read() { T v; if (std::fread(&v, sizeof v, 1, in) != 1) std::abort(); return v; }
template <class T> struct Data {
  alignas(16) T v[64];
  Data() { if (std::fread(v, sizeof v, 1, in) != 1) std::abort(); }
  ~Data() { std::fwrite(v, sizeof v, 1, out); }
};
}
)";

std::string mainProgram(const std::vector<std::string>& names) {
  std::string text = R"(
int main(int, char** argv) {
  in = std::fopen(argv[1], "rb"); out = std::fopen(argv[2], "wb");
)";
  for (const auto& name : names) text += "  call(" + name + ");\n";
  return text + "  return std::fclose(out);\n}\n";
}

std::string sourceProgram(int index, std::uint64_t seed) { return Writer(index, seed).run(); }

}  // namespace exogpu::fuzz
