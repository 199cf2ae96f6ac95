include(fsduel_precompile)
include(fsduel_test)

# fsduel_module(NAME
#   [HEADERS ...] [SOURCES ...] [TESTS ...]
#   [DEPS ...]             modules of lower layers whose headers this one includes
#   [LIBRARIES ...]        libraries from outside, part of what users of the module see
#   [PRIVATE_LIBRARIES ..] libraries from outside, hidden in its sources
#   [TEST_DEPS ...]        modules that only its tests include
#   [TEST_LABELS ...]      label of its test program; default: unit
# )
# One folder, one library fsduel_NAME, one test program NAME_test. HEADERS must compile alone, with what DEPS and
# LIBRARIES give. Tests with another label are a program of their own: fsduel_test().
function(fsduel_module name)
  cmake_parse_arguments(ARG "" "" "HEADERS;SOURCES;TESTS;DEPS;LIBRARIES;PRIVATE_LIBRARIES;TEST_DEPS;TEST_LABELS" ${ARGN})
  set(target fsduel_${name})
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE ${ARG_PRIVATE_LIBRARIES})
    fsduel_precompile(${target} std)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  # As a file set, so that clang's preset can prove that each header compiles alone.
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/src" FILES ${ARG_HEADERS})
  target_link_libraries(${target} ${scope} fsduel_options ${ARG_LIBRARIES})
  foreach(dep IN LISTS ARG_DEPS)
    target_link_libraries(${target} ${scope} fsduel_${dep})
  endforeach()
  if(ARG_TESTS)
    fsduel_test(${name}_test LABEL ${ARG_TEST_LABELS} SOURCES ${ARG_TESTS} DEPS ${name} ${ARG_TEST_DEPS})
  endif()
endfunction()
