# fsduel_test(NAME_test
#   SOURCES ...
#   [DEPS ...]       modules that it includes
#   [LIBRARIES ...]  libraries from outside
#   [LABEL ...]      exactly one of STYLE's labels (gtest_discover_tests of CMake 3.25 loses a second); default: unit
# )
# One program of GoogleTest; each of its tests is one of CTest, named NAME.Suite.Claim (under a sanitizer the whole
# program is one, NAME.all). Tests that mount share one
# machine: they run one at a time. The target LABEL_tests builds all programs of a label.
function(fsduel_test name)
  if(NOT FSDUEL_BUILD_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS;LIBRARIES;LABEL" ${ARGN})
  if(NOT ARG_LABEL)
    set(ARG_LABEL unit)
  endif()
  list(LENGTH ARG_LABEL labels)
  if(NOT labels EQUAL 1)
    message(FATAL_ERROR "${name}: one label for a test program, not ${labels}: ${ARG_LABEL}")
  endif()

  find_package(GTest REQUIRED)
  include(GoogleTest)
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE fsduel_options ${ARG_LIBRARIES} GTest::gmock GTest::gtest_main)
  foreach(dep IN LISTS ARG_DEPS)
    target_link_libraries(${name} PRIVATE fsduel_${dep})
  endforeach()
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  if(NOT TARGET ${ARG_LABEL}_tests)
    add_custom_target(${ARG_LABEL}_tests)
  endif()
  add_dependencies(${ARG_LABEL}_tests ${name})
  target_compile_definitions(${name} PRIVATE FSDUEL_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # Not optimised, which halves their build; the code under test is what its preset says.
  target_compile_options(${name} PRIVATE -O0)
  fsduel_precompile(${name} gtest)

  set(properties LABELS ${ARG_LABEL} TIMEOUT 120)
  if(ARG_LABEL MATCHES "^(root|guest|virtual|service|slow)$")
    set(properties LABELS ${ARG_LABEL} TIMEOUT 300 RESOURCE_LOCK mounts)
  endif()
  string(REGEX REPLACE "_test$" "" prefix ${name})
  if(FSDUEL_SANITIZE)
    # A sanitized program takes long to start: one start for all of its tests.
    add_test(NAME ${prefix}.all COMMAND ${name} --gtest_brief=1)
    set_tests_properties(${prefix}.all PROPERTIES ${properties})
    # Programs that cross modules take longest: they start first.
    if(CMAKE_CURRENT_SOURCE_DIR MATCHES "/tests/")
      set_tests_properties(${prefix}.all PROPERTIES COST 100)
    endif()
  else()
    gtest_discover_tests(${name} TEST_PREFIX "${prefix}." DISCOVERY_TIMEOUT 60 PROPERTIES ${properties})
  endif()
endfunction()
