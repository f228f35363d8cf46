package org.asterism.shell.gogo.internal.command;

import org.apache.felix.service.command.CommandSession;
import org.jline.reader.LineReader;

/** The prompt of a session that talks to a terminal. To be used only where {@code Terminals.isInteractive} says so. */
public final class JlinePrompt {
    /** What gogo.jline keeps the reader of its lines under. */
    private static final String READER = ".reader";

    private JlinePrompt() {}

    /**
     * Prints a line above what the user types just now, or at the end of the output if nobody is asked to type.
     *
     * @param session talks to a terminal
     * @param line without an end of line
     */
    public static void printAbove(CommandSession session, String line) {
        if (session.get(READER) instanceof LineReader reader) {
            reader.printAbove(line);
        } else {
            session.getConsole().println(line);
        }
    }
}
