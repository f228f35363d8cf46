package org.asterism.launcher;

import java.util.Arrays;
import java.util.List;

/** The user's request on the command line. */
sealed interface CommandLine {
    /** The interactive shell. */
    record Shell() implements CommandLine {}

    /** A list of the subcommands, on standard output. */
    record Help() implements CommandLine {}

    /** One line with Asterism's and Java's versions. */
    record Version() implements CommandLine {}

    /**
     * A subcommand, which a bundle offers as a service.
     *
     * @param name the value of its service property {@code asterism.entry}
     * @param arguments the arguments after the name
     */
    record Subcommand(String name, List<String> arguments) implements CommandLine {}

    /**
     * A request for something that does not exist.
     *
     * @param message the mistake and the available subcommands, in one line
     */
    record Mistake(String message) implements CommandLine {}

    /**
     * Understands a command line.
     *
     * @param arguments as the program got them
     * @return the request
     */
    static CommandLine of(String... arguments) {
        if (arguments.length == 0) {
            return new Shell();
        }
        var first = arguments[0];
        if (arguments.length > 1 && List.of("--help", "-h", "--version").contains(first)) {
            return new Mistake("'" + arguments[1] + "' is one word too many; write '" + first + "' alone");
        }
        return switch (first) {
            case "--help", "-h" -> new Help();
            case "--version" -> new Version();
            default ->
                first.startsWith("-")
                        ? new Mistake(
                                "unknown option '" + first + "'; there are --help and --version, and the subcommands"
                                        + " run APP [options], exec \"CMD; CMD\", join HOST and trace FILE info|report|"
                                        + "export")
                        : new Subcommand(
                                first, List.copyOf(Arrays.asList(arguments).subList(1, arguments.length)));
        };
    }
}
