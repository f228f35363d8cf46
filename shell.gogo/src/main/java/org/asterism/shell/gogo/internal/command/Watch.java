package org.asterism.shell.gogo.internal.command;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.felix.service.command.CommandSession;

/** Repeated display of an answer: in place on a terminal, otherwise one answer below the other. */
public final class Watch {
    private static final Duration REFRESH = Duration.ofSeconds(1);
    private static final Duration LOOK = Duration.ofMillis(100);

    /** Escape sequences that move the cursor to the top left, and erase everything below and to the right of it. */
    private static final String HOME = "\u001b[H";

    private static final String ERASE = "\u001b[J";
    private static final String CLEAR = "\u001b[2J";
    private static final String ERASE_LINE = "\u001b[K";

    /** Pause between two displays. */
    @FunctionalInterface
    interface Pause extends AutoCloseable {
        /** Waits, and returns whether to continue. */
        boolean goOn() throws InterruptedException;

        @Override
        default void close() {}
    }

    /** Pause that ends early when a key is pressed. */
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
                    return false; // The terminal is closed.
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
     * Creates a watch for a session that updates once per second. On a terminal, any key ends it.
     *
     * @param session session of the command
     * @return watch that can be shown once
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
     * Shows the text repeatedly until its object no longer exists, or until a key or an interrupt, for example Ctrl-C,
     * ends the watch.
     *
     * @param text returns the current text
     * @param isThere returns whether the object still exists
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
            // An interrupt is the normal end of a watch; the command has succeeded.
            out.flush();
        }
    }
}
