package org.asterism.shell.gogo.internal.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.felix.service.command.CommandSession;
import org.asterism.report.text.Answer;

/** Properties of the session's terminal. */
public final class Terminals {
    /** Session variable and environment variable with the number of columns. */
    public static final String COLUMNS = "COLUMNS";

    /** Session variable in which gogo.jline keeps its terminal. It exists only in sessions with a terminal. */
    private static final String JLINE_TERMINAL = ".terminal";

    private static final int UNLIMITED = 1_000_000;

    private Terminals() {}

    /**
     * Returns the width of a session's lines.
     *
     * @param session session with the variable {@code COLUMNS}, which gogo.jline updates; the environment variable
     *     comes next
     * @return number of columns; {@link Answer#USUAL_WIDTH} if unknown; without a limit if the output goes to a file or
     *     a pipe
     */
    public static int width(CommandSession session) {
        return Output.isRedirected() ? UNLIMITED : ofTerminal(session);
    }

    /**
     * Returns the width of a session's terminal, even if the output is redirected.
     *
     * @param session the session
     * @return number of columns; {@link Answer#USUAL_WIDTH} if unknown
     */
    static int ofTerminal(CommandSession session) {
        int asked = positive(session.get(COLUMNS));
        int known = asked > 0 ? asked : positive(System.getenv(COLUMNS));
        return known > 0 ? Math.max(20, known) : Answer.USUAL_WIDTH;
    }

    private static int positive(Object columns) {
        try {
            return columns == null ? 0 : Integer.parseInt(columns.toString().strip());
        } catch (NumberFormatException noNumber) {
            return 0; // Treated as missing, so that the next source is used.
        }
    }

    /**
     * Whether a session's console can overwrite a line.
     *
     * @param session any session
     * @return true in a shell on a real terminal
     */
    public static boolean isInteractive(CommandSession session) {
        Object type = session.get("TERM");
        return session.get(JLINE_TERMINAL) != null
                && type != null
                && !type.toString().startsWith("dumb");
    }

    /**
     * Whether this process's standard error is a terminal. {@link java.io.Console#isTerminal} cannot tell if standard
     * input or output are redirected, so this method reads the kernel's file system where that is possible.
     *
     * @return false when in doubt
     */
    public static boolean isErrorOnTerminal() {
        String type = System.getenv("TERM");
        if (type == null || type.equals("dumb")) {
            return false;
        }
        Path descriptor = Path.of("/proc/self/fd/2");
        try {
            if (Files.exists(descriptor)) {
                String target = Files.readSymbolicLink(descriptor).toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
            }
        } catch (IOException | SecurityException unreadable) {
            return false; // A missing progress bar is less harmful than one in a log file.
        }
        return System.console() != null && System.console().isTerminal();
    }
}
