// The names of enumerators in documents. Private to model. Each switch has no default, so that the
// compiler asks for a name when an enumerator is added; "" ends the list of a type.
#pragma once

#include <string_view>

#include "model/machine.hpp"
#include "model/plan.hpp"
#include "model/run.hpp"

namespace fsduel {

constexpr std::string_view enum_name(CandidateKind value) {
  switch (value) {
    case CandidateKind::filesystem:
      return "filesystem";
    case CandidateKind::directory:
      return "directory";
  }
  return {};
}

constexpr std::string_view enum_name(VenueKind value) {
  switch (value) {
    case VenueKind::automatic:
      return "auto";
    case VenueKind::native:
      return "native";
    case VenueKind::guest:
      return "guest";
    case VenueKind::virtual_time:
      return "virtual";
  }
  return {};
}

constexpr std::string_view enum_name(Disturb value) {
  switch (value) {
    case Disturb::no:
      return "no";
    case Disturb::yes:
      return "yes";
  }
  return {};
}

constexpr std::string_view enum_name(Twin value) {
  switch (value) {
    case Twin::no:
      return "no";
    case Twin::yes:
      return "yes";
  }
  return {};
}

constexpr std::string_view enum_name(Ability value) {
  switch (value) {
    case Ability::no:
      return "no";
    case Ability::yes:
      return "yes";
  }
  return {};
}

constexpr std::string_view enum_name(PhaseOutcome::End value) {
  switch (value) {
    case PhaseOutcome::End::complete:
      return "complete";
    case PhaseOutcome::End::stopped:
      return "stopped";
  }
  return {};
}

constexpr std::string_view enum_name(CacheState value) {
  switch (value) {
    case CacheState::cold:
      return "cold";
    case CacheState::warm:
      return "warm";
  }
  return {};
}

constexpr std::string_view enum_name(PhaseKind value) {
  switch (value) {
    case PhaseKind::stream:
      return "stream";
    case PhaseKind::walk:
      return "walk";
    case PhaseKind::read:
      return "read";
    case PhaseKind::copy:
      return "copy";
    case PhaseKind::remove:
      return "remove";
    case PhaseKind::durable:
      return "durable";
  }
  return {};
}

constexpr std::string_view enum_name(RunStatus value) {
  switch (value) {
    case RunStatus::ok:
      return "ok";
    case RunStatus::failed:
      return "failed";
    case RunStatus::interrupted:
      return "interrupted";
  }
  return {};
}

constexpr std::string_view enum_name(InvalidScope value) {
  switch (value) {
    case InvalidScope::wall:
      return "wall";
    case InvalidScope::all:
      return "all";
  }
  return {};
}

constexpr std::string_view enum_name(StopReason value) {
  switch (value) {
    case StopReason::decided:
      return "decided";
    case StopReason::rounds_cap:
      return "rounds_cap";
    case StopReason::time_limit:
      return "time_limit";
    case StopReason::interrupted:
      return "interrupted";
    case StopReason::all_failed:
      return "all_failed";
  }
  return {};
}

}  // namespace fsduel
