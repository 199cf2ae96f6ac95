#include "base/error.hpp"
#include "store/store.hpp"

namespace fsduel::store {
namespace {

std::optional<std::string> find_folder(const EnvironmentLookup& environment,
                                       const std::string& name) {
  auto value = environment(name);
  if (!value || !value->starts_with('/')) return std::nullopt;
  while (value->ends_with('/')) value->pop_back();
  return value;
}

}  // namespace

std::string default_database_path(const EnvironmentLookup& environment) {
  const std::string kName = "/fsduel/duels.db";
  if (const auto data = find_folder(environment, "XDG_DATA_HOME")) return *data + kName;
  if (const auto home = find_folder(environment, "HOME")) {
    return *home + "/.local/share" + kName;
  }
  throw Error({.doing = "find the place of",
               .object = "the results database",
               .cause = "neither XDG_DATA_HOME nor HOME is an absolute path",
               .next_step = "name it with --db FILE",
               .exit_code = ExitCode::usage});
}

}  // namespace fsduel::store
