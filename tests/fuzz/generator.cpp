#include "tests/fuzz/generator.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace exogpu::fuzz {

std::string Generator::program() {
  care_ = oneOf(std::vector<double>{1.0, 1.0, 0.97, 0.95, 0.9, 0.85, 0.7});
  threads_ = oneOf(std::vector<int>{32, 64, 64, 64, 96});
  blocks_symbolic_ = chance(0.3);
  const int outer = 1 + pick(3), inner = chance(0.25) ? 2 : 1;
  blocks_ = blocks_symbolic_ ? inner : outer * inner;
  block_ = inner == 1 ? "b" : "(b * 2 + a)";
  has_tile_ = chance(0.4);
  const std::string elements = number(threads_ * blocks_), kind = chance(0.25) ? "tasks" : "blocks";
  std::string text = "proc fuzz(i32 n, i32 m, tensor<const f32, 1> x, tensor<f32, 1> y, tensor<i32, 1> h) {\n";
  text += "require n >= 0 && n <= 1000 && m >= 0 && m <= 1000, \"small\";\n";
  for (const std::string tensor : {"x", "y"})
    text += "require extent(" + tensor + ", 0) == (n + 4) * " + elements + ", \"extent of " + tensor + "\";\n";
  text += "require extent(h, 0) == " + number(threads_) + ", \"extent of h\";\n";
  if (has_tile_) text += "require aligned(x, 16), \"x starts at 16 bytes\";\n";
  text += "for b in " + kind + "(0, " + (blocks_symbolic_ ? "n" : number(outer)) + ") {\n";
  if (inner > 1) text += "for a in " + kind + "(0, 2) {\n";
  const int count = 1 + pick(2);
  for (int a = 0; a < count; ++a) {
    arrays_.push_back({fresh("s"), chance(0.5) ? 1 : 2 + pick(3)});
    text += "alloc f32 " + arrays_.back().name +
            (arrays_.back().slots > 1 ? "[" + number(arrays_.back().slots) + "]" : "") + "[" + number(threads_) + "] @shared;\n";
  }
  text += "alloc f32 r[" + number(threads_) + "] @reg = 0;\n";
  if (has_tile_) text += "alloc f32 tile[" + number(threads_ / 8) + "][12] @shared;\n";
  has_counters_ = chance(0.3);
  if (has_counters_) text += "alloc i32 c[16] @shared;\n";
  has_group_ = chance(0.35);
  if (has_group_) text += "group g;\n";
  text += initialise();
  Place place;
  text += items(place, 2 + pick(3));
  if (has_group_ && chance(0.95)) text += "wait g, 0;\n";
  text += fence(place) + (inner > 1 ? "}\n}\n" : "}\n");
  if (chance(0.15)) text += secondLaunch();
  return text + "}\n";
}

/// Launches follow one another, so what the first one wrote may be read by any thread of the second.
std::string Generator::secondLaunch() {
  const std::string t = fresh("t"), T = number(threads_);
  const std::string own = "y[e * " + T + " + " + t + "]", other = careful() ? own : "y[e * " + T + " + (" + t + " + 1) % " + T + "]";
  return "for e in blocks(0, n) {\nfor " + t + " in threads(0, " + T + ") { " + own + " = " + other + " + cast<f32>(h[" + t + "]); }\n}\n";
}

std::string Generator::fence(const Place& place) {
  if (careful()) return "fence;\n";
  const std::string k = fresh("k");
  switch (pick(7)) {
    case 0: return "if " + condition(place) + " { fence; }\n";
    case 1: return "for " + k + " in seq(0, " + (chance(0.5) ? "n" : number(pick(2))) + ") { fence; }\n";
    case 2: return "for " + k + " in warps(0, " + number(threads_ / 32) + ") { fence; }\n";
    case 3: return "for " + k + " in groups<16, " + number(1 + pick(2)) + ">(0, " + number(threads_ / 16) + ") { fence; }\n";
    case 4: return "if " + condition(place) + " { fence; } else { for " + k + " in warps(0, 1) { fence; } }\n";
    default: return "";
  }
}

