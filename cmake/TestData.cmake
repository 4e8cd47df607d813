# What tests and benchmarks read: tests/languages/*/{recordings,projects,listing} and tests/fixtures as they are, their archives unpacked
# (tests/support/txtar), in tests/data of the build, by the target covey_unpacked.
block()
set(data "${PROJECT_BINARY_DIR}/tests/data")
set(tool "${PROJECT_SOURCE_DIR}/tests/support/txtar")
file(GLOB folders CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/tests" tests/fixtures
  tests/languages/*/recordings tests/languages/*/projects tests/languages/*/listing)
set(commands "")
set(files "")
foreach(folder IN LISTS folders)
  file(GLOB_RECURSE below CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/${folder}/*")
  list(APPEND files ${below})
  list(APPEND commands COMMAND "${tool}" unpack "${PROJECT_SOURCE_DIR}/tests/${folder}" "${data}/${folder}")
endforeach()
# One that is gone leaves nothing behind. The list of them changes when one does.
file(CONFIGURE OUTPUT "${data}.list" CONTENT "@files@\n" @ONLY)
add_custom_command(OUTPUT "${data}.stamp"
  COMMAND "${CMAKE_COMMAND}" -E rm -rf "${data}" ${commands}
  COMMAND "${CMAKE_COMMAND}" -E touch "${data}.stamp"
  DEPENDS ${files} "${data}.list" "${tool}" COMMENT "Unpacking the tests' archives" VERBATIM)
add_custom_target(covey_unpacked DEPENDS "${data}.stamp")
endblock()
