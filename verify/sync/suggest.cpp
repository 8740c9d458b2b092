#include "verify/sync/suggest.h"

#include <algorithm>

namespace exogpu::sync {

namespace {

using effects::Step;

struct Candidate {
  Point where;
  std::int64_t group = 0;   ///< threads that would meet
  std::size_t rank = 0;     ///< nearest first
  SourceRange before;       ///< statement in front of which the fence would stand; invalid: the end of the body
};

const ir::Body* bodyOf(const Step& step) {
  switch (step.kind) {
    case Step::Kind::Root: return nullptr;
    case Step::Kind::Loop: return &step.loop()->body;
    case Step::Kind::Then: return &std::get<ir::If>(step.stmt->node).then_body;
    case Step::Kind::Else: return &std::get<ir::If>(step.stmt->node).else_body;
    case Step::Kind::Scope: return &std::get<ir::Scope>(step.stmt->node).body;
  }
  return nullptr;
}

/// Gaps directly in front of the second access and behind the first, at every group level on their paths.
std::vector<Candidate> candidatesOf(const Failure& failure) {
  std::vector<Candidate> result;
  const auto addGap = [&](const Step* step, int statement) {
    const auto* body = bodyOf(*step);
    if (!body || step->exec.size() != 1 || step->exec.front().group.size < 2 || step->launch < 0) return;
    const bool at_end = static_cast<std::size_t>(statement) >= body->size();
    const SourceRange before = at_end ? SourceRange{} : (*body)[static_cast<std::size_t>(statement)]->where;
    result.push_back({{step, gapBefore(statement), nullptr}, step->exec.front().group.size, 0, before});
  };
  const auto walk = [&](const effects::Access& access, int offset) {
    int statement = access.site.position + offset;
    for (const Step* step = access.site.step; step && step->launch >= 0; step = step->parent) {
      addGap(step, statement);
      statement = step->position + offset;
    }
  };
  const auto& question = failure.question;
  // Inside a loop the end of its body is the usual place; otherwise in front of the second access.
  if (question.which != Case::Sequence) walk(*question.first, 1);
  walk(*question.second, 0);
  if (question.which == Case::Sequence) walk(*question.first, 1);
  for (std::size_t i = 0; i < result.size(); ++i) result[i].rank = i;
  std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) {
    return std::make_pair(a.group, a.rank) < std::make_pair(b.group, b.rank);
  });
  return result;
}

/// Facts that hold in a body: its loops' ranges and branches, taken from an access that stands in it.
std::vector<effects::PathFact> factsIn(const Step* step, const effects::Access& access) {
  std::vector<effects::PathFact> facts;
  for (const auto& fact : access.site.facts)
    if (fact.depth <= step->depth) facts.push_back(fact);
  return facts;
}

bool helps(const Failure& failure) {
  return failure.solver.check(failure.query.facts(failure.ordering), "would this help").status == smt::Status::Unsat;
}

std::string levelText(std::int64_t group, const Failure& failure) {
  const auto* launch = failure.model.launch(failure.question.first->launch);
  return group == launch->block_size ? "block" : std::to_string(group) + "-thread";
}

/// "the loop over 's' (line 12)".
std::string bodyText(const Step& step, const SourceTable& sources) {
  const std::string line = " (" + lineText(sources, step.stmt->where) + ")";
  if (const auto* loop = step.loop()) return "the loop over '" + loop->iterator->name + "'" + line;
  return (step.kind == Step::Kind::Scope ? "the block" : "the `if`") + line;
}

// Note [Edits]
// An edit must be right as it stands, or there is none. Whether a body has braces is asked of the text: behind the
// parentheses of its head, beyond blanks and comments, stands a `{` or not. A body without braces gets them.

/// The first place at or behind `at` that is neither blank nor comment.
std::size_t skipBlanks(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const auto rest = text.substr(at);
    if (rest.starts_with("//")) at = std::min(text.find('\n', at), text.size());
    else if (rest.starts_with("/*")) at = std::min(text.find("*/", at), text.size() - 2) + 2;
    else if (std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos) ++at;
    else break;
  }
  return at;
}

enum class Braces : std::uint8_t { Yes, No, Unknown };
Braces bracesOf(const Step& step, const SourceTable& sources) {
  if (step.kind == Step::Kind::Scope) return Braces::Yes;
  if (step.kind == Step::Kind::Else || !step.stmt->where.isValid()) return Braces::Unknown;
  const auto text = sources.text(step.stmt->where);
  int depth = 0;
  for (std::size_t i = text.find('('); i < text.size(); ++i) {
    if (text[i] == '\'' || text[i] == '"') return Braces::Unknown;
    depth += (text[i] == '(') - (text[i] == ')');
    if (depth > 0) continue;
    const auto body = skipBlanks(text, i + 1);
    return body < text.size() && text[body] == '{' ? Braces::Yes : Braces::No;
  }
  return Braces::Unknown;
}

