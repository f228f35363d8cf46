package org.asterism.trace.export.internal.replay;

import java.io.IOException;
import org.asterism.trace.Trace;
import org.asterism.trace.export.ExportFormat;
import org.asterism.trace.export.internal.Exporter;
import org.asterism.trace.export.internal.NothingToExportException;
import org.asterism.trace.export.internal.output.Output;
import org.asterism.trace.export.internal.output.TextOutput;

/** Writes a page that replays the ways of tasks through trees of scheduling components. */
public final class ReplayExport implements Exporter {
    /** As many as a browser replays without a noticeable delay. */
    static final int MOST_STEPS = 100_000;

    private final int mostSteps;

    /** Makes an exporter. */
    public ReplayExport() {
        this(MOST_STEPS);
    }

    ReplayExport(int mostSteps) {
        this.mostSteps = mostSteps;
    }

    @Override
    public ExportFormat format() {
        return new ExportFormat(
                "trace.html",
                "trace.html",
                "the ways of tasks through modular schedulers, step by step, for a browser");
    }

    @Override
    public void write(Trace trace, Output output) throws IOException {
        long origin = trace.header().origin();
        TextOutput out = new TextOutput(output, origin);
        ReplayPage page = new ReplayPage(out);
        Replay replay = new Replay(new Steps(out, mostSteps, page::begin), origin);
        trace.forEach(replay::add);
        if (replay.trees.isEmpty()) {
            throw new NothingToExportException("the recording has no tree of scheduling components, which trace.html"
                    + " shows; record a run with a modular policy, such as modular-heft");
        }
        page.end(trace, replay);
    }
}
