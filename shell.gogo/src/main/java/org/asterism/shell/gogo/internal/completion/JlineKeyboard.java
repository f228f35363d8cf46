package org.asterism.shell.gogo.internal.completion;

import java.io.IOException;
import java.time.Duration;
import org.apache.felix.service.command.CommandSession;
import org.jline.terminal.Terminal;
import org.jline.utils.NonBlockingReader;

/** The keyboard of a session that talks to a terminal. To be used only where {@code Terminals.isInteractive} says that it does. */
public final class JlineKeyboard {
    /** What gogo.jline keeps its terminal under. */
    private static final String TERMINAL = ".terminal";

    private JlineKeyboard() {}

    /**
     * Waits for a key, and takes all that was typed. While a command runs, a terminal hands on whole lines, so only Enter is noticed.
     *
     * @param session talks to a terminal
     * @param time how long to wait at most
     * @return false if there was none
     * @throws IOException if the terminal is gone
     */
    public static boolean isPressed(CommandSession session, Duration time) throws IOException {
        NonBlockingReader keys = ((Terminal) session.get(TERMINAL)).reader();
        if (keys.peek(time.toMillis()) < 0) {
            return false;
        }
        while (keys.peek(1) >= 0) {
            keys.read();
        }
        return true;
    }
}
