# tree-sitter from the system, and its grammars from npm (parsers/syntax/grammars; scripts/setup fetches them): one
# static library of them all, covey_grammars.
set(COVEY_GRAMMARS "${PROJECT_SOURCE_DIR}/build/tools/grammars" CACHE PATH "folder with the node_modules of the grammars")
if(NOT EXISTS "${COVEY_GRAMMARS}/node_modules/tree-sitter-go/src/parser.c")
  message(FATAL_ERROR "no grammars in ${COVEY_GRAMMARS}: run scripts/setup build")
endif()
find_path(TREE_SITTER_INCLUDE tree_sitter/api.h REQUIRED)
find_library(TREE_SITTER_LIBRARY tree-sitter REQUIRED)

add_library(covey_grammars INTERFACE)
target_include_directories(covey_grammars SYSTEM INTERFACE "${TREE_SITTER_INCLUDE}")

# One library each: a grammar's own tree_sitter/parser.h must win over the system's.
file(GLOB parsers "${COVEY_GRAMMARS}/node_modules/tree-sitter-*/src/parser.c"
  "${COVEY_GRAMMARS}/node_modules/tree-sitter-*/*/src/parser.c")
foreach(parser IN LISTS parsers)
  cmake_path(GET parser PARENT_PATH source)
  cmake_path(GET source PARENT_PATH package)
  cmake_path(GET package FILENAME name)
  string(REPLACE "tree-sitter-" "" name "${name}")
  add_library(grammar_${name} STATIC "${parser}")
  if(EXISTS "${source}/scanner.c")
    target_sources(grammar_${name} PRIVATE "${source}/scanner.c")
  endif()
  target_include_directories(grammar_${name} PRIVATE "${source}")
  # Tables, not code: nothing is gained by more.
  target_compile_options(grammar_${name} PRIVATE -w -O1 -g0)
  target_link_libraries(covey_grammars INTERFACE grammar_${name})
endforeach()
target_link_libraries(covey_grammars INTERFACE "${TREE_SITTER_LIBRARY}")