std::string Generator::initialise() {
  if (chance(0.06)) return "";  // leaves something undefined
  const std::string t = fresh("t");
  std::string text = "for " + t + " in threads(0, " + number(threads_) + ") {\n";
  for (const auto& array : arrays_) {
    if (array.slots == 1) {
      text += array.name + "[" + t + "] = 0.0f;\n";
    } else {
      const std::string d = fresh("d");
      text += "for " + d + " in unroll(0, " + number(array.slots) + ") { " + array.name + "[" + d + "][" + t + "] = 0.0f; }\n";
    }
  }
  if (has_counters_) text += "if " + t + " < 16 { c[" + t + "] = 0; }\n";
  return text + "}\n" + fence({});
}

std::string Generator::items(const Place& place, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += item(place);
  return text;
}

std::string Generator::item(const Place& place) {
  const int kind = pick(100);
  if (kind < 34) return threadPhase(place) + fence(place);
  if (kind < 46) return warpPhase(place) + fence(place);
  if (kind < 53) return groupPhase(place) + fence(place);
  if (kind < 60) return uniformPhase(place) + fence(place);
  if (kind < 66) return atomicPhase(place) + fence(place);
  if (kind < 71) return scoped(place) + fence(place);
  if (kind < 75 && has_group_) return asyncPhase(place);
  if (kind < 78 && place.depth == 0 && !has_ring_) return ring();
  if (kind < 84 && has_tile_) return tilePhase(place);
  if (kind < 90 && place.depth < 2) return sequential(place);
  if (kind < 97 && place.depth < 3) return branch(place);
  return threadPhase(place) + "fence;\n";
}

std::string Generator::threadPhase(const Place& place) {
  const std::string t = fresh("t");
  const int used = chance(0.15) ? 32 : threads_;
  const Thread thread{t, t, "", threads_};
  return "for " + t + " in threads(0, " + number(used) + ") {\n" + threadBody(place, thread) + "}\n";
}

std::string Generator::asyncPhase(const Place& place) {
  const std::string t = fresh("t"), u = fresh("t");
  const Thread thread{t, t, "", threads_}, user{u, u, "", threads_};
  const Array& array = oneOf(arrays_);
  std::string text = "for " + t + " in threads(0, " + number(threads_) + ") { cp_async " +
                     element(place, array, careful() ? ownIndex(thread) : someIndex(thread)) + ":[1] <- x[" + globalIndex(place, thread) + "]:[1]; }\n";
  if (careful()) text += "commit g;\n";
  if (chance(0.3)) text += threadPhase(place);  // overlaps with the copies
  if (careful()) text += "wait g, 0;\n" + fence(place);
  else text += std::string(chance(0.5) ? "wait g, 1;\n" : "commit g;\n") + fence(place);
  if (chance(0.5))
    text += "for " + u + " in threads(0, " + number(threads_) + ") { y[" + globalIndex(place, user) + "] = " +
            element(place, array, someIndex(user)) + "; }\n" + fence(place);
  return text;
}

/// A tile of 8 columns in rows of 12: written one element or 4 at a time, read by threads that stand otherwise in it. The
/// digits of the thread's number are row and column.
std::string Generator::tilePhase(const Place& place) {
  const std::string t = fresh("t"), u = fresh("t");
  const Thread writer{t, t, "", threads_}, reader{u, u, "", threads_};
  std::string text;
  if (chance(0.5)) {
    text = "for " + t + " in threads(0, " + number(threads_) + ") { " + tileElement(t, careful()) + " = x[" + globalIndex(place, writer) + "]; }\n";
  } else {
    const int width = oneOf(std::vector<int>{2, 4}), per_row = 8 / width;
    const bool is_async = has_group_ && chance(0.7);
    const std::string from = globalIndex(place, {t + " * " + number(width), t, "", threads_});
    const std::string column = t + " % " + number(careful() ? per_row : per_row + 1) + " * " + number(width);
    text = "for " + t + " in threads(0, " + number(threads_ / width) + ") { " + (is_async ? "cp_async" : "copy") + " tile[" + t + " / " +
           number(per_row) + "][" + column + "]:[" + number(width) + "] <- x[" + from + "]:[" + number(width) + "]; }\n";
    if (is_async) text += std::string(careful() ? "commit g;\n" : "") + (careful() ? "wait g, 0;\n" : "wait g, 1;\n");
  }
  text += fence(place);
  if (chance(0.3)) return text;
  return text + "for " + u + " in threads(0, " + number(threads_) + ") { y[" + globalIndex(place, reader) + "] = " +
         tileElement(u, chance(0.7)) + "; }\n" + fence(place);
}

