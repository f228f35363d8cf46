package org.asterism.itest.docs;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.asterism.itest.docs.Terminal.Printed;

/**
 * A command that does not print what the document shows.
 *
 * @param command the command
 * @param what the difference, for people
 * @param printed all that it has printed
 */
record ShownMistake(ShownCommand command, String what, List<String> printed) {
    private static final int MOST_LINES = 40;

    /** Tells what to do about mistakes. */
    static final String REMEDY = """

            If the program is right, correct the document, or have the check do it and look at the result:
                mvn -o -ntp -pl itest -am verify -Dtest=None -Dit.test=ShownOutputIT -Dasterism.shown.update=true \\
                    -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
            If the commands cannot be run everywhere, say why in a line above the block: <!-- not run: REASON -->
            """;

    /**
     * Compares.
     *
     * @param inFull whether the document shows all that is printed; otherwise the command must only succeed
     * @return empty if all is well
     */
    static Optional<ShownMistake> find(ShownCommand command, Printed printed, boolean inFull) {
        if (inFull) {
            return ShownOutput.difference(command.output(), printed.lines())
                    .map(difference -> new ShownMistake(command, difference.toString(), printed.lines()));
        }
        return printed.failed()
                ? Optional.of(new ShownMistake(command, "It failed.\n", printed.lines()))
                : Optional.empty();
    }

    String text(String document) {
        String all =
                printed.stream().limit(MOST_LINES).map("    %s%n"::formatted).collect(Collectors.joining());
        return "%n%s:%d: '%s' prints something else than the document shows.%n%sThe first lines that it prints:%n%s"
                .formatted(document, command.line(), command.text(), what, all);
    }

    /** Puts what was printed in the place of what is shown. */
    void correct(List<String> document) {
        List<String> shown = document.subList(
                command.line(), command.line() + command.output().size());
        shown.clear();
        shown.addAll(printed);
    }
}