/// The blanks before `at` when nothing else stands before it on its line.
std::optional<std::string> indentationAt(const SourceTable& sources, FileId file, std::uint32_t at) {
  const auto text = sources.text(file);
  const auto line = text.substr(0, at).rfind('\n') + 1;  // 0 in the first line
  const auto before = text.substr(line, at - line);
  if (before.find_first_not_of(" \t") != std::string_view::npos) return std::nullopt;
  return std::string(before);
}

std::vector<diag::FixIt> fenceBefore(const Step& step, const SourceRange& stmt, const SourceTable& sources) {
  const SourceRange at{stmt.file, stmt.begin, stmt.begin};
  switch (bracesOf(step, sources)) {
    case Braces::Unknown: return {};
    case Braces::Yes: {
      const auto indentation = indentationAt(sources, stmt.file, stmt.begin);
      return {{at, indentation ? "exo::fence();\n" + *indentation : "exo::fence(); "}};
    }
    case Braces::No: break;
  }
  const auto text = sources.text(stmt.file);
  const auto next = skipBlanks(text, stmt.end);
  const auto end = next < text.size() && text[next] == ';' ? static_cast<std::uint32_t>(next + 1) : stmt.end;
  return {{at, "{ exo::fence(); "}, {{stmt.file, end, end}, " }"}};
}

std::vector<diag::FixIt> fenceAtEnd(const Step& step, const SourceTable& sources) {
  const auto& where = step.stmt->where;
  if (step.kind != Step::Kind::Loop || bracesOf(step, sources) != Braces::Yes) return {};
  const auto close = where.end - 1;
  if (sources.text(where).back() != '}') return {};
  const auto indentation = indentationAt(sources, where.file, close);
  return {{{where.file, close, close}, indentation ? "  exo::fence();\n" + *indentation : "exo::fence(); "}};
}

Suggestion suggestWait(const Failure& failure) {
  if (!effects::isAsync(failure.question.first->kind)) return {};
  failure.ordering.setTriedPending(0);
  const bool fewer = helps(failure);
  failure.ordering.setTriedPending(std::nullopt);
  if (!fewer) return {};
  return {"let the wait leave fewer groups pending: wait<0>() would do", {}};
}

}  // namespace

Suggestion suggestFence(const Failure& failure) {
  for (const Candidate& candidate : candidatesOf(failure)) {
    const auto& question = failure.question;
    const auto& near = encloses(candidate.where.step, question.first->site.step) ? *question.first : *question.second;
    const auto facts = factsIn(candidate.where.step, near);
    Point point = candidate.where;
    point.facts = &facts;
    failure.ordering.setTriedFence(point);
    const bool works = helps(failure);
    failure.ordering.setTriedFence(std::nullopt);
    if (!works) continue;
    const std::string level = "a fence of the " + levelText(candidate.group, failure) + " ";
    const Step& body = *candidate.where.step;
    if (!candidate.before.isValid())
      return {"put exo::fence() at the end of the body of " + bodyText(body, failure.sources) + ": " + level +
                  "there orders the two",
              fenceAtEnd(body, failure.sources)};
    return {"insert exo::fence() before " + lineText(failure.sources, candidate.before),
            fenceBefore(body, candidate.before, failure.sources)};
  }
  return suggestWait(failure);
}

std::vector<diag::Label> whyFencesDoNotHelp(const Failure& failure, const smt::Model& values) {
  std::vector<diag::Label> notes;
  const auto& query = failure.query;
  const auto holds = [&](Term guard) { return values.evaluate(*failure.model.terms, guard).value_or(0) != 0; };
  const auto anyHolds = [&](const Point& where, const std::vector<Term>& agents) {
    const auto found = instancesBetween(failure.model, query.first().place, query.second().place, query.relation(), where, agents);
    return std::make_pair(!found.empty(), std::any_of(found.begin(), found.end(), [&](const Instance& instance) {
                            return holds(instance.guard);
                          }));
  };
  for (const auto& fence : failure.ordering.fences()) {
    const Term a = query.first().thread, b = query.second().thread;
    const auto [exists, both] = anyHolds(fence.where, {a, b});
    const auto [exists_a, with_first] = anyHolds(fence.where, {a});
    const auto [exists_b, with_second] = anyHolds(fence.where, {b});
    if (!exists && !exists_a && !exists_b) continue;
    const auto where = fence.point->stmt()->where;
    if (both) {
      if (effects::isAsync(failure.question.first->kind))
        notes.push_back({where, "this fence does not complete a copy"});
    } else if (with_first || with_second) {
      notes.push_back({where, "this fence does not help: only " + std::to_string(fence.where.step->exec.front().group.size) +
                                  " threads meet here, and not both of these"});
    } else {
      notes.push_back({where, "this fence does not help: it does not run between the two accesses with these values"});
    }
  }
  return notes;
}

}  // namespace exogpu::sync