/// An element of the tile by the digits of t: one that is t's own, or one that several threads name.
std::string Generator::tileElement(const std::string& t, bool own) {
  const std::string rows = number(threads_ / 8);
  switch (pick(3)) {
    case 0: return "tile[" + t + " / 8][" + t + (own ? " % 8]" : " % 8 / 2]");
    case 1: return "tile[" + t + " % " + rows + "][" + t + " / " + (own ? rows : number(threads_ / 4)) + "]";
    default: return "tile[" + t + " / 32 * 4 + " + t + " % 4][" + t + (own ? " % 32 / 4]" : " % 16 / 4 + " + t + " / 32]");
  }
}

std::string Generator::warpPhase(const Place& place) {
  const std::string w = fresh("w"), v = fresh("v"), total = fresh("c");
  std::string text = "for " + w + " in warps(0, " + number(threads_ / 32) + ") {\n";
  const auto lanes = [&](const std::string& lane) { return Thread{w + " * 32 + " + lane, lane, w + " * 32", 32}; };
  const int phases = 1 + pick(2);
  for (int i = 0; i < phases; ++i) {
    const std::string l = fresh("l");
    text += "for " + l + " in lanes(0, 32) {\n" + threadBody(place, lanes(l)) + "}\n" + fence(place);
  }
  if (chance(0.5)) {
    const std::string l = fresh("l"), o = fresh("o");
    const Array& array = oneOf(arrays_);
    const std::string op = oneOf(std::vector<std::string>{"warp_sum", "warp_max", "shuffle_xor", "shuffle_down"});
    const bool reduces = op[0] == 'w';
    text += "alloc f32 " + v + "[32] @reg;\nfor " + l + " in lanes(0, 32) { " + v + "[" + l + "] = " +
            element(place, array, ownIndex(lanes(l))) + "; }\n";
    if (reduces) {
      text += "var f32 " + total + ";\n" + total + " = " + op + "<32> " + v + ";\n";
      text += "for " + o + " in one_thread(0, 1) { " + element(place, array, careful() ? w + " * 32" : number(pick(threads_))) +
              " = " + total + "; }\n" + fence(place);
    } else {
      text += "alloc f32 " + total + "[32] @reg;\n" + total + " = " + op + "<32> " + v + ", " + number(1 << pick(5)) + ";\n";
      text += "for " + o + " in lanes(0, 32) { " + element(place, array, ownIndex(lanes(o))) + " = " + total + "[" + o + "]; }\n";
    }
  }
  return text + "}\n";
}

std::string Generator::groupPhase(const Place& place) {
  const std::string g = fresh("g"), t = fresh("t");
  const int size = oneOf(std::vector<int>{8, 16}), stride = oneOf(std::vector<int>{1, 1, 2});
  std::string text = "for " + g + " in groups<" + number(size) + ", " + number(stride) + ">(0, " + number(threads_ / size) + ") {\n";
  // Positions are numbered by group, so with a stride the element's owner is another thread than its number.
  const Thread thread{g + " * " + number(size) + " + " + t, t, g + " * " + number(size), size};
  const int phases = 1 + pick(2);
  for (int i = 0; i < phases; ++i)
    text += "for " + t + " in threads(0, " + number(size) + ") {\n" + threadBody(place, thread) + "}\n" + fence(place);
  return text + "}\n";
}

std::string Generator::uniformPhase(const Place& place) {
  const Array& array = oneOf(arrays_);
  const std::string v = fresh("v"), o = fresh("o");
  std::string text = "let f32 " + v + " = " + element(place, array, number(pick(threads_))) + ";\n" + fence(place);
  const Thread first{o, o, "", 1};
  if (chance(0.5)) {
    text += "for " + o + " in one_thread(0, 1) { y[" + globalIndex(place, first) + "] = " + v + "; }\n";
  } else {
    text += "for " + o + " in one_thread(0, 1) { " + element(place, oneOf(arrays_), number(pick(threads_))) + " = " + v + " + 1.0f; }\n";
  }
  return text;
}

