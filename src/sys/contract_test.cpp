// The contract without root: files and programs on both machines, mounts on the fake one.
#include "sys/contract_worlds.hpp"
#include "sys/file_contract_suite.hpp"
#include "sys/mount_contract_suite.hpp"

namespace fsduel::sys {

INSTANTIATE_TYPED_TEST_SUITE_P(Fake, FileContract, FakeWorld);
INSTANTIATE_TYPED_TEST_SUITE_P(Real, FileContract, RealWorld);
INSTANTIATE_TYPED_TEST_SUITE_P(Fake, LoopContract, FakeWorld);
INSTANTIATE_TYPED_TEST_SUITE_P(Fake, MountContract, FakeWorld);

}  // namespace fsduel::sys
