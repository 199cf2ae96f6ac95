// What every System must do with files, images and programs, checked in the same way on the fake
// and on the real machine.
#pragma once

#include <gmock/gmock.h>

#include <cerrno>

#include "sys/contract_fixture.hpp"

namespace fsduel::sys {

template <typename World>
class FileContract : public ContractTest<World> {};
TYPED_TEST_SUITE_P(FileContract);

TYPED_TEST_P(FileContract, AbsentTextIsNothing) {
  EXPECT_EQ(this->system().read_text(this->path("absent")), std::nullopt);
  EXPECT_EQ(this->system().read_text(this->path("absent/below")), std::nullopt);
}

TYPED_TEST_P(FileContract, AppendedTextIsReadBack) {
  this->system().append_durably(this->path("log"), "one\n");
  this->system().append_durably(this->path("log"), "two\n");
  EXPECT_EQ(this->system().read_text(this->path("log")), "one\ntwo\n");
}

TYPED_TEST_P(FileContract, WriteTextReplacesAndNeverCreates) {
  EXPECT_EQ(errno_of([&] { this->system().write_text(this->path("new"), "x"); }), ENOENT);
  this->system().append_durably(this->path("old"), "long text");
  this->system().write_text(this->path("old"), "x");
  EXPECT_EQ(this->system().read_text(this->path("old")), "x");
}

TYPED_TEST_P(FileContract, ListsNamesSorted) {
  for (const char* name : {"b", "a", "c"}) this->system().make_file(this->path(name));
  EXPECT_THAT(this->system().list_directory(this->world_.folder()),
              ::testing::ElementsAre("a", "b", "c"));
  EXPECT_EQ(errno_of([&] { (void)this->system().list_directory(this->path("absent")); }), ENOENT);
}

TYPED_TEST_P(FileContract, MakesADirectoryOnceOnly) {
  EXPECT_TRUE(this->system().make_directory(this->path("d"), 0755));
  EXPECT_FALSE(this->system().make_directory(this->path("d"), 0755));
  EXPECT_EQ(this->system().find_status(this->path("d"))->kind, FileKind::directory);
  this->system().make_file(this->path("f"));
  EXPECT_EQ(errno_of([&] { this->system().make_directory(this->path("f"), 0755); }), EEXIST);
}

TYPED_TEST_P(FileContract, MakeFileRefusesATakenName) {
  const FileStatus made = this->system().make_file(this->path("f"));
  EXPECT_EQ(made.inode, this->system().find_status(this->path("f"))->inode);
  EXPECT_EQ(made.size, Bytes{0});
  EXPECT_EQ(errno_of([&] { this->system().make_file(this->path("f")); }), EEXIST);
}

TYPED_TEST_P(FileContract, TemporaryDirectoriesDiffer) {
  const std::string one = this->system().make_temporary_directory(this->world_.folder(), "t");
  const std::string two = this->system().make_temporary_directory(this->world_.folder(), "t");
  EXPECT_NE(one, two);
  EXPECT_TRUE(one.starts_with(this->path("t")));
  EXPECT_EQ(this->system().find_status(one)->mode, 0700U);
}

TYPED_TEST_P(FileContract, RemovesOnlyEmptyDirectories) {
  this->system().make_directory(this->path("d"), 0755);
  this->system().make_file(this->path("d/f"));
  EXPECT_EQ(errno_of([&] { this->system().remove_directory(this->path("d")); }), ENOTEMPTY);
  EXPECT_TRUE(this->system().remove_file(this->path("d/f")));
  EXPECT_FALSE(this->system().remove_file(this->path("d/f")));
  EXPECT_TRUE(this->system().remove_directory(this->path("d")));
  EXPECT_FALSE(this->system().remove_directory(this->path("d")));
}

TYPED_TEST_P(FileContract, RemovesATreeAndNothingBesideIt) {
  this->system().make_directory(this->path("d"), 0755);
  this->system().make_directory(this->path("d/e"), 0755);
  this->system().make_file(this->path("d/e/f"));
  this->system().make_file(this->path("dd"));
  EXPECT_TRUE(this->system().remove_tree(this->path("d")));
  EXPECT_FALSE(this->system().remove_tree(this->path("d")));
  EXPECT_THAT(this->system().list_directory(this->world_.folder()), ::testing::ElementsAre("dd"));
}

TYPED_TEST_P(FileContract, ResolvesDotsAndRefusesWhatIsAbsent) {
  this->system().make_directory(this->path("d"), 0755);
  EXPECT_EQ(this->system().resolve_path(this->path("d/../d/.")), this->path("d"));
  EXPECT_EQ(errno_of([&] { (void)this->system().resolve_path(this->path("absent")); }), ENOENT);
}

TYPED_TEST_P(FileContract, ImageIsWrittenToTheByte) {
  const StopFlag stop;
  const Bytes size{3 * 1024 * 1024 + 5};
  Bytes told;
  this->system().write_image({this->path("i"), size}, stop, [&](Bytes done) { told = done; });
  EXPECT_EQ(told, size);
  EXPECT_EQ(this->system().find_status(this->path("i"))->size, size);
  EXPECT_TRUE(this->system().is_fully_allocated(this->path("i")));
}

TYPED_TEST_P(FileContract, ImageIsUsedAgainAndCutToItsSize) {
  const StopFlag stop;
  this->system().write_image({this->path("i"), Bytes{2 * 1024 * 1024}}, stop, {});
  const auto inode = this->system().find_status(this->path("i"))->inode;
  this->system().write_image({this->path("i"), Bytes{1024 * 1024}}, stop, {});
  EXPECT_EQ(this->system().find_status(this->path("i"))->inode, inode);
  EXPECT_EQ(this->system().find_status(this->path("i"))->size, Bytes{1024 * 1024});
}

TYPED_TEST_P(FileContract, ImageThatDoesNotFitLeavesNothing) {
  const StopFlag stop;
  // As large as a file may be at all, so that no disk of a developer holds it.
  const Bytes too_large{1ULL << 43};
  const int error = errno_of([&] {
    this->system().write_image({this->path("i"), too_large}, stop, {});
  });
  EXPECT_TRUE(error == ENOSPC || error == EFBIG) << error;
  EXPECT_EQ(this->system().find_status(this->path("i")), std::nullopt);
}

TYPED_TEST_P(FileContract, StoppedImageLeavesNothing) {
  StopFlag stop;
  stop.set(SIGINT);
  try {
    this->system().write_image({this->path("i"), Bytes{1024 * 1024}}, stop, {});
    ADD_FAILURE() << "it did not stop";
  } catch (const Error& error) {
    EXPECT_EQ(error.parts().exit_code, ExitCode::interrupted);
  }
  EXPECT_EQ(this->system().find_status(this->path("i")), std::nullopt);
}

TYPED_TEST_P(FileContract, SparseFileIsNotFullyAllocated) {
  this->world_.make_sparse_file(this->path("s"));
  EXPECT_FALSE(this->system().is_fully_allocated(this->path("s")));
}

TYPED_TEST_P(FileContract, SpaceIsConsistent) {
  const SpaceStatus space = this->system().read_space(this->world_.folder());
  EXPECT_GE(space.size, space.free);
  EXPECT_GE(space.free, space.available);
  EXPECT_GT(space.block_size, Bytes{0});
}

TYPED_TEST_P(FileContract, ProgramsGiveTheirExitStatus) {
  EXPECT_TRUE(this->system().run({{"true"}}, {}).succeeded());
  const ProcessResult failed = this->system().run({{"false"}}, {});
  EXPECT_EQ(failed.end, ProcessEnd::exited);
  EXPECT_EQ(failed.status, 1);
}

TYPED_TEST_P(FileContract, ProgramGetsItsInput) {
  RunLimits limits;
  limits.input = "what was said\n";
  EXPECT_EQ(this->system().run({{"cat"}}, limits).output, "what was said\n");
}

TYPED_TEST_P(FileContract, MissingProgramIsAnErrorOfTheMachine) {
  EXPECT_EQ(this->system().find_program("no-such-program"), std::nullopt);
  try {
    (void)this->system().run({{"no-such-program"}}, {});
    ADD_FAILURE() << "it ran";
  } catch (const Error& error) {
    EXPECT_EQ(error.parts().errno_value, ENOENT);
    EXPECT_EQ(error.parts().exit_code, ExitCode::machine_lacks);
  }
}

TYPED_TEST_P(FileContract, KnowsItself) {
  const ProcessIdentity self = this->system().own_process();
  EXPECT_EQ(this->system().find_process_start(self.pid), self.start_time);
  EXPECT_FALSE(this->system().boot_id().empty());
  EXPECT_FALSE(this->system().kernel_release().empty());
  EXPECT_FALSE(this->system().host_name().empty());
  EXPECT_GE(this->system().online_cpus(), 1U);
  EXPECT_GE(this->system().page_size(), Bytes{4096});
}

TYPED_TEST_P(FileContract, NeverKillsALaterProcessOfTheSameNumber) {
  ProcessIdentity other = this->system().own_process();
  ++other.start_time;
  EXPECT_FALSE(this->system().kill_process(other));
}

REGISTER_TYPED_TEST_SUITE_P(
    FileContract, AbsentTextIsNothing, AppendedTextIsReadBack, WriteTextReplacesAndNeverCreates,
    ListsNamesSorted, MakesADirectoryOnceOnly, MakeFileRefusesATakenName,
    TemporaryDirectoriesDiffer, RemovesOnlyEmptyDirectories, RemovesATreeAndNothingBesideIt,
    ResolvesDotsAndRefusesWhatIsAbsent, ImageIsWrittenToTheByte, ImageIsUsedAgainAndCutToItsSize,
    ImageThatDoesNotFitLeavesNothing, StoppedImageLeavesNothing, SparseFileIsNotFullyAllocated,
    SpaceIsConsistent, ProgramsGiveTheirExitStatus, ProgramGetsItsInput,
    MissingProgramIsAnErrorOfTheMachine, KnowsItself, NeverKillsALaterProcessOfTheSameNumber);

}  // namespace fsduel::sys
