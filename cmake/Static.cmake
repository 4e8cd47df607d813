# COVEY_STATIC: a program that needs no file of the machine it runs on, neither libraries nor a loader. CAF, fmt and spdlog come
# from scripts/static-libraries, everything else from the .a files of Debian's packages.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(architecture arm64)
else()
  set(architecture amd64)
endif()
set(libraries "${PROJECT_SOURCE_DIR}/build/tools/static/${architecture}")
if(NOT EXISTS "${libraries}/stamp")
  message(FATAL_ERROR "no libraries in ${libraries}: run scripts/static-libraries ${architecture}")
endif()
list(PREPEND CMAKE_PREFIX_PATH "${libraries}")
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
set(Boost_USE_STATIC_LIBS ON)
# Users of the program have no use for the place where it was built.
add_compile_options(-ffunction-sections -fdata-sections "-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=")
add_link_options(-static -s -Wl,--gc-sections)
# Debian's package has both, and its target is the shared one.
find_package(pugixml REQUIRED)
set_property(TARGET pugixml::pugixml PROPERTY INTERFACE_LINK_LIBRARIES pugixml::static)
