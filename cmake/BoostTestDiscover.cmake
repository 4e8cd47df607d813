# Registers the Boost.Test cases of an executable with CTest (BoostTestList.cmake says how), by the list that the built
# binary gives right after linking: it never runs out of step with the sources.
#   boost_test_discover(TARGET BY suite|case TIMEOUT SECONDS COST NUMBER)
function(boost_test_discover target)
  cmake_parse_arguments(arg "" "BY;TIMEOUT;COST" "" ${ARGN})
  set(ctest_file "${CMAKE_CURRENT_BINARY_DIR}/${target}_tests.cmake")
  set(script "${PROJECT_SOURCE_DIR}/cmake/BoostTestList.cmake")
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND "${CMAKE_COMMAND}" -D "EXE=$<TARGET_FILE:${target}>" -D "OUT=${ctest_file}" -D "PREFIX=${target}"
            -D "ROOT=${PROJECT_SOURCE_DIR}" -D "BY=${arg_BY}" -D "TIMEOUT=${arg_TIMEOUT}" -D "COST=${arg_COST}" -P "${script}"
    BYPRODUCTS "${ctest_file}" VERBATIM)
  # Without it ctest runs nothing until all programs are built.
  if(NOT EXISTS "${ctest_file}")
    file(WRITE "${ctest_file}" "add_test(${target}_is_not_built ${target}_is_not_built)\n")
  endif()
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${script}")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${ctest_file}")
endfunction()
