#include "verify/bounds/enumerate.h"

#include <set>

#include "verify/smt/tape.h"

namespace exogpu::bounds {
namespace {

constexpr std::int64_t max_iterations = 1 << 19;

class Enumerator {
 public:
  Enumerator(const smt::Terms& terms, const std::vector<WriterLoop>& loops, const std::vector<smt::Term>& filter,
             const std::vector<smt::Term>& tuple)
      : filters_(filter.size()), values_(loops.size()) {
    std::vector<smt::Term> inputs, outputs = filter;
    for (auto& loop : loops) inputs.push_back(loop.variable);
    outputs.insert(outputs.end(), tuple.begin(), tuple.end());
    body_.emplace(terms, outputs, inputs);
    closed_ = body_->isClosed();
    for (auto& loop : loops) {
      bounds_.emplace_back(terms, std::vector{loop.lo, loop.hi}, inputs);
      closed_ &= bounds_.back().isClosed();
    }
  }
  bool run() { return closed_ && visit(0); }
  const std::set<std::vector<std::int64_t>>& tuples() const { return tuples_; }

 private:
  bool visit(std::size_t depth) {
    if (depth == values_.size()) return leaf();
    std::vector<std::int64_t> range;
    if (!bounds_[depth].run(values_, range)) return false;
    if (range[1] > range[0] && (range[1] - range[0] > max_iterations || range[0] < -max_iterations)) return false;
    for (values_[depth] = range[0]; values_[depth] < range[1]; ++values_[depth])
      if (!visit(depth + 1)) return false;
    values_[depth] = 0;
    return true;
  }
  bool leaf() {
    if (++iterations_ > max_iterations || !body_->run(values_, outputs_)) return false;
    for (std::size_t i = 0; i < filters_; ++i)
      if (!outputs_[i]) return true;
    tuples_.insert({outputs_.begin() + static_cast<std::ptrdiff_t>(filters_), outputs_.end()});
    return true;
  }

  std::size_t filters_;
  std::vector<std::int64_t> values_, outputs_;
  std::optional<smt::Tape> body_;
  std::vector<smt::Tape> bounds_;
  std::set<std::vector<std::int64_t>> tuples_;
  std::int64_t iterations_ = 0;
  bool closed_ = true;
};

}  // namespace

std::optional<Box> coveredBox(const smt::Terms& terms, const std::vector<WriterLoop>& loops,
                              const std::vector<smt::Term>& filter, const std::vector<smt::Term>& tuple) {
  Enumerator enumerator(terms, loops, filter, tuple);
  if (!enumerator.run() || enumerator.tuples().empty()) return std::nullopt;
  Box box{*enumerator.tuples().begin(), *enumerator.tuples().begin()};
  for (auto& point : enumerator.tuples())
    for (std::size_t d = 0; d < point.size(); ++d) {
      box.lo[d] = std::min(box.lo[d], point[d]);
      box.hi[d] = std::max(box.hi[d], point[d]);
    }
  __int128 volume = 1;
  for (std::size_t d = 0; d < tuple.size(); ++d) volume *= box.hi[d] - box.lo[d] + 1;
  if (volume != static_cast<__int128>(enumerator.tuples().size())) return std::nullopt;
  return box;
}

}  // namespace exogpu::bounds
