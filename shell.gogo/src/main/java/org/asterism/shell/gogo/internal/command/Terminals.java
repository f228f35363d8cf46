package org.asterism.shell.gogo.internal.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.felix.service.command.CommandSession;
import org.asterism.report.text.Answer;

/** What is known of the terminal in front of us. */
public final class Terminals {
    /** The session variable, and the environment variable, with the number of columns. */
    public static final String COLUMNS = "COLUMNS";

    /** What gogo.jline keeps its terminal under; there only in a session that talks to one. */
    private static final String JLINE_TERMINAL = ".terminal";

    private static final int UNLIMITED = 1_000_000;

    private Terminals() {}

    /**
     * How wide a line of a session is.
     *
     * @param session asked for {@code COLUMNS}, which gogo.jline keeps up to date; then the environment is
     * @return columns; {@link Answer#USUAL_WIDTH} if nobody knows, and more than anything needs for what goes into a
     *     file or a pipe
     */
    public static int width(CommandSession session) {
        return Output.isRedirected() ? UNLIMITED : ofTerminal(session);
    }

    /**
     * How wide a line of a session's terminal is, wherever the output goes.
     *
     * @param session as above
     * @return columns; {@link Answer#USUAL_WIDTH} if nobody knows
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
            return 0; // As good as not said: the next source is asked.
        }
    }

    /**
     * Whether a session's console understands that a line is drawn over.
     *
     * @param session any
     * @return true in a shell on a real terminal
     */
    public static boolean isInteractive(CommandSession session) {
        Object type = session.get("TERM");
        return session.get(JLINE_TERMINAL) != null
                && type != null
                && !type.toString().startsWith("dumb");
    }

    /**
     * Whether what this process writes to its standard error appears on a terminal. {@link java.io.Console#isTerminal}
     * cannot tell when standard input or output are redirected, so the kernel is asked where it has an answer as a
     * file.
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
            return false; // A bar that is missing harms less than one in a log file.
        }
        return System.console() != null && System.console().isTerminal();
    }
}
