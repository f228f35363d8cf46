package org.asterism.shell.gogo.internal.command;

import java.io.IOException;
import java.time.Duration;
import org.apache.felix.service.command.CommandSession;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.utils.NonBlockingReader;

/**
 * Keyboard of a session with a terminal, which reports each key rather than lines. Use it only if
 * {@code Terminals.isInteractive} reports a terminal.
 */
public final class JlineKeyboard implements AutoCloseable {
    /** Name of the session variable in which gogo.jline keeps its terminal. */
    static final String TERMINAL = ".terminal";

    private final Terminal terminal;
    private final Attributes before;

    /**
     * Switches the terminal to single keys; Ctrl-C still interrupts.
     *
     * @param session session with a terminal
     */
    public JlineKeyboard(CommandSession session) {
        terminal = (Terminal) session.get(TERMINAL);
        before = terminal.enterRawMode();
    }

    /**
     * Waits for a key, and consumes all typed keys.
     *
     * @param time maximum time to wait
     * @return whether a key was pressed
     * @throws IOException if the terminal is closed
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

    /** Restores the former mode of the terminal. */
    @Override
    public void close() {
        terminal.setAttributes(before);
    }
}
