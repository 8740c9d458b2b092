#pragma once

namespace exogpu {

/// Joins lambdas into one visitor, so that `std::visit` over a sum type is a match that must name every alternative.
template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

}  // namespace exogpu
