# How every target is compiled. Warnings are errors in the dev and CI presets only, so that an unknown compiler of an
# administrator still builds.
option(FSDUEL_BUILD_TESTS "build the tests" ON)
option(FSDUEL_WERROR "warnings are errors" OFF)
set(FSDUEL_SANITIZE "" CACHE STRING "sanitizers, e.g. address,undefined or thread")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()

# OFF in the release preset: what administrators build needs no home folder to write to.
find_program(FSDUEL_CCACHE ccache)
if(FSDUEL_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness is what lets ccache work with precompiled headers (cmake/fsduel_test.cmake).
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros "${FSDUEL_CCACHE}")
endif()

add_library(fsduel_options INTERFACE)
# No fused arithmetic: `analyse` must reproduce every printed figure.
target_compile_options(fsduel_options INTERFACE -ffp-contract=off
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual -Wformat=2
  -Wno-missing-field-initializers)  # designated initialisers with defaults are the idiom here
# g++ 12 warns of what it inlines itself, of std::string (its bug 105651) and of empty std::optional (its bug 80635).
target_compile_options(fsduel_options INTERFACE "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-maybe-uninitialized>")
if(FSDUEL_WERROR)
  target_compile_options(fsduel_options INTERFACE -Werror)
endif()
target_compile_definitions(fsduel_options INTERFACE
  $<$<NOT:$<CONFIG:Release>>:_GLIBCXX_ASSERTIONS>)
if(FSDUEL_SANITIZE)
  target_compile_options(fsduel_options INTERFACE -fsanitize=${FSDUEL_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(fsduel_options INTERFACE -fsanitize=${FSDUEL_SANITIZE})
endif()
find_package(Threads REQUIRED)
target_link_libraries(fsduel_options INTERFACE Threads::Threads)
