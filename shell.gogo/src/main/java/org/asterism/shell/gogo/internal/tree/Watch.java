package org.asterism.shell.gogo.internal.tree;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.felix.service.command.CommandSession;
import org.asterism.shell.gogo.internal.command.Terminals;

/** Shows something again and again: on a terminal in place, elsewhere one below the other. */
final class Watch {
    private static final Duration REFRESH = Duration.ofSeconds(1);
    private static final long LOOK_MILLIS = 50;

    /** Cursor to the top left; what is below it is erased; and what is right of the cursor on its line. */
    private static final String HOME = "\u001b[H";

    private static final String ERASE = "\u001b[J";
    private static final String CLEAR = "\u001b[2J";
    private static final String ERASE_LINE = "\u001b[K";

    /** Waits between two pictures. */
    @FunctionalInterface
    interface Pause {
        /** Whether to go on. */
        boolean goOn() throws InterruptedException;
    }

    private final PrintStream out;
    private final boolean inPlace;
    private final Pause pause;

    Watch(PrintStream out, boolean inPlace, Pause pause) {
        this.out = out;
        this.inPlace = inPlace;
        this.pause = pause;
    }

    /** A watch in a session, once a second, until Enter is pressed. */
    static Watch in(CommandSession session) {
        return new Watch(
                session.getConsole(), Terminals.isInteractive(session), () -> awaitRefresh(session.getKeyboard()));
    }

    private static boolean awaitRefresh(InputStream keyboard) throws InterruptedException {
        for (long waited = 0; waited < REFRESH.toMillis(); waited += LOOK_MILLIS) {
            if (isPressed(keyboard)) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        return true;
    }

    private static boolean isPressed(InputStream keyboard) {
        try {
            if (keyboard == null || keyboard.available() == 0) {
                return false;
            }
            return keyboard.read() >= 0;
        } catch (IOException gone) {
            return false; // Without a keyboard, it goes on until it is interrupted.
        }
    }

    /** Shows it until somebody has had enough: a key, or an interrupt, as Ctrl-C brings it about. */
    void show(Supplier<String> text) {
        if (inPlace) {
            out.print(CLEAR);
        }
        try {
            do {
                String shown = text.get();
                if (inPlace) {
                    out.print(HOME + shown.replace("\n", ERASE_LINE + "\n") + ERASE_LINE + "\n" + ERASE);
                } else {
                    out.println(shown);
                }
                out.flush();
            } while (pause.goOn());
        } catch (InterruptedException enough) {
            // That is how a watch is ended; the command has done what it was asked for.
            out.flush();
        }
    }
}
