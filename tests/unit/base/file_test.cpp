#include "frontend/base/file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace exogpu {
namespace {

class FileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) / ("exogpu_file_" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path(const char* name) const { return folder_ / name; }
  std::string text(const char* name) const { return std::get<std::string>(readFile(path(name))); }
  std::filesystem::path folder_;
};

TEST_F(FileTest, WritesAndReadsBack) {
  const std::string bytes("a\0b\n", 4);
  EXPECT_FALSE(writeFile(path("x"), bytes));
  EXPECT_EQ(text("x"), bytes);
}

TEST_F(FileTest, ReplacesTheTargetOfALink) {
  ASSERT_FALSE(writeFile(path("old"), "1"));
  std::filesystem::create_symlink("old", path("link"));
  EXPECT_FALSE(writeFile(path("link"), "2"));
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_EQ(text("old"), "2");
}

TEST_F(FileTest, FailsOnFoldersAndMissingFiles) {
  EXPECT_EQ(std::get<FileError>(readFile(folder_)).message, "Is a directory");
  EXPECT_TRUE(std::holds_alternative<FileError>(readFile(path("missing"))));
  EXPECT_TRUE(writeFile(path("missing/x"), "1"));
  EXPECT_TRUE(writeFile(folder_, "1"));
}

TEST_F(FileTest, SaysThatADiskIsFullAndLeavesTheDeviceAlone) {
  const auto failure = writeFile("/dev/full", "1");
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->message, "No space left on device");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(FileTest, LeavesNoTemporaryFile) {
  std::string temporary;
  setTemporaryFileListener([&temporary](const std::string& name) { temporary = name; });
  EXPECT_FALSE(writeFile(path("x"), "1"));
  setTemporaryFileListener({});
  EXPECT_TRUE(temporary.starts_with(path("x")));
  EXPECT_FALSE(std::filesystem::exists(temporary));
}

}  // namespace
}  // namespace exogpu
