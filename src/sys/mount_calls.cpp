#include "sys/mount_calls.hpp"

#include <fcntl.h>
#include <sys/mount.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "sys/mount_words.hpp"
#include "sys/system_calls.hpp"

namespace fsduel::sys {
namespace {

std::string next_step_for(const MountRequest& request, int errno_value) {
  switch (errno_value) {
    case ENODEV:
      return "modprobe " + escape_text(request.type) + ", or a kernel that has this filesystem";
    case EPERM:
    case EACCES:
      return "run it as root";
    case EBUSY:
      return "unmount " + escape_text(request.source) + " where it is mounted already";
    case ENOENT:
      return "check that " + escape_text(request.target) + " and " + escape_text(request.source) +
             " exist";
    case ENOTBLK:
      return "a block device as the source";
    default:
      return "check the mount options, and the kernel's log (dmesg)";
  }
}

// `words` is what the kernel said beyond the errno; may be empty.
[[noreturn]] void fail_mount(const MountRequest& request, int errno_value,
                             const std::string& words) {
  std::string cause = errno_text(errno_value);
  if (errno_value == ENODEV) cause = "this kernel does not know the filesystem";
  if (!words.empty()) cause += " (" + words + ")";
  throw Error({.doing = "mount",
               .object = escape_text(request.source) + " as " + escape_text(request.type) + " on " +
                         escape_text(request.target),
               .cause = cause,
               .next_step = next_step_for(request, errno_value),
               .errno_value = errno_value,
               .exit_code = errno_value == ENODEV || errno_value == EPERM
                                ? ExitCode::machine_lacks
                                : ExitCode::some_runs_failed});
}

// Each read of the context gives one message, "e " for an error before it; ENODATA ends them.
std::string read_kernel_words(int context) {
  std::vector<std::string> messages;
  std::array<char, 1024> buffer;
  while (messages.size() < 20) {
    const ssize_t got = ::read(context, buffer.data(), buffer.size());
    if (got <= 0) break;
    std::string_view message(buffer.data(), static_cast<std::size_t>(got));
    if (message.size() > 2 && message[1] == ' ') message.remove_prefix(2);
    messages.push_back(escape_text(trim(message)));
  }
  return join(messages, "; ");
}

class MountContext {
 public:
  MountContext(const MountRequest& request, Fd context)
      : request_(request), context_(std::move(context)) {}

  void set(const MountPlan::Parameter& parameter) {
    const bool is_flag = parameter.form == MountPlan::Parameter::Form::flag;
    const unsigned command = is_flag ? FSCONFIG_SET_FLAG : FSCONFIG_SET_STRING;
    const char* value = is_flag ? nullptr : parameter.value.c_str();
    if (::fsconfig(context_.get(), command, parameter.key.c_str(), value, 0) != 0) {
      fail_here("option '" + parameter.key + (is_flag ? "" : "=" + parameter.value) + "'");
    }
  }

  void create() {
    if (::fsconfig(context_.get(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) != 0) fail_here({});
  }

  void attach(std::uint64_t attributes) {
    const Fd tree(::fsmount(context_.get(), FSMOUNT_CLOEXEC, static_cast<unsigned>(attributes)));
    if (!tree.is_open()) fail_here({});
    if (::move_mount(tree.get(), "", AT_FDCWD, request_.target.c_str(), MOVE_MOUNT_F_EMPTY_PATH) !=
        0) {
      fail_here({});
    }
  }

 private:
  [[noreturn]] void fail_here(const std::string& about) {
    const int error = errno;
    std::string words = read_kernel_words(context_.get());
    if (words.empty()) words = escape_text(about);
    fail_mount(request_, error, words);
  }

  const MountRequest& request_;
  Fd context_;
};

}  // namespace

MountOutcome mount_by_context(const MountRequest& request) {
  Fd opened(::fsopen(request.type.c_str(), FSOPEN_CLOEXEC));
  if (!opened.is_open() && errno == ENOSYS) return MountOutcome::interface_absent;
  if (!opened.is_open()) fail_mount(request, errno, {});
  MountContext context(request, std::move(opened));
  const MountPlan plan = plan_mount(request.options);
  context.set({.key = "source", .value = request.source, .form = MountPlan::Parameter::Form::text});
  for (const MountPlan::Parameter& parameter : plan.parameters) context.set(parameter);
  context.create();
  context.attach(plan.attributes);
  return MountOutcome::mounted;
}

void mount_classic(const MountRequest& request) {
  const ClassicMountPlan plan = plan_classic_mount(request.options);
  if (::mount(request.source.c_str(), request.target.c_str(), request.type.c_str(), plan.flags,
              plan.data.c_str()) != 0) {
    fail_mount(request, errno, {});
  }
}

}  // namespace fsduel::sys
