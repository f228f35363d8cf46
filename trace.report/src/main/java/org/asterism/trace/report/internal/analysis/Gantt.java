package org.asterism.trace.report.internal.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.asterism.trace.TraceWorker;

/** The Gantt chart of a recording: tiles at several resolutions, and all bars if they are few. */
public final class Gantt {
    /** Limit of the cells of the finest resolution, so that a page of any recording stays small. */
    private static final int MOST_CELLS = 2_000_000;

    private static final int MOST_COLUMNS = 1 << 16;
    private static final int LEAST_COLUMNS = 1 << 10;
    private static final int FACTOR = 4;

    private final List<TileLevel> levels = new ArrayList<>();
    private final int[] rows;
    private final Bars bars;

    Gantt(Columns time, List<TraceWorker> workers, int codelets, long kernels) {
        int wanted = Integer.highestOneBit(Math.max(1, MOST_CELLS / Math.max(1, workers.size())));
        for (int count = Math.clamp(wanted, LEAST_COLUMNS, MOST_COLUMNS); count >= LEAST_COLUMNS; count /= FACTOR) {
            levels.add(new TileLevel(new Columns(time.from(), time.to(), count), workers.size(), codelets));
        }
        rows = new int[workers.stream().mapToInt(TraceWorker::id).max().orElse(0) + 1];
        for (int row = 0; row < workers.size(); row++) {
            rows[workers.get(row).id()] = row;
        }
        bars = kernels <= Bars.MOST ? new Bars() : null;
    }

    void add(TraceWorker worker, int codelet, long task, long begin, long end) {
        int row = rows[worker.id()];
        for (TileLevel level : levels) {
            level.add(row, codelet, begin, end);
        }
        if (bars != null) {
            bars.add(row, codelet, task, begin, end);
        }
    }

    /** The resolutions, the finest first. */
    public List<TileLevel> levels() {
        return levels;
    }

    /** All bars; empty if they are too many. */
    public Optional<Bars> bars() {
        return Optional.ofNullable(bars);
    }
}
