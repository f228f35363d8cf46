package org.asterism.shell.gogo.internal.command;

import java.io.IOException;
import java.time.Duration;
import org.apache.felix.service.command.CommandSession;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.utils.NonBlockingReader;

/**
 * The keyboard of a session that talks to a terminal, each key as it is pressed rather than line by line. To be used
 * only where {@code Terminals.isInteractive} says that there is a terminal.
 */
public final class JlineKeyboard implements AutoCloseable {
    /** What gogo.jline keeps its terminal under. */
    static final String TERMINAL = ".terminal";

    private final Terminal terminal;
    private final Attributes before;

    /**
     * Has the terminal hand on keys at once; Ctrl-C still interrupts.
     *
     * @param session talks to a terminal
     */
    public JlineKeyboard(CommandSession session) {
        terminal = (Terminal) session.get(TERMINAL);
        before = terminal.enterRawMode();
    }

    /**
     * Waits for a key, and takes all that was typed.
     *
     * @param time how long to wait at most
     * @return false if there was none
     * @throws IOException if the terminal is gone
     */
    public boolean isPressed(Duration time) throws IOException {
        NonBlockingReader keys = terminal.reader();
        if (keys.peek(time.toMillis()) < 0) {
            return false;
        }
        while (keys.peek(1) >= 0) {
            keys.read();
        }
        return true;
    }

    /** Has the terminal be as it was. */
    @Override
    public void close() {
        terminal.setAttributes(before);
    }
}
