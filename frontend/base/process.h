#pragma once
// Running installed tools on files of their own.
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace exogpu {

/// A temporary folder, gone with the object.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  bool ok() const { return !path_.empty(); }
  std::string file(std::string_view name) const { return path_ + "/" + std::string(name); }

 private:
  std::string path_;
};

/// The first of the names that is installed: on the PATH, or in one of the extra folders.
std::optional<std::string> findProgram(std::initializer_list<const char*> names,
                                       std::initializer_list<const char*> extra_folders = {});

struct ToolRun {
  std::string program;
  std::vector<std::string> arguments;
  std::string working_folder;          ///< empty: this one
  std::uint64_t timeout_seconds = 0;   ///< 0: none
};
struct ToolFailure {
  int exit_code = 0;   ///< -1: could not start; -2: ended by a signal
  std::string ending;  ///< "ended with exit code 1", "Aborted"
  std::string said;    ///< its standard error
};
/// Runs to the end. Nothing on success.
std::optional<ToolFailure> runTool(const ToolRun& run, const ScratchFolder& logs);

}  // namespace exogpu