std::string Generator::atomicPhase(const Place& place) {
  const std::string t = fresh("t");
  const Thread thread{t, t, "", threads_};
  const bool shared = has_counters_ && chance(0.6);
  const std::string target = shared ? "c[" + t + " % 16]" : "h[" + (chance(0.5) ? t : t + " % 8") + "]";
  std::string text = "for " + t + " in threads(0, " + number(threads_) + ") {\n";
  text += "if " + threadCondition(place, thread) + " { atomic " + (careful() ? "add" : "max") + " " + target + ", " + t + "; }\n";
  if (shared && chance(0.7)) text += "}\n" + fence(place) + "for " + t + " in threads(0, " + number(threads_) + ") {\ny[" +
                                    globalIndex(place, thread) + "] = cast<f32>(c[" + t + " / 2 % 16]);\n";
  else if (!careful()) text += "y[" + globalIndex(place, thread) + "] = cast<f32>(h[" + t + "]);\n";
  return text + "}\n";
}

std::string Generator::sequential(const Place& place) {
  Place inner = place;
  ++inner.depth;
  const std::string k = fresh("k");
  inner.iterators.push_back(k);
  std::string bound = number(pick(4));
  if (place.symbolic.empty() && chance(0.65)) {
    bound = chance(0.8) ? "n" : "n + " + number(1 + pick(3));
    inner.symbolic = k;
  } else if (chance(0.2)) {
    bound = "m";
  }
  const std::string step = chance(0.1) ? " step 2" : "";
  const std::string head = "for " + k + " in seq(" + (chance(0.15) ? "1" : "0") + ", " + bound + ")" + step + " {\n";
  if (chance(0.75)) return head + items(inner, 1 + pick(3)) + "}\n";
  const std::string d = fresh("d");
  return "var bool " + d + " = false;\n" + head + leaving(inner, d) + "}\n";
}

/// The body of a loop with a `break`, as the frontend writes it.
std::string Generator::leaving(const Place& place, const std::string& flag) {
  std::string text = "if !" + flag + " {\n" + (chance(0.6) ? items(place, 1) : "");
  text += "if " + condition(place) + " {\n" + (chance(0.3) ? items(place, 1) : "") + flag + " = true;\n} else {\n" +
          (chance(0.7) ? items(place, 1 + pick(2)) : "") + "}\n";
  if (chance(0.3)) text += "if !" + flag + " {\n" + items(place, 1) + "}\n";
  return text + "}\n";
}

std::string Generator::branch(const Place& place) {
  Place inner = place;
  ++inner.depth;
  std::string text = "if " + condition(place) + " {\n" + items(inner, 1 + pick(2)) + "}";
  if (chance(0.3)) text += " else {\n" + items(inner, 1) + "}";
  return text + "\n";
}

std::string Generator::scoped(const Place& place) {
  // Shared storage with a shorter life, written and read back.
  const std::string own = fresh("q"), t = fresh("t"), u = fresh("t");
  const Thread writer{t, t, "", threads_}, reader{u, u, "", threads_};
  return "scope {\nalloc f32 " + own + "[" + number(threads_) + "] @shared;\nfor " + t + " in threads(0, " + number(threads_) + ") { " +
         own + "[" + ownIndex(writer) + "] = " + element(place, oneOf(arrays_), someIndex(writer)) + "; }\n" + fence(place) + "for " + u +
         " in threads(0, " + number(threads_) + ") { y[" + globalIndex(place, reader) + "] = " + own + "[" + someIndex(reader) + "]; }\n" +
         (chance(0.8) ? fence(place) : "") + "}\n";
}

