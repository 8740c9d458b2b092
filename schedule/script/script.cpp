#include "schedule/script/script.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>

#include "frontend/diag/ids.h"
#include "llvm/Support/MemoryBuffer.h"

#include "schedule/script/child.h"

namespace exogpu::script {
namespace {

using diag::Id;

struct Ended {
  std::string answer;
  int status = 0;
  bool timed_out = false;
};

/// Reads until the child closes its end or the time is up; a child that does not end is killed.
Ended collect(pid_t child, int descriptor, int seconds) {
  Ended ended;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    pollfd ready{descriptor, POLLIN, 0};
    const int n = left > 0 ? ::poll(&ready, 1, static_cast<int>(left)) : 0;
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      ended.timed_out = true;
      ::kill(child, SIGKILL);
      break;
    }
    char buffer[4096];
    const auto got = ::read(descriptor, buffer, sizeof buffer);
    if (got <= 0) break;
    ended.answer.append(buffer, static_cast<std::size_t>(got));
  }
  while (::waitpid(child, &ended.status, 0) < 0 && errno == EINTR) {
  }
  return ended;
}

class Reader {
 public:
  Reader(const std::string& path, const llvm::json::Object& answer, SourceTable& sources, diag::Sink& sink)
      : path_(path), answer_(answer), sources_(sources), sink_(sink) {}

  std::optional<Result> read() {
    Result result;
    if (const auto* read = answer_.getArray("read"))
      for (const auto& file : *read) result.dependencies.push_back(file.getAsString().value_or("").str());
    if (!addProcs(result.schedule) || !addSteps(result.schedule)) return std::nullopt;
    addKnobs(result.schedule);
    if (const auto* error = answer_.getObject("error")) {
      report(*error, error->getString("message").value_or("").str(), error->getString("remedy").value_or("").str());
      return std::nullopt;
    }
    return result;
  }

 private:
  bool addProcs(trace::Schedule& schedule) {
    const auto* procs = answer_.getArray("procs");
    if (!procs) return false;
    for (const auto& name : *procs) schedule.traces.push_back({name.getAsString().value_or("").str(), {}, {}});
    return true;
  }
  bool addSteps(trace::Schedule& schedule) {
    const auto* steps = answer_.getArray("steps");
    if (!steps) return false;
    for (const auto& value : *steps) {
      const auto* step = value.getAsObject();
      const auto proc = static_cast<std::size_t>(step->getInteger("proc").value_or(0));
      // The text is that of a trace, so it is read as one; only its place is another.
      const auto line = "proc(\"x\")\n" + step->getString("text").value_or("").str();
      auto parsed = trace::parse(0, line, sink_);
      if (!parsed || proc >= schedule.traces.size()) return false;
      auto call = std::move(parsed->traces.front().calls.front());
      call.where = place(*step);
      schedule.traces[proc].calls.push_back(std::move(call));
    }
    return true;
  }
  void addKnobs(trace::Schedule& schedule) {
    const auto* knobs = answer_.getArray("knobs");
    if (!knobs) return;
    for (const auto& value : *knobs) {
      const auto* knob = value.getAsObject();
      trace::Knob out{knob->getString("name").value_or("").str(), knob->getInteger("value").value_or(0), {}};
      for (const auto& choice : *knob->getArray("choices")) out.choices.push_back(choice.getAsInteger().value_or(0));
      schedule.knobs.push_back(std::move(out));
    }
  }
  void report(const llvm::json::Object& where, const std::string& problem, const std::string& remedy) {
    sink_.report(diag::make(Id::ScriptFailed, place(where), {path_, "was refused: " + problem, remedy}));
  }

  /// The line of the script, without the blanks around it.
  SourceRange place(const llvm::json::Object& step) {
    const auto file = step.getString("file").value_or("").str();
    const auto line = step.getInteger("line").value_or(0);
    if (file.empty() || line < 1) return {};
    if (!files_.contains(file)) {
      const auto buffer = llvm::MemoryBuffer::getFile(file);
      files_[file] = buffer ? sources_.add(file, (*buffer)->getBuffer().str()) : 0;
    }
    const auto id = files_[file];
    if (id == 0) return {};
    const llvm::StringRef text(sources_.text(id).data(), sources_.text(id).size());
    std::size_t begin = 0;
    for (std::int64_t n = 1; n < line && begin != llvm::StringRef::npos; ++n) {
      begin = text.find('\n', begin);
      if (begin != llvm::StringRef::npos) ++begin;
    }
    if (begin >= text.size()) return {};
    const auto row = text.substr(begin, text.find('\n', begin) - begin);
    const auto first = begin + (row.size() - row.ltrim().size());
    return {id, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(first + row.trim().size())};
  }

  const std::string& path_;
  const llvm::json::Object& answer_;
  SourceTable& sources_;
  diag::Sink& sink_;
  std::map<std::string, FileId> files_;
};

std::optional<Result> interpret(const std::string& path, const Ended& ended, int seconds, SourceTable& sources, diag::Sink& sink) {
  const auto failed = [&](const std::string& what, const std::string& remedy) {
    sink.report(diag::make(Id::ScriptFailed, {}, {path, what, remedy}));
    return std::nullopt;
  };
  if (ended.timed_out)
    return failed("did not end within " + std::to_string(seconds) + " seconds", "look for an endless loop");
  if (WIFSIGNALED(ended.status))
    return failed(std::string("was ended by a signal: ") + ::strsignal(WTERMSIG(ended.status)), "run it under a debugger");
  auto answer = llvm::json::parse(ended.answer);
  if (!answer) {
    llvm::consumeError(answer.takeError());
    return failed("ended without an answer", "a script neither exits nor closes files");
  }
  const auto* object = answer->getAsObject();
  if (!object) return failed("ended without an answer", "a script neither exits nor closes files");
  if (const auto errors = object->getString("errors"))
    return failed("does not compile:\n" + errors->rtrim().str(), "mend it, and define void schedule(exo::program&)");
  return Reader(path, *object, sources, sink).read();
}

}  // namespace

std::optional<Result> runScript(const std::string& path, const ir::Module& module, const Options& options,
                                SourceTable& sources, diag::Sink& sink) {
  int ends[2];
  if (::pipe(ends) != 0) {
    sink.report(diag::make(Id::ScriptFailed, {}, {path, "could not be started", "free file descriptors"}));
    return std::nullopt;
  }
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    runChild(path, module, options, ends[1]);
  }
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    sink.report(diag::make(Id::ScriptFailed, {}, {path, "could not be started", "free memory and processes"}));
    return std::nullopt;
  }
  const auto ended = collect(child, ends[0], options.seconds);
  ::close(ends[0]);
  return interpret(path, ended, options.seconds, sources, sink);
}

}  // namespace exogpu::script
