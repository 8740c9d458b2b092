#pragma once
// Random programs in the IR's text form: annotated nests that are synchronised well, and then less well.
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace exogpu::fuzz {

/// Builds one program from one seed. The grammar: a launch of blocks or tasks; in it shared and register arrays,
/// initialised or not; then loops over threads, warps and groups that read and write them, sequential loops, some left
/// early, and uniform ifs around those, fences of every level, cp.async rings, tiles by digits of the thread, atomics, warp
/// collectives, uniform reads, a second launch. Each program draws
/// how careful it is (`care_`): how likely a fence follows a phase, and how likely an index is one of its own thread.
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}
  /// "proc fuzz(…) { … }".
  std::string program();

 private:
  /// A shared array s[slots][size]; slots 1: s[size].
  struct Array {
    std::string name;
    int slots;
  };
  /// Where a statement is generated.
  struct Place {
    std::vector<std::string> iterators;  ///< of the sequential loops around, outermost first
    std::string symbolic;                ///< the iterator that runs to n, if one is around
    int depth = 0;
  };
  /// A thread-level place: which of the block's threads runs it.
  struct Thread {
    std::string self;   ///< its number within the block
    std::string lane;   ///< its number within its unit
    std::string first;  ///< the block's number of the unit's lane 0; empty: the unit is the block
    int unit;           ///< threads of the unit
  };

  // Chance
  int pick(int below) { return static_cast<int>(random_() % static_cast<std::uint64_t>(below)); }
  bool chance(double probability) { return std::uniform_real_distribution<>(0, 1)(random_) < probability; }
  bool careful() { return chance(care_); }
  std::string fresh(const std::string& stem) { return stem + std::to_string(next_name_++); }
  template <class T>
  const T& oneOf(const std::vector<T>& all) { return all[static_cast<std::size_t>(pick(static_cast<int>(all.size())))]; }

  // Phases: statements of block level
  std::string items(const Place& place, int count);
  std::string item(const Place& place);
  std::string threadPhase(const Place& place);
  std::string warpPhase(const Place& place);
  std::string groupPhase(const Place& place);
  std::string uniformPhase(const Place& place);
  std::string atomicPhase(const Place& place);
  std::string sequential(const Place& place);
  std::string leaving(const Place& place, const std::string& flag);
  std::string branch(const Place& place);
  std::string scoped(const Place& place);
  std::string ring();
  std::string ringUse(const std::string& ring, const std::string& step, int depth, bool fences);
  std::string asyncPhase(const Place& place);
  std::string tilePhase(const Place& place);
  std::string tileElement(const std::string& t, bool own);
  std::string secondLaunch();
  /// A fence of the block, or now and then one that does less or nothing.
  std::string fence(const Place& place);
  std::string initialise();

  // Statements of thread level
  std::string threadBody(const Place& place, const Thread& thread);
  std::string store(const Place& place, const Thread& thread, const Array& to, const Array& from);
  std::string output(const Place& place, const Thread& thread, const Array& from);
  std::string accumulate(const Place& place, const Thread& thread, const Array& from);

  // Expressions
  std::string element(const Place& place, const Array& array, const std::string& index);
  std::string slot(const Place& place, int slots);
  std::string ownIndex(const Thread& thread);
  std::string someIndex(const Thread& thread);
  std::string globalIndex(const Place& place, const Thread& thread);
  std::string condition(const Place& place);
  std::string threadCondition(const Place& place, const Thread& thread);
  std::string number(int value) { return std::to_string(value); }

  std::mt19937_64 random_;
  double care_ = 1.0;
  int threads_ = 64, blocks_ = 1, next_name_ = 0;
  bool blocks_symbolic_ = false, has_ring_ = false, has_group_ = false, has_counters_ = false, has_tile_ = false;
  std::string block_;  ///< the number of the block among all of a launch
  std::vector<Array> arrays_;
};

/// The text with its generated names numbered by first use: equal for programs that differ in names alone.
std::string canonical(const std::string& text);

}  // namespace exogpu::fuzz