std::string Generator::ring() {
  has_ring_ = true;
  const std::string s = fresh("p"), g = has_group_ ? "g" : fresh("g"), T = number(threads_);
  const int depth = 1 + pick(4), ahead = careful() ? std::max(1, depth - 1) : pick(depth + 1);
  const std::string block = blocks_symbolic_ ? "" : " * " + number(blocks_) + " + " + block_;
  const auto source = [&](const std::string& k, const std::string& t) { return "x[(" + k + block + ") * " + T + " + " + t + "]"; };
  const auto copies = [&](const std::string& slot_index, const std::string& step) {
    const std::string t = fresh("t");
    return "for " + t + " in threads(0, " + T + ") { cp_async " + s + "[" + slot_index + "][" + t + "]:[1] <- " + source(step, t) + ":[1]; }\n";
  };
  const std::string k = fresh("k"), next = fresh("k"), d = number(depth);
  const std::string commit = "commit " + g + ";\n";
  const int pending = std::max(0, careful() ? std::min(ahead, depth - 1) - (depth > 1 ? 1 : 0) : pick(depth + 1));
  const bool commits_always = careful(), fences = careful(), fence_at_end = depth < 2 || ahead >= depth || chance(0.3);
  std::string text = "alloc f32 " + s + "[" + d + "][" + T + "] @shared;\n" + (has_group_ ? "" : "group " + g + ";\n");
  text += "for " + k + " in seq(0, " + number(ahead) + ") {\nif " + k + " < n {\n" + copies(k + " % " + d, k) +
          (commits_always ? "" : commit) + "}\n" + (commits_always ? commit : "") + "}\n";
  const std::string issue = "if " + next + " + " + number(ahead) + " < n {\n" +
                            copies("(" + next + " + " + number(ahead) + ") % " + d, next + " + " + number(ahead)) +
                            (commits_always ? "" : commit) + "}\n" + (commits_always ? commit : "");
  const std::string wait = "wait " + g + ", " + number(pending) + ";\n" + (fences ? "fence;\n" : "");
  const std::string use = ringUse(s, next, depth, fences);
  text += "for " + next + " in seq(0, n) {\n";
  const int order = careful() ? 0 : pick(3);
  if (order == 0) text += wait + issue + use;
  else if (order == 1) text += wait + use + issue;
  else text += issue + wait + use;
  return text + (fence_at_end && careful() ? "fence;\n" : "") + "}\n" + (careful() ? "wait " + g + ", 0;\nfence;\n" : "");
}

std::string Generator::ringUse(const std::string& ring, const std::string& step, int depth, bool fences) {
  const std::string t = fresh("t");
  Place place;
  place.symbolic = step;
  const Thread thread{t, t, "", threads_};
  return "for " + t + " in threads(0, " + number(threads_) + ") { y[" + globalIndex(place, thread) + "] = " + ring + "[" + step + " % " +
         number(depth) + "][" + (fences || chance(0.5) ? someIndex(thread) : ownIndex(thread)) + "]; }\n";
}

std::string Generator::threadBody(const Place& place, const Thread& thread) {
  const Array& to = oneOf(arrays_);
  // Within one phase another array is read than is written, unless the program is careless.
  const Array& from = arrays_.size() > 1 && &to == &arrays_[0] ? arrays_[1] : arrays_[0];
  const int kind = pick(10);
  std::string text;
  if (kind < 5) text = store(place, thread, to, from);
  else if (kind < 8) text = output(place, thread, from);
  else text = accumulate(place, thread, from);
  if (chance(0.25)) text = "if " + threadCondition(place, thread) + " {\n" + text + "}\n";
  if (kind < 8 && chance(0.2)) text += accumulate(place, thread, from);
  if (chance(0.1)) {  // a loop of one thread that may be left
    const std::string d = fresh("d"), j = fresh("j");
    text = "var bool " + d + " = false;\nfor " + j + " in seq(0, " + (chance(0.5) ? "n" : "3") + ") {\nif !" + d + " {\n" + text + "if " +
           threadCondition(place, thread) + " {\n" + d + " = true;\n}\n}\n}\n";
  }
  return text;
}

std::string Generator::store(const Place& place, const Thread& thread, const Array& to, const Array& from) {
  const std::string target = careful() ? ownIndex(thread) : someIndex(thread);
  std::string value = "cast<f32>(" + thread.self + ")";
  const int kind = pick(3);
  if (kind == 0) value = "x[" + globalIndex(place, thread) + "]";
  if (kind == 1) {
    const bool same = &to == &from && careful();
    value = (same ? element(place, to, target) : element(place, from, someIndex(thread))) + " + 1.0f";
  }
  return element(place, to, target) + " = " + value + ";\n";
}

std::string Generator::output(const Place& place, const Thread& thread, const Array& from) {
  return "y[" + globalIndex(place, thread) + "] = " + element(place, from, someIndex(thread)) + ";\n";
}

std::string Generator::accumulate(const Place& place, const Thread& thread, const Array& from) {
  const std::string own = "r[" + (careful() || thread.first.empty() ? thread.self : thread.lane) + "]";
  const bool owns = thread.first.empty() || thread.unit == 32;  // elsewhere another thread would own the number
  if (!owns && careful()) return output(place, thread, from);
  return own + " = " + own + " + " + element(place, from, someIndex(thread)) + ";\n";
}

