// SPDX-License-Identifier: MIT
// Builds a submission, by the command of its teacher or by what it consists of.
#include "check/build.h"

#include <string.h>

enum { OUTPUT_MOST = 1 << 16 };

/// Limits of a build: seconds, bytes.
static const double most_seconds = 120;
static const size_t most_memory = (size_t)4 << 30;

/// Copies a submission and builds it, with a separate home and folder for temporary files,
/// which go away: the tools of many languages keep their downloads and caches there, and some write
/// protect them. The output of the build goes to standard error, whose beginning is kept.
static const char script[] = "umask 022; cp -R -- \"$1\"/. . || exit\n"
                             "HOME=$(mktemp -d \"$PWD/.home.XXXXXX\") || exit\n"
                             "TMPDIR=$HOME/tmp\n"
                             "unset XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME\n"
                             "export HOME TMPDIR; mkdir \"$TMPDIR\"\n"
                             "(eval \"$2\") >&2; code=$?\n"
                             "chmod -R u+w \"$HOME\"; rm -rf \"$HOME\"\n"
                             "chmod -R a+rX . && exit $code";

/// Builds by the first of these that the folder has, and leaves ./flock: a program, or for scripts
/// a line that starts them. A folder in the submission that holds all of it is gone into.
static const char by_contents[] =
    "top=$PWD\n"
    "while set -- * && [ $# = 1 ] && [ -d \"$1\" ]; do cd -- \"$1\" || exit; done\n"
    "here=${PWD#\"$top\"}\n"
    "have() { [ $# = 1 ] && [ -e \"$1\" ]; }\n"
    "any() { for f; do [ -e \"$f\" ] && return; done; return 1; }\n"
    "starts() {\n"
    "    printf '#!/bin/sh\\ncd \"${0%%/*}%s\" && exec %s\\n' \"$here\" \"$1\" "
    ">\"$top/flock.new\"\n"
    "    chmod +x \"$top/flock.new\" && mv -f \"$top/flock.new\" \"$top/flock\"\n"
    "}\n"
    "main_of() { grep -lE '(^|[^[:alnum:]_])main *[(]' \"$@\" | head -n 1; }\n"
    "takes() {\n" // the program that the tools of a language left
    "    set -- $(find . -newer \"$top/.began\" -type f -perm -u+x ! -name '*.so*' ! -path "
    "'*/CMakeFiles/*' ! -path '*/deps/*' ! -path '*/build-script*' ! -path '*/.home.*')\n"
    "    [ $# = 1 ] || { echo \"built $# programs, not one: $*\"; return 1; }\n"
    "    [ \"$1\" -ef \"$top/flock\" ] || starts \"'$1'\"\n"
    "}\n"
    ": >\"$top/.began\" && sleep 0.01\n"
    "if any Makefile makefile GNUmakefile; then make && takes\n"
    "elif have CMakeLists.txt; then\n"
    "    cmake -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build && takes\n"
    "elif have Cargo.toml; then cargo build --release --offline && takes\n"
    "elif have go.mod; then go build -o \"$top/flock\" .\n"
    "elif any *.cpp *.cc *.cxx; then\n"
    "    set --; for f in ./*.cpp ./*.cc ./*.cxx; do [ ! -e \"$f\" ] || set -- \"$@\" \"$f\"; "
    "done\n"
    "    c++ -std=c++20 -O2 -o \"$top/flock\" \"$@\"\n"
    "elif any *.c; then cc -O2 -o \"$top/flock\" ./*.c -lm\n"
    "elif any *.java; then\n"
    "    f=$(main_of *.java) && f=$(basename \"$f\" .java) && javac -d . ./*.java &&\n"
    "        starts \"java -cp . $f\"\n"
    "elif have *.rs; then rustc -O -o \"$top/flock\" ./*.rs\n"
    "elif any *.go; then go build -o \"$top/flock\" ./*.go\n"
    "elif have *.py; then starts \"python3 '$(echo *.py)'\"\n"
    "elif have *.js; then starts \"node '$(echo *.js)'\"\n"
    "elif have *.mjs; then starts \"node '$(echo *.mjs)'\"\n"
    "elif have *.rb; then starts \"ruby '$(echo *.rb)'\"\n"
    "elif have flock; then [ -e \"$top/flock\" ] || starts ./flock\n"
    "else\n"
    "    echo 'no Makefile, no CMakeLists.txt, and not the sources of one program in C, C++, "
    "Java,'\n"
    "    echo 'Rust, Go, Python, JavaScript or Ruby'\n"
    "    exit 1\n"
    "fi\n";

bool check_build_is_auto(const char *command)
{
    return command != NULL && strcmp(command, "auto") == 0;
}

covey_status check_build_run(const char *command, const check_runner_def *runner,
                             const char *folder, const char *work, covey_arena *arena,
                             check_build *result)
{
    const char *with = check_build_is_auto(command) ? by_contents : command;
    const char *const arguments[] = {"/bin/sh", "-c", script, "covey", folder, with, NULL};
    check_task_def task = {.arguments = arguments, .folder = work, .input = ""};
    task.most = OUTPUT_MOST;
    check_runner_def limits = *runner;
    limits.seconds = most_seconds;
    limits.memory = most_memory;
    limits.mounts.submission = folder;
    check_outcome outcome = {0};
    covey_status status = check_runner_run(&limits, &task, &outcome, 1, arena);
    bool slow = outcome.kind == CHECK_OUTCOME_TIMEOUT;
    bool good = outcome.kind == CHECK_OUTCOME_ENDED && outcome.value == 0;
    *result = (check_build){
        .trouble = good   ? NULL
                   : slow ? "building takes too long"
                          : "does not build",
        .output = status == COVEY_OK ? outcome.errors : "",
    };
    return status;
}
