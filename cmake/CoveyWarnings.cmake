# What every target of ours is compiled with; linked as `covey_warnings`.
add_library(covey_warnings INTERFACE)
target_compile_options(covey_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -fstack-protector-strong)
# With precompiled headers g++ 12 warns of the library's own strings and vectors (GCC 105329, 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(covey_warnings INTERFACE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
endif()
target_include_directories(covey_warnings INTERFACE "${PROJECT_SOURCE_DIR}")

# The library's own checks, for what does not include CAF: 0.17.6 dereferences an empty shared_ptr in a header.
add_library(covey_assertions INTERFACE)
target_compile_definitions(covey_assertions INTERFACE _GLIBCXX_ASSERTIONS)

if(COVEY_FUZZ)
  # "function" is off: clang 14 cannot compile coroutines with it.
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize=function -fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined)
elseif(COVEY_SANITIZE STREQUAL "address")
  # "null" is off: CAF 0.17.6 binds an empty shared_ptr in one of its headers.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=null -fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined)
elseif(COVEY_SANITIZE STREQUAL "thread")
  add_compile_options(-fsanitize=thread)
  add_link_options(-fsanitize=thread)
  add_compile_definitions(BOOST_ASIO_DISABLE_FENCED_BLOCK)
endif()