std::string Generator::element(const Place& place, const Array& array, const std::string& index) {
  return array.name + (array.slots > 1 ? "[" + slot(place, array.slots) + "]" : "") + "[" + index + "]";
}

std::string Generator::slot(const Place& place, int slots) {
  if (place.iterators.empty() || chance(0.2)) return number(pick(slots));
  const std::string& k = oneOf(place.iterators);
  return chance(0.5) ? k + " % " + number(slots) : "(" + k + " + " + number(1 + pick(3)) + ") % " + number(slots);
}

std::string Generator::ownIndex(const Thread& thread) {
  const int kind = pick(7);
  if (kind == 6 && thread.unit % 32 == 0) return "(" + thread.self + ") / 32 * 32 + (" + thread.self + ") % 8 * 4 + (" + thread.self + ") % 32 / 8";
  if (kind == 0 && thread.first.empty()) return number(threads_ - 1) + " - " + thread.lane;
  if (kind == 1 && thread.first.empty()) return "(" + thread.lane + " + " + number(1 + pick(5)) + ") % " + number(threads_);
  if (kind == 2) return "(" + thread.self + ") / 4 * 4 + (" + thread.self + ") % 4";
  return thread.self;
}

std::string Generator::someIndex(const Thread& thread) {
  const std::string base = thread.first.empty() ? "" : thread.first + " + ";
  switch (pick(9)) {
    case 8: return "(" + thread.self + ") / 32 * 32 + (" + thread.self + ") % 8 * 4 + (" + thread.self + ") % 32 / 16";
    case 0: return base + number(thread.unit - 1) + " - " + thread.lane;
    case 1: return base + "(" + thread.lane + " + " + number(1 + pick(7)) + ") % " + number(thread.unit);
    case 2: return base + thread.lane + " / 2";
    case 3: return base + thread.lane + " % 8";
    case 4: return base + number(pick(thread.unit));
    case 5: return careful() ? thread.self : "(" + thread.self + " + 32) % " + number(threads_);
    default: return thread.self;
  }
}

std::string Generator::globalIndex(const Place& place, const Thread& thread) {
  std::string block = blocks_symbolic_ ? block_ : "";
  if (!blocks_symbolic_) {
    const std::string step = place.symbolic.empty() || chance(0.15) ? number(pick(3)) : place.symbolic;
    block = careful() ? "(" + step + ") * " + number(blocks_) + " + " + block_ : step;
  }
  return "(" + block + ") * " + number(threads_) + " + " + thread.self;
}

std::string Generator::condition(const Place& place) {
  if (!place.iterators.empty() && chance(0.6)) {
    const std::string& k = oneOf(place.iterators);
    const std::vector<std::string> all = {k + " > 0", k + " % 2 == 0", k + " + 1 < n", k + " < 2", k + " % 2 == 1 && n > 2"};
    return oneOf(all);
  }
  if (chance(0.15)) return element(place, oneOf(arrays_), number(pick(threads_))) + " > 0.0f";
  const std::vector<std::string> all = {"n > 0", "m == 1", "n % 2 == 0", "n > m", "x[" + number(pick(threads_)) + "] > 0.0f"};
  return oneOf(all);
}

std::string Generator::threadCondition(const Place& place, const Thread& thread) {
  const std::vector<std::string> all = {thread.self + " < " + number(1 + pick(threads_)), "(" + thread.self + ") % 2 == 0", thread.lane + " < n",
                                        "x[" + globalIndex(place, thread) + "] > 0.0f", thread.lane + " == " + number(pick(thread.unit))};
  return oneOf(all);
}

std::string canonical(const std::string& text) {
  std::map<std::string, std::string> names;
  std::string result;
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t i = 0; i < text.size();) {
    if (!is_word(text[i])) {
      result += text[i++];
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string word = text.substr(i, end - i);
    i = end;
    // Generated names are one letter and a number.
    const bool is_name = word.size() > 1 && std::islower(static_cast<unsigned char>(word[0])) != 0 &&
                         std::all_of(word.begin() + 1, word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    if (!is_name || word == "i32" || word == "f32") result += word;
    else result += names.try_emplace(word, word.substr(0, 1) + "_" + std::to_string(names.size())).first->second;
  }
  return result;
}

}  // namespace exogpu::fuzz
