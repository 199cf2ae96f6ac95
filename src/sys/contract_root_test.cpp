// The contract of loop devices and mounts on the real machine, as root.
#include "sys/mount_contract_suite.hpp"
#include "sys/root_world.hpp"

namespace fsduel::sys {

using RootWorlds = ::testing::Types<RootWorld<Ext4>, RootWorld<Xfs>, RootWorld<Btrfs>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Real, LoopContract, RootWorld<Ext4>);
INSTANTIATE_TYPED_TEST_SUITE_P(Real, MountContract, RootWorlds);

}  // namespace fsduel::sys
