package org.asterism.run;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.asterism.api.Clock;
import org.asterism.spi.thread.BackgroundThread;

/**
 * Line with the progress, rate and remaining time of a run. A separate thread redraws it, so that workers never wait
 * for a terminal. Closing it removes the line.
 */
final class ProgressBar implements AutoCloseable {
    private static final int CELLS = 30;
    private static final int LEAST_CELLS = 5;

    /** Maximum length, because a broken line cannot be overwritten. */
    private static final int COLUMNS = 79;

    private static final long PERIOD_MILLISECONDS = 50;

    private final String name;
    private final LongSupplier ended;
    private final LongSupplier expected;
    private final Display display;
    private final Clock clock = Clock.system();
    private final ProgressRate rate = new ProgressRate();
    private ScheduledExecutorService painter;
    private String drawn = "";
    private boolean closed;

    ProgressBar(String name, LongSupplier ended, LongSupplier expected, Display display) {
        this.name = name;
        this.ended = ended;
        this.expected = expected;
        this.display = display;
    }

    /** Starts to draw. */
    void start() {
        painter = Executors.newSingleThreadScheduledExecutor(work -> new BackgroundThread("asterism-progress", work));
        painter.scheduleWithFixedDelay(this::draw, PERIOD_MILLISECONDS, PERIOD_MILLISECONDS, TimeUnit.MILLISECONDS);
    }

    /** Draws the line if it has changed and the display allows it. */
    synchronized void draw() {
        long all = expected.getAsLong();
        if (closed || all == 0 || !display.mayDraw().getAsBoolean()) {
            return;
        }
        long now = Math.min(ended.getAsLong(), all);
        rate.count(clock.nanoTime(), now);
        show(line(name, now, all, rate.text(all - now)));
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

    /** Returns the line. It omits the bar if the terminal is too narrow. */
    static String line(String name, long ended, long all, String rate) {
        String figures = String.format(Locale.ROOT, "%3d %% %d/%d tasks%s", 100 * ended / all, ended, all, rate);
        int cells = Math.clamp(COLUMNS - name.length() - figures.length() - 4, LEAST_CELLS, CELLS);
        int full = (int) (cells * ended / all);
        return name + " [" + "#".repeat(full) + ".".repeat(cells - full) + "] " + figures;
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
