# Sourced by bin/asterism, ./asterism and ./verify: finds a Java that is new enough.
# POSIX shell; starts no Java, because that alone would take longer than everything here.

asterism_java_least=25

# The feature release of the Java in folder $1, from its "release" file; nothing if there is none.
asterism_java_release() {
    [ -r "$1/release" ] || return 0
    sed -n 's/^JAVA_VERSION="\{0,1\}\([0-9][0-9]*\).*/\1/p' "$1/release" | head -n 1
}

# Whether folder $1 holds a Java that will do: new enough, and with program $2 (java, or javac to build).
asterism_java_fits() {
    [ -n "$1" ] && [ -x "$1/bin/$2" ] || return 1
    asterism_java_found_release=$(asterism_java_release "$1")
    [ -n "$asterism_java_found_release" ] && [ "$asterism_java_found_release" -ge "$asterism_java_least" ]
}

# The folder of the java on the PATH, through all symbolic links.
asterism_java_on_path() {
    asterism_link=$(command -v java) || return 0
    while [ -L "$asterism_link" ]; do
        asterism_target=$(readlink "$asterism_link")
        case $asterism_target in
        /*) asterism_link=$asterism_target ;;
        *) asterism_link=$(dirname "$asterism_link")/$asterism_target ;;
        esac
    done
    (cd "$(dirname "$asterism_link")/.." 2>/dev/null && pwd -P)
}

# Sets JAVA_HOME to a Java with program $1 (java or javac), or says what to install and fails.
# Order: JAVA_HOME, java on the PATH, the folders where systems and installers put it.
asterism_find_java() {
    for asterism_folder in "${JAVA_HOME:-}" "$(asterism_java_on_path)" \
        /usr/lib/jvm/* /usr/java/* /opt/* /opt/java/* "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
        if asterism_java_fits "$asterism_folder" "$1"; then
            JAVA_HOME=$asterism_folder
            export JAVA_HOME
            return 0
        fi
    done
    printf '%s %s %s\n' "asterism: needs JDK $asterism_java_least or newer and found none: install one (for example" \
        "Eclipse Temurin $asterism_java_least from https://adoptium.net, or your system's" \
        "openjdk-$asterism_java_least-jdk) or set JAVA_HOME to its folder." >&2
    return 1
}
