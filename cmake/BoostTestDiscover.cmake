# Registers each Boost.Test case of an executable as its own CTest test. The list is taken from the built binary
# (--list_content) right after linking, so it never runs out of step with the sources.
function(boost_test_discover target)
  cmake_parse_arguments(arg "" "TIMEOUT;COST" "" ${ARGN})
  set(ctest_file "${CMAKE_CURRENT_BINARY_DIR}/${target}_tests.cmake")
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND "${CMAKE_COMMAND}" -D "EXE=$<TARGET_FILE:${target}>" -D "OUT=${ctest_file}" -D "PREFIX=${target}"
            -D "TIMEOUT=${arg_TIMEOUT}" -D "COST=${arg_COST}" -P "${PROJECT_SOURCE_DIR}/cmake/BoostTestList.cmake"
    BYPRODUCTS "${ctest_file}" VERBATIM)
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${ctest_file}")
endfunction()
