package org.asterism.shell.gogo.internal.command;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.felix.service.command.CommandSession;

/** Shows something again and again: on a terminal in place, elsewhere one below the other. */
public final class Watch {
    private static final Duration REFRESH = Duration.ofSeconds(1);
    private static final Duration LOOK = Duration.ofMillis(100);

    /** Cursor to the top left; what is below it is erased; and what is right of the cursor on its line. */
    private static final String HOME = "\u001b[H";

    private static final String ERASE = "\u001b[J";
    private static final String CLEAR = "\u001b[2J";
    private static final String ERASE_LINE = "\u001b[K";

    /** Waits between two pictures. */
    @FunctionalInterface
    interface Pause extends AutoCloseable {
        /** Whether to go on. */
        boolean goOn() throws InterruptedException;

        @Override
        default void close() {}
    }

    /** Waits for a key. */
    private record UntilPressed(JlineKeyboard keyboard) implements Pause {
        @Override
        public boolean goOn() throws InterruptedException {
            for (Duration waited = Duration.ZERO; waited.compareTo(REFRESH) < 0; waited = waited.plus(LOOK)) {
                try {
                    if (keyboard.isPressed(LOOK)) {
                        return false;
                    }
                } catch (InterruptedIOException interrupted) {
                    throw new InterruptedException(interrupted.getMessage());
                } catch (IOException gone) {
                    return false; // Nobody watches any more.
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
            return true;
        }

        @Override
        public void close() {
            keyboard.close();
        }
    }

    private final PrintStream out;
    private final boolean inPlace;
    private final Pause pause;

    Watch(PrintStream out, boolean inPlace, Pause pause) {
        this.out = out;
        this.inPlace = inPlace;
        this.pause = pause;
    }

    /**
     * A watch in a session, once a second, until a key is pressed where there is a terminal.
     *
     * @param session where the command was typed
     * @return to be shown once
     */
    public static Watch in(CommandSession session) {
        boolean interactive = Terminals.isInteractive(session) && !Output.isRedirected();
        Pause pause = interactive ? new UntilPressed(new JlineKeyboard(session)) : Watch::sleep;
        return new Watch(Output.of(session), interactive, pause);
    }

    private static boolean sleep() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(REFRESH.toNanos());
        return true;
    }

    /**
     * Shows it until it is gone, or somebody has had enough: a key, or an interrupt, as Ctrl-C brings it about.
     *
     * @param text what to show now
     * @param isThere whether there is anything to be shown still
     */
    public void show(Supplier<String> text, BooleanSupplier isThere) {
        if (inPlace) {
            out.print(CLEAR);
        }
        try (pause) {
            do {
                String shown = text.get();
                if (inPlace) {
                    out.print(HOME + shown.replace("\n", ERASE_LINE + "\n") + ERASE_LINE + "\n" + ERASE);
                } else {
                    out.println(shown);
                }
                out.flush();
            } while (pause.goOn() && isThere.getAsBoolean());
        } catch (InterruptedException enough) {
            // That is how a watch is ended; the command has done what it was asked for.
            out.flush();
        }
    }
}
