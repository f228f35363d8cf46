package org.asterism.shell.gogo.internal.command;

import java.util.function.BooleanSupplier;
import org.apache.felix.service.command.CommandSession;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;

/**
 * Handler of Ctrl-C during a command. Without it, Gogo would return to the prompt at once. Use it only if
 * {@code Terminals.isInteractive} reports a terminal.
 */
public final class JlineInterrupts implements AutoCloseable {
    private final Terminal terminal;
    private final SignalHandler before;

    /**
     * Starts to handle Ctrl-C.
     *
     * @param session session with a terminal
     * @param taken called at Ctrl-C, on a thread of the terminal; if it returns false, Gogo handles the key
     */
    public JlineInterrupts(CommandSession session, BooleanSupplier taken) {
        terminal = (Terminal) session.get(JlineKeyboard.TERMINAL);
        SignalHandler[] former = new SignalHandler[1];
        synchronized (former) {
            former[0] = terminal.handle(Signal.INT, signal -> {
                if (!taken.getAsBoolean()) {
                    synchronized (former) {
                        if (former[0] != SignalHandler.SIG_DFL && former[0] != SignalHandler.SIG_IGN) {
                            former[0].handle(signal);
                        }
                    }
                }
            });
        }
        before = former[0];
    }

    /** Returns Ctrl-C to Gogo. */
    @Override
    public void close() {
        terminal.handle(Signal.INT, before);
    }
}
