#include "frontend/driver/supervise.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <new>
#include <sstream>

#include "frontend/base/file.h"
#include "frontend/diag/ids.h"

namespace exogpu::driver {

namespace {

using Clock = std::chrono::steady_clock;

void complain(const Supervision& supervision, diag::Id id, const std::vector<std::string>& arguments) {
  supervision.complain(diag::make(id, {}, arguments));
}

/// Ends the child with the parent when the user presses ^C or a build system ends the parent.
pid_t child_to_end = 0;
extern "C" void endChild(int signal) {
  if (child_to_end > 0) ::kill(child_to_end, SIGKILL);
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

[[noreturn]] void runChild(const std::function<ExitCode()>& work, const Supervision& supervision, int pipe, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(static_cast<int>(ExitCode::ToolFailed));
  const rlimit no_core{0, 0};  // the reproducer says more than a core file
  ::setrlimit(RLIMIT_CORE, &no_core);
  setTemporaryFileListener([pipe](const std::string& path) {
    const std::string line = path + "\n";
    if (::write(pipe, line.data(), line.size()) < 0) return;  // the parent is gone, and this process soon too
  });
  ::_exit(static_cast<int>(runUnsupervised(work, supervision)));
}

struct Ending {
  int status = 0;
  bool timed_out = false;
  std::string temporary_files;  ///< one a line
};

/// Reads names of temporary files until the child's end of the pipe closes or the time is up.
Ending waitForChild(pid_t child, int pipe, std::uint64_t timeout_seconds) {
  Ending ending;
  const auto deadline = Clock::now() + std::chrono::seconds(timeout_seconds);
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd wait{pipe, POLLIN, 0};
    const int wait_ms = timeout_seconds ? static_cast<int>(std::min<long>(std::max<long>(left, 0), 1'000'000)) : -1;
    const int ready = ::poll(&wait, 1, wait_ms);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0 && timeout_seconds && Clock::now() >= deadline) {
      ending.timed_out = true;
      ::kill(child, SIGKILL);
      break;
    }
    char buffer[4096];
    const ssize_t count = ready > 0 ? ::read(pipe, buffer, sizeof buffer) : 0;
    if (count > 0) ending.temporary_files.append(buffer, static_cast<std::size_t>(count));
    if (ready > 0 && count <= 0) break;
  }
  while (::waitpid(child, &ending.status, 0) < 0 && errno == EINTR) {
  }
  return ending;
}

void removeTemporaryFiles(const std::string& list) {
  std::istringstream lines(list);
  for (std::string path; std::getline(lines, path);) ::unlink(path.c_str());
}

std::string signalText(int signal) {
  return "signal " + std::to_string(signal) + " (" + ::strsignal(signal) + ")";
}

bool isCrash(int signal) {
  return signal == SIGSEGV || signal == SIGABRT || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
         signal == SIGTRAP || signal == SIGSYS;
}

ExitCode judgeEnding(const Ending& ending, const Supervision& supervision) {
  if (ending.timed_out) {
    complain(supervision, diag::Id::TimeIsUp, {std::to_string(supervision.timeout_seconds)});
    return ExitCode::OutOfBudget;
  }
  if (WIFEXITED(ending.status)) {
    const auto code = static_cast<ExitCode>(WEXITSTATUS(ending.status));
    if (code == ExitCode::InternalError) supervision.report_crash("the message above says at what", /*has_spoken=*/true);
    return code;
  }
  const int signal = WTERMSIG(ending.status);
  if (isCrash(signal)) {
    supervision.report_crash(signalText(signal), /*has_spoken=*/false);
    return ExitCode::InternalError;
  }
  complain(supervision, diag::Id::ProverKilled, {signalText(signal)});
  return ExitCode::ToolFailed;
}

}  // namespace

ExitCode runUnsupervised(const std::function<ExitCode()>& work, const Supervision& supervision) {
  ::signal(SIGXFSZ, SIG_IGN);  // a write past a limit fails like one on a full disk
  try {
    return work();
  } catch (const std::bad_alloc&) {
    complain(supervision, diag::Id::OutOfMemory, {});
    return ExitCode::OutOfBudget;
  } catch (const std::exception& error) {
    complain(supervision, diag::Id::InternalError,
             {std::string("an exception that nobody expected: ") + error.what(), "the source and the command line"});
    return ExitCode::InternalError;
  }
}

ExitCode superviseWork(const std::function<ExitCode()>& work, const Supervision& supervision) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC)) {
    complain(supervision, diag::Id::ProverKilled, {std::string("a failed pipe: ") + std::strerror(errno)});
    return ExitCode::ToolFailed;
  }
  const pid_t parent = ::getpid(), child = ::fork();
  if (child < 0) {
    complain(supervision, diag::Id::ProverKilled, {std::string("a failed fork: ") + std::strerror(errno)});
    return ExitCode::ToolFailed;
  }
  if (child == 0) runChild(work, supervision, ends[1], parent);
  ::close(ends[1]);
  child_to_end = child;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, endChild);
  const Ending ending = waitForChild(child, ends[0], supervision.timeout_seconds);
  ::close(ends[0]);
  child_to_end = 0;
  if (ending.timed_out || WIFSIGNALED(ending.status)) removeTemporaryFiles(ending.temporary_files);
  return judgeEnding(ending, supervision);
}

}  // namespace exogpu::driver
