# Sourced by ./asterism and ./verify: one build of this folder at a time, and a clean start after one that did not end.
# POSIX shell. The caller has set root.

# Beside the target folders, which "clean" deletes.
build_state=$root/.build
build_lock=$build_state/lock
# There while a build runs, and after one that was killed: files of the target folders may then be empty or half
# written.
build_unfinished=$build_state/unfinished
build_log=$build_state/log

# Takes the lock of descriptor 9; with "now" fails if somebody holds it. Perl is for systems without flock, such as
# macOS.
build_take_lock() {
    if command -v flock >/dev/null; then
        if [ "${1:-}" = now ]; then flock -n 9; else flock 9; fi
    elif command -v perl >/dev/null; then
        perl -e 'open(my $lock, ">>&=9") or die $!; flock($lock, $ARGV[0] eq "now" ? 6 : 2) or exit 1' "${1:-wait}"
    fi
}

# Waits until no other build runs. The lock belongs to the open file, which Maven inherits: if this shell is killed, it
# lasts until Maven has ended, too. $1 is the name of the command.
build_begin() {
    mkdir -p "$build_state"
    exec 9>>"$build_lock"
    if ! build_take_lock now; then
        echo "$1: another build of this folder is running ($(cat "$build_lock")), waiting for its end ..." >&2
        build_take_lock
    fi
    echo "./$1, process $$" >"$build_lock"
}

# To be called before Maven begins to write.
build_mark() {
    : >"$build_unfinished"
}

# To be called when Maven has ended by itself, whatever its result.
build_unmark() {
    rm -f "$build_unfinished"
}

# Maven of the PATH, or the wrapper, which downloads one.
build_maven=mvn
command -v mvn >/dev/null || build_maven=$root/mvnw

# Gives the lock back.
build_end() {
    exec 9>&-
}

# Deletes what is made of sources. What users have put into the distribution, in load/ and conf/, stays.
build_clean() {
    find "$root" \( -name .git -o -name src \) -prune -o -type d -name target -prune -print |
        while IFS= read -r target; do
            rm -rf "$target/classes" "$target/test-classes" "$target/maven-status" "$target/maven-archiver" \
                "$target/generated-sources" "$target/generated-test-sources" "$target"/*.jar \
                "$target/asterism/bundles" "$target/asterism/lib"
        done
}

# The first errors of a failed build. $1 is the name of the command.
build_explain() {
    # Maven's advice on its own options helps nobody. Without any error Maven itself did not start.
    awk '/^ *$/ || /^\[ERROR\] *$/ || /\[Help 1\]/ { next }
         /^\[ERROR\] (To see the full|Re-run Maven|For more information|After correcting|  mvn <args>)/ { next }
         /^\[ERROR\]/ { errors[++found] = $0 }
         { all[++lines] = $0 }
         END { for (line = 1; line <= 10; line++) {
                   text = found ? errors[line] : all[line]
                   if (text != "") print text } }' "$build_log" >&2
    echo "$1: the build failed; all of its output is in $build_log" >&2
}
