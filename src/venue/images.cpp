#include "venue/images.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fsduel::venue {
namespace {

constexpr const char* kDataImage = "data.img";

std::string extra_name(const char* role, const ExtraDisk& disk) {
  if (!disk.image_size) return {};
  return fmt::format("{}-{}.img", role, disk.image_size->value);
}

void add_need(std::vector<ImageNeed>& needs, const std::string& name, Bytes size) {
  if (name.empty()) return;
  const bool known = std::any_of(needs.begin(), needs.end(),
                                 [&](const ImageNeed& need) { return need.name == name; });
  if (!known) needs.push_back({name, size});
}

}  // namespace

CandidateImages name_images(const Candidate& candidate, const Plan& plan) {
  CandidateImages names;
  if (candidate.kind == CandidateKind::directory) return names;
  if (plan.spec.device.empty()) names.data = kDataImage;
  if (candidate.log) names.log = extra_name("log", *candidate.log);
  for (std::size_t i = 0; i < candidate.devices.size(); ++i) {
    const std::string role = fmt::format("device{}", i + 2);
    names.further.push_back(extra_name(role.c_str(), candidate.devices[i]));
  }
  return names;
}

std::vector<ImageNeed> list_images(const Plan& plan) {
  std::vector<ImageNeed> needs;
  for (const auto& candidate : plan.spec.candidates) {
    const auto names = name_images(candidate, plan);
    add_need(needs, names.data, plan.image_size);
    if (candidate.log) add_need(needs, names.log, candidate.log->image_size.value_or(Bytes{}));
    for (std::size_t i = 0; i < names.further.size(); ++i) {
      add_need(needs, names.further[i], candidate.devices[i].image_size.value_or(Bytes{}));
    }
  }
  return needs;
}

}  // namespace fsduel::venue
