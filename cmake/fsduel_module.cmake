# fsduel_module(NAME
#   [HEADERS ...] [SOURCES ...] [TESTS ...]
#   [DEPS ...]             modules of lower layers whose headers this one includes
#   [LIBRARIES ...]        libraries from outside, part of what users of the module see
#   [PRIVATE_LIBRARIES ..] libraries from outside, hidden in its sources
#   [TEST_DEPS ...]        modules that only its tests include
#   [TEST_LABELS ...]      labels of its test program; default: unit
# )
# One folder, one library fsduel_NAME, one test program NAME_test.
function(fsduel_module name)
  cmake_parse_arguments(ARG "" "" "HEADERS;SOURCES;TESTS;DEPS;LIBRARIES;PRIVATE_LIBRARIES;TEST_DEPS;TEST_LABELS" ${ARGN})
  set(target fsduel_${name})
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE ${ARG_PRIVATE_LIBRARIES})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(${target} ${scope} fsduel_options ${ARG_LIBRARIES})
  foreach(dep IN LISTS ARG_DEPS)
    target_link_libraries(${target} ${scope} fsduel_${dep})
  endforeach()
  if(FSDUEL_BUILD_TESTS AND ARG_TESTS)
    find_package(GTest REQUIRED)
    include(GoogleTest)
    add_executable(${name}_test ${ARG_TESTS})
    target_link_libraries(${name}_test PRIVATE ${target} GTest::gmock GTest::gtest_main)
    foreach(dep IN LISTS ARG_TEST_DEPS)
      target_link_libraries(${name}_test PRIVATE fsduel_${dep})
    endforeach()
    target_compile_definitions(${name}_test PRIVATE FSDUEL_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    if(NOT ARG_TEST_LABELS)
      set(ARG_TEST_LABELS unit)
    endif()
    gtest_discover_tests(${name}_test TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60
      PROPERTIES LABELS "${ARG_TEST_LABELS}")
  endif()
endfunction()
