//! What is particular to Saiblo: its ways to build, and its upload page.

use crate::botzone::CommandLine;

/// Ways to compile `main.cpp` without the archive's help. Saiblo's own flags are not published.
pub const COMMAND_LINES: [CommandLine; 3] = [
    CommandLine {
        name: "cpp",
        flags: &[],
    },
    CommandLine {
        name: "cpp O2",
        flags: &["-O2", "-Wall", "-std=c++11"],
    },
    CommandLine {
        name: "cpp O3",
        flags: &["-O3", "-Wall", "-std=c++17"],
    },
];

/// The archive's Makefile: `make` leaves the program `main` beside it.
pub const MAKEFILE: &str = "\
main: main.cpp
\tg++ -O2 -o main main.cpp

clean:
\trm -f main

.PHONY: clean
";

/// The archive's CMakeLists.txt: target `main`, which the judge wants in the folder `bin` of the build.
pub const CMAKE: &str = "\
cmake_minimum_required(VERSION 3.5...3.25)
project(main CXX)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
add_executable(main main.cpp)
if(DEFINED ONLINE_JUDGE)
  set_target_properties(main PROPERTIES RUNTIME_OUTPUT_DIRECTORY \"${CMAKE_BINARY_DIR}/bin\")
endif()
";

/// How to upload a bundle.
pub const UPLOAD: &str = "\
Upload: on saiblo.net, the game's page, a new AI: language C++ with Makefile, C++ with CMake or cpp_zip, the archive
as it is; where one C++ file is accepted, main.cpp alone. The language of an AI cannot be changed later.";
