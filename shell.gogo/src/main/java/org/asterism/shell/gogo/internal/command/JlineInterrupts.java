package org.asterism.shell.gogo.internal.command;

import java.util.function.BooleanSupplier;
import org.apache.felix.service.command.CommandSession;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;

/**
 * Takes Ctrl-C from Gogo, which would return to the prompt at once, for as long as a command wants to do something
 * else. To be used only where {@code Terminals.isInteractive} says that there is a terminal.
 */
public final class JlineInterrupts implements AutoCloseable {
    private final Terminal terminal;
    private final SignalHandler before;

    /**
     * Begins to take Ctrl-C.
     *
     * @param session talks to a terminal
     * @param taken called at Ctrl-C, on a thread of the terminal; false leaves it to Gogo
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

    /** Leaves Ctrl-C to Gogo again. */
    @Override
    public void close() {
        terminal.handle(Signal.INT, before);
    }
}
