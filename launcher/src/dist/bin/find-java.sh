# Sourced by bin/asterism, ./asterism and ./verify: finds a Java that is new enough.
# POSIX shell; starts no Java, because that alone would take longer than everything here.

asterism_java_least=25

# Whether folder $1 holds a Java that will do: new enough by its "release" file, and with program $2 (java, or javac to
# build). In the shell alone, because each process that it started would cost milliseconds.
asterism_java_fits() {
    [ -n "$1" ] && [ -x "$1/bin/$2" ] && [ -r "$1/release" ] || return 1
    while IFS= read -r asterism_line || [ -n "$asterism_line" ]; do
        case $asterism_line in
        JAVA_VERSION=*)
            asterism_release=${asterism_line#JAVA_VERSION=}
            asterism_release=${asterism_release#\"}
            asterism_release=${asterism_release%%[!0-9]*}
            [ -n "$asterism_release" ] && [ "$asterism_release" -ge "$asterism_java_least" ]
            return
            ;;
        esac
    done <"$1/release"
    return 1
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
    if asterism_java_fits "${JAVA_HOME:-}" "$1"; then
        export JAVA_HOME
        return 0
    fi
    for asterism_folder in "$(asterism_java_on_path)" \
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
