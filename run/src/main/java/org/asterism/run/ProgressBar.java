package org.asterism.run;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.asterism.spi.thread.BackgroundThread;

/**
 * A line that says how far a run is, drawn over and over by a thread of its own, so that workers never wait for a terminal;
 * gone when it is closed.
 */
final class ProgressBar implements AutoCloseable {
    private static final int CELLS = 30;
    private static final long PERIOD_MILLISECONDS = 50;

    private final String name;
    private final LongSupplier ended;
    private final LongSupplier expected;
    private final Display display;
    private ScheduledExecutorService painter;
    private String drawn = "";
    private boolean closed;

    ProgressBar(String name, LongSupplier ended, LongSupplier expected, Display display) {
        this.name = name;
        this.ended = ended;
        this.expected = expected;
        this.display = display;
    }

    /** Begins to draw. */
    void start() {
        painter = Executors.newSingleThreadScheduledExecutor(work -> new BackgroundThread("asterism-progress", work));
        painter.scheduleWithFixedDelay(this::draw, PERIOD_MILLISECONDS, PERIOD_MILLISECONDS, TimeUnit.MILLISECONDS);
    }

    /** Draws the line if it has changed and the display may be written to. */
    synchronized void draw() {
        long all = expected.getAsLong();
        if (closed || all == 0 || !display.mayDraw().getAsBoolean()) {
            return;
        }
        show(line(name, Math.min(ended.getAsLong(), all), all));
    }

    private void show(String line) {
        if (!line.equals(drawn)) {
            PrintStream stream = display.stream();
            stream.print("\r" + line + " ".repeat(Math.max(0, drawn.length() - line.length())));
            if (line.isEmpty()) {
                stream.print("\r");
            }
            stream.flush();
            drawn = line;
        }
    }

    static String line(String name, long ended, long all) {
        int full = (int) (CELLS * ended / all);
        return String.format(
                Locale.ROOT,
                "%s [%s%s] %3d %% %d/%d tasks",
                name,
                "#".repeat(full),
                ".".repeat(CELLS - full),
                100 * ended / all,
                ended,
                all);
    }

    /** Stops drawing and clears the line. */
    @Override
    public void close() {
        if (painter != null) {
            painter.shutdownNow();
        }
        synchronized (this) {
            closed = true;
            if (display.mayDraw().getAsBoolean()) {
                show("");
            }
        }
    }
}
