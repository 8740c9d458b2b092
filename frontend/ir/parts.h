#pragma once
// The one place that knows which expressions and bodies a node holds; walk.cpp and the checker are written over it.
// Works on const and mutable nodes alike. No case is a catch-all, so a new node does not compile until it is named.
#include <concepts>
#include <type_traits>

#include "frontend/base/overloaded.h"
#include "frontend/ir/ir.h"

namespace exogpu::ir::parts {

template <class Node, class T>
concept Is = std::same_as<std::remove_const_t<Node>, T>;
template <class Node, class... Ts>
concept OneOf = (std::same_as<std::remove_const_t<Node>, Ts> || ...);

/// Calls `visit` for each direct sub-expression of an expression node.
template <class Node, class Visit>
void eachChild(Node& node, Visit&& visit) {
  std::visit(Overloaded{
                 [](OneOf<IntLiteral, FloatLiteral, Read, Extent, IsAligned> auto&) {},
                 [&](Is<Load> auto& n) { for (auto& index : n.place.indices) visit(index); },
                 [&](OneOf<Unary, Cast> auto& n) { visit(n.operand); },
                 [&](Is<Binary> auto& n) { visit(n.lhs), visit(n.rhs); },
                 [&](Is<Select> auto& n) { visit(n.condition), visit(n.if_true), visit(n.if_false); },
                 [&](Is<Math> auto& n) { for (auto& argument : n.arguments) visit(argument); },
             },
             node);
}

/// Calls `visit` for each expression that a statement node evaluates itself; absent ones are skipped.
template <class Node, class Visit>
void eachExpr(Node& node, Visit&& visit) {
  const auto optional = [&](auto& expr) {
    if (expr) visit(expr);
  };
  const auto indices = [&](auto& place) {
    for (auto& index : place.indices) visit(index);
  };
  std::visit(Overloaded{
                 [](OneOf<Alloc, Fence, CommitGroup, Commit, Wait> auto&) {},
                 [&](Is<Scope> auto& n) {
                   if (n.instruction)
                     for (auto& operand : n.instruction->operands) visit(operand.value);
                 },
                 [&](OneOf<Let, Assign> auto& n) { optional(n.value); },
                 [&](OneOf<Store, Atomic> auto& n) { indices(n.place), visit(n.value); },
                 [&](Is<For> auto& n) { visit(n.lo), visit(n.hi); },
                 [&](Is<If> auto& n) { visit(n.condition); },
                 [&](Is<Copy> auto& n) { indices(n.dst.origin), indices(n.src.origin); },
                 [&](Is<Collective> auto& n) {
                   indices(n.src), optional(n.argument);
                   if (n.dst) indices(*n.dst);
                 },
                 [&](OneOf<Require, Assume, Prove> auto& n) { visit(n.condition); },
             },
             node);
}

/// Calls `visit` for each nested body of a statement node.
template <class Node, class Visit>
void eachBody(Node& node, Visit&& visit) {
  std::visit(Overloaded{
                 [](OneOf<Let, Assign, Alloc, Store, Atomic, Fence, Copy, CommitGroup, Commit, Wait, Collective,
                          Require, Assume, Prove> auto&) {},
                 [&](OneOf<For, Scope> auto& n) { visit(n.body); },
                 [&](Is<If> auto& n) { visit(n.then_body), visit(n.else_body); },
             },
             node);
}

/// Calls `visit` for each place (buffer with indices) that a statement names itself, loads excluded.
template <class Node, class Visit>
void eachPlace(Node& node, Visit&& visit) {
  std::visit(Overloaded{
                 [](OneOf<Let, Assign, Alloc, For, If, Scope, Fence, CommitGroup, Commit, Wait, Require, Assume,
                          Prove> auto&) {},
                 [&](OneOf<Store, Atomic> auto& n) { visit(n.place); },
                 [&](Is<Copy> auto& n) { visit(n.dst.origin), visit(n.src.origin); },
                 [&](Is<Collective> auto& n) {
                   visit(n.src);
                   if (n.dst) visit(*n.dst);
                 },
             },
             node);
}

}  // namespace exogpu::ir::parts
