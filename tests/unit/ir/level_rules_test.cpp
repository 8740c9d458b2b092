// Each rule of language.md that depends on the place alone: a bad program beside its good twin.
#include <set>

#include "frontend/diag/ids.h"
#include "tests/unit/support/ir_text.h"

using namespace exogpu;
using diag::Id;

namespace {

struct Case {
  Id id;
  std::string bad, good;       ///< bodies of the block loop, or whole host bodies
  std::string says;            ///< part of message or remedy
  bool at_host = false;
};

std::string program(const Case& c, const std::string& body) {
  const std::string head = "proc p(i32 n, tensor<f32, 1> A, tensor<f32, 1> C) { ";
  return head + (c.at_host ? body : "for b in blocks(0, n) { " + body + " }") + " }";
}

std::vector<Case> loopCases() {
  return {
      {Id::TooManyIterations, "for w in warps(0, 4) { for t in threads(0, 33) { C[t] = 1.0f; } }",
       "for w in warps(0, 4) { for t in threads(0, 32) { C[t] = 1.0f; } }", "at most threads(32)"},
      {Id::TooManyIterations, "for g in groups<16, 1>(0, 4) { for h in groups<4, 2>(0, 6) { fence; } }",
       "for g in groups<16, 1>(0, 4) { for h in groups<4, 2>(0, 4) { fence; } }", "at most groups(4)"},
      {Id::TooManyIterations, "for g in warpgroups(0, 1) { for w in warps(2, 5) { fence; } }",
       "for g in warpgroups(0, 1) { for w in warps(2, 4) { fence; } }", "at most warps(4)"},
      {Id::BlockTooLarge, "for t in threads(0, 2048) { C[t] = 1.0f; }", "for t in threads(0, 1024) { C[t] = 1.0f; }",
       "at most threads(1024)"},
      {Id::BlockTooLarge, "for w in warpgroups(0, 9) { fence; }", "for w in warpgroups(0, 8) { fence; }",
       "at most warpgroups(8)"},
      {Id::CountNotConstant, "for t in threads(0, n) { C[t] = 1.0f; }", "for t in threads(0, 2 * 8) { C[t] = 1.0f; }",
       "not a constant"},
      {Id::CountNegative, "for w in warps(3, 2) { fence; }", "for w in warps(2, 2) { fence; }", "-1 iterations"},
      {Id::LowerBoundNotZero, "for t in threads(1, 4) { C[t] = 1.0f; }", "for t in threads(0, 4) { C[t + 1] = 1.0f; }",
       "starts at 1"},
      {Id::LaunchInsideThreads, "for t in threads(0, 4) { for c in blocks(0, n) { C[t] = 1.0f; } }",
       "for t in threads(0, 4) { for c in seq(0, n) { C[t] = 1.0f; } }", "one thread executes"},
      {Id::LaunchNestNotPerfect, "let i32 m = b; for c in blocks(0, n) { fence; }",
       "for c in blocks(0, n) { let i32 m = b; fence; }", "only statement"},
      {Id::LaunchNestNotPerfect, "for k in seq(0, 2) { for c in blocks(0, n) { fence; } }",
       "for c in blocks(0, n) { for k in seq(0, 2) { fence; } }", "only statement"},
      {Id::LaunchNestMixed, "for c in tasks(0, n) { fence; }", "for c in blocks(0, n) { fence; }", "tasks loop directly"},
      {Id::LaunchBoundsDependOnBlock, "for c in blocks(0, b + 1) { fence; }", "for c in blocks(0, n) { if c <= b { fence; } }",
       "depends on 'b'"},
      {Id::ThreadLoopAtHost, "for t in threads(0, 4) { C[t] = 1.0f; }",
       "for b in blocks(0, 1) { for t in threads(0, 4) { C[t] = 1.0f; } }", "threads loop at host level", true},
      {Id::ThreadLoopAtThread, "for t in threads(0, 4) { for u in threads(0, 4) { C[u] = 1.0f; } }",
       "for t in groups<4, 1>(0, 4) { for u in threads(0, 4) { C[u] = 1.0f; } }", "groups<Size>(n)"},
      {Id::NotWholeUnits, "for g in groups<48, 1>(0, 2) { for w in warps(0, 1) { fence; } }",
       "for g in groups<64, 1>(0, 2) { for w in warps(0, 1) { fence; } }", "whole, aligned warps"},
      {Id::NotWholeUnits, "for g in groups<32, 2>(0, 2) { for w in warps(0, 1) { fence; } }",
       "for g in groups<32, 1>(0, 2) { for w in warps(0, 1) { fence; } }", "whole, aligned warps"},
      {Id::NotWholeUnits, "for g in groups<64, 1>(0, 2) { for w in warpgroups(0, 1) { fence; } }",
       "for g in groups<128, 1>(0, 1) { for w in warpgroups(0, 1) { fence; } }", "whole, aligned warpgroups"},
      {Id::LanesNeedWarp, "for l in lanes(0, 32) { C[l] = 1.0f; } for t in threads(0, 64) { C[t] = 1.0f; }",
       "for w in warps(0, 2) { for l in lanes(0, 32) { C[l] = 1.0f; } }", "a block of 64 threads"},
      {Id::GroupDoesNotDivide, "for w in warps(0, 2) { for g in groups<6, 1>(0, 2) { fence; } }",
       "for w in warps(0, 2) { for g in groups<4, 2>(0, 2) { fence; } }", "blocks of 6"},
      {Id::GroupSizeNotPositive, "for g in groups<-1, 1>(0, 2) { fence; }", "for g in groups<1, 1>(0, 2) { C[b] = 1.0f; }",
       "must be positive"},
  };
}

std::vector<Case> hostCases() {
  return {
      {Id::WorkAtHost, "C[0] = 1.0f;", "for b in blocks(0, 1) { for o in one_thread(0, 1) { C[0] = 1.0f; } }",
       "a store at host level", true},
      {Id::WorkAtHost, "fence;", "let i32 m = n * 2; for b in blocks(0, m) { fence; }", "a fence at host level", true},
      {Id::WorkAtHost, "alloc f32 s[4] @shared;", "for b in blocks(0, 1) { alloc f32 s[4] @shared; }", "an array", true},
      {Id::HostReadsTensor, "let f32 x = A[0];", "let i32 x = extent(A, 0);", "element of 'A'", true},
      {Id::HostReadsTensor, "if A[0] < 1.0f { let i32 m = n; }", "if n < 1 { let i32 m = n; }", "element of 'A'", true},
      {Id::HostReadsTensor, "for b in blocks(0, cast<i32>(A[0])) { fence; }", "for b in blocks(0, n) { fence; }", "element of 'A'", true},
      {Id::ContractInsideLaunch, "require n > 0, \"n\";", "assume \"n\", n > 0;", "beginning of the proc"},
      {Id::SharedZeroed, "for b in blocks(0, 1) { alloc f32 s[4] @shared = 0; }", "for b in blocks(0, 1) { alloc f32 s[4] @shared; }",
       "every thread of the block would store it", true},
      {Id::LaunchConstantWritten, "var i32 m = 0; for b in blocks(0, n) { m = b; }", "var i32 m = 0; m = 2; for b in blocks(0, m) { fence; }",
       "belongs to the host", true},
  };
}

std::vector<Case> accessCases() {
  return {
      {Id::StoreAtGroup, "C[b] = 1.0f;", "for o in one_thread(0, 1) { C[b] = 1.0f; }", "one_thread"},
      {Id::StoreAtGroup, "alloc f32 s[4] @shared; for w in warps(0, 2) { s[w] = 1.0f; }",
       "alloc f32 s[4] @shared; for w in warps(0, 2) { for o in one_thread(0, 1) { s[w] = 1.0f; } }", "store to shared 's' where a warp"},
      {Id::AtomicAtGroup, "atomic add C[b], 1.0f;", "for o in one_thread(0, 1) { atomic add C[b], 1.0f; }", "one_thread"},
      {Id::AtomicOnPrivate, "for t in threads(0, 4) { alloc f32 v[2] @local; atomic add v[0], 1.0f; }",
       "for t in threads(0, 4) { alloc f32 v[2] @local; v[0] = 1.0f; }", "local memory of one thread"},
      {Id::CrossesThreads, "var f32 s = 0.0f; for t in threads(0, 4) { s = s + A[t]; }",
       "for t in threads(0, 4) { var f32 s = 0.0f; s = s + A[t]; }", "block_sum"},
      {Id::CrossesThreads, "for w in warps(0, 2) { var f32 s = 0.0f; for i in seq(0, n) { for o in one_thread(0, 1) { s = 1.0f; } } }",
       "for w in warps(0, 2) { var f32 s = 0.0f; for i in seq(0, n) { if n > 2 { scope { s = A[i]; } } } }", "one thread executes"},
      {Id::LocalArrayCrossesThreads, "alloc f32 v[4] @local; for t in threads(0, 4) { v[t] = 1.0f; }",
       "alloc f32 v[4] @local; v[0] = 1.0f;", "exo::reg"},
      {Id::RegisterWriteAtGroup, "alloc f32 v[4] @reg; v[0] = 1.0f;", "alloc f32 v[4] @reg; for t in threads(0, 4) { v[t] = 1.0f; }",
       "each thread its own"},
      {Id::RegisterReadAtGroup, "alloc f32 v[4] @reg = 0; let f32 x = v[0];",
       "alloc f32 v[4] @reg = 0; for t in threads(0, 4) { let f32 x = v[t]; }", "is read where a block"},
      {Id::SharedNotAtBlock, "for w in warps(0, 4) { alloc f32 s[4] @shared; }", "alloc f32 s[4][4] @shared; for w in warps(0, 4) { fence; }",
       "one more dimension"},
      {Id::RegisterNotAtGroup, "for t in threads(0, 4) { alloc f32 v[4] @reg; }", "for t in threads(0, 4) { alloc f32 v[4] @local; }",
       "plain array"},
      {Id::CopyAtGroup, "copy C[0]:[4] <- A[0]:[4];", "for o in one_thread(0, 1) { copy C[0]:[4] <- A[0]:[4]; }", "every thread"},
      {Id::RegisterReadAtGroup, "alloc f32 v[4] @reg = 0; alloc f32 x[4] @local; copy x[0]:[4] <- v[0]:[4];",
       "alloc f32 x[4] @local; copy x[0]:[4] <- A[0]:[4];", "is read where a block"},
  };
}

std::vector<Case> synchronisationCases() {
  const std::string copy = "cp_async s[0]:[4] <- A[0]:[4];";
  return {
      {Id::FenceAtThread, "for t in threads(0, 4) { fence; }", "for t in threads(0, 4) { C[t] = 1.0f; } fence;", "meet nobody"},
      {Id::CommitAtOtherLevel, "group g; for t in threads(0, 4) { commit g; }", "group g; commit g;", "commit of commit group 'g'"},
      {Id::CommitAtOtherLevel, "group g; for w in warps(0, 2) { wait g, 0; }", "for w in warps(0, 2) { group g; if n > 2 { wait g, 0; } }",
       "wait of commit group 'g' where a warp"},
      {Id::CommitGroupAtThread, "for t in threads(0, 4) { group g; }", "group g;", "thread level"},
      {Id::TwoLiveCommitGroups, "group g; for k in seq(0, n) { group h; }", "scope { group g; } scope { group h; }", "while 'g' is live"},
      {Id::AsyncCopyAboveThread, "alloc f32 s[4] @shared; " + copy, "alloc f32 s[4] @shared; for t in threads(0, 1) { " + copy + " }",
       "every thread would issue"},
  };
}

std::vector<Case> collectiveCases() {
  const std::string v = "alloc f32 v[32] @reg; var f32 x; ";
  return {
      {Id::CollectiveAtWrongLevel, "for w in warps(0, 2) { " + v + "for l in lanes(0, 32) { var f32 y; y = warp_sum<32> v; } }",
       "for w in warps(0, 2) { " + v + "x = warp_sum<32> v; }", "one thread executes"},
      {Id::CollectiveAtWrongLevel, "alloc f32 v[64] @reg; var f32 x; for t in threads(0, 64) { C[t] = 1.0f; } x = warp_sum<64> v;",
       "alloc f32 v[32] @reg; var f32 x; for t in threads(0, 32) { C[t] = 1.0f; } x = warp_sum<32> v;", "a block of 64 threads"},
      {Id::CollectiveAtWrongLevel, "for g in groups<8, 8>(0, 8) { alloc f32 v[8] @reg; v = shuffle_xor<8> v, 1; }",
       "for g in groups<8, 4>(0, 8) { alloc f32 v[8] @reg; v = shuffle_xor<8> v, 1; }", "a group of 8 threads"},
      {Id::CollectiveWidth, "for g in groups<8, 1>(0, 4) { " + v + "x = warp_sum<32> v; }",
       "for g in groups<8, 1>(0, 4) { alloc f32 v[8] @reg; var f32 x; x = warp_sum<8> v; }", "last dimension is 8"},
      {Id::CollectiveNeedsRegisters, "alloc f32 v[32] @shared; var f32 x; for t in threads(0, 32) { C[t] = 1.0f; } x = warp_max<32> v;",
       v + "for t in threads(0, 32) { C[t] = 1.0f; } x = warp_max<32> v;", "shared memory"},
      {Id::CrossesThreads, v + "for w in warps(0, 2) { alloc f32 u[32] @reg; x = warp_sum<32> u; }",
       "for w in warps(0, 2) { " + v + "x = warp_sum<32> v; }", "'x' is assigned where a warp"},
  };
}

void judge(const std::vector<Case>& cases) {
  for (const auto& c : cases) {
    const auto bad = test::levelErrors(program(c, c.bad));
    ASSERT_FALSE(bad.empty()) << c.bad;
    EXPECT_EQ(diag::codeName(bad.front().id), diag::codeName(c.id)) << c.bad << "\n" << bad.front().message;
    EXPECT_NE((bad.front().message + " | " + bad.front().remedy).find(c.says), std::string::npos)
        << c.bad << "\n" << bad.front().message << " | " << bad.front().remedy;
    EXPECT_TRUE(bad.front().where.isValid()) << c.bad;
    for (const auto& d : test::levelErrors(program(c, c.good))) ADD_FAILURE() << c.good << "\n" << d.message;
  }
}

TEST(LevelRules, Loops) { judge(loopCases()); }
TEST(LevelRules, Host) { judge(hostCases()); }
TEST(LevelRules, Accesses) { judge(accessCases()); }
TEST(LevelRules, Synchronisation) { judge(synchronisationCases()); }
TEST(LevelRules, Collectives) { judge(collectiveCases()); }

TEST(LevelRules, StoreOffersTheGuardAsFix) {
  const auto errors = test::levelErrors("proc p(tensor<f32, 1> C) { for b in blocks(0, 1) { C[b] = 1.0f; } }");
  ASSERT_EQ(errors.size(), 1u);
  ASSERT_EQ(errors[0].fixes.size(), 1u);
  EXPECT_EQ(errors[0].fixes[0].replacement, "if (exo::one_thread()) ");
  EXPECT_EQ(errors[0].fixes[0].where.begin, errors[0].where.begin);
  EXPECT_EQ(errors[0].fixes[0].where.end, errors[0].where.begin);
}

TEST(LevelRules, AllErrorsOfAProcAreReported) {
  const auto errors = test::levelErrors(
      "proc p(i32 n, tensor<f32, 1> C) { C[0] = 1.0f; for b in blocks(0, n) { C[b] = 1.0f; for t in threads(0, n) { fence; } } }");
  std::set<Id> ids;
  for (const auto& error : errors) ids.insert(error.id);
  EXPECT_EQ(ids, (std::set<Id>{Id::WorkAtHost, Id::StoreAtGroup, Id::CountNotConstant, Id::FenceAtThread}));
}

TEST(LevelRules, EveryRowOfTheTableHasACase) {
  std::set<Id> covered{Id::TextUnexpected, Id::TextUnknownName, Id::TextBadNumber, Id::TextTooDeep,  // text_test.cpp
                       Id::TextIllFormed};  // driver/steps_test.cpp
  for (const auto& cases : {loopCases(), hostCases(), accessCases(), synchronisationCases(), collectiveCases()})
    for (const auto& c : cases) covered.insert(c.id);
  for (const auto& row : diag::allInfos())
    if (static_cast<int>(row.id) / 1000 == 2) { EXPECT_TRUE(covered.contains(row.id)) << row.name; }
}

}  // namespace
