// pidfd_open(2) and pidfd_send_signal(2). Not for use outside of sys.
#pragma once

#include <signal.h>

// The header of glibc 2.36 does not say that its functions are C.
extern "C" {
#include <sys/pidfd.h>
}
