package org.asterism.trace.report.internal.analysis;

import java.util.List;
import org.asterism.trace.TraceEvent;

/** What the analysis knows of a task until it is completed. */
final class LiveTask {
    /** The name of tasks whose submission is not in the recording. */
    static final String UNKNOWN = "task";

    final long id;
    String codelet = UNKNOWN;
    String context = "";
    int footprint;
    boolean isReady;

    /** The iterations that it belongs to, the outermost first. */
    List<IterationCourse> iterations = List.of();

    /** The last decision of the policy; null if none is recorded. */
    TraceEvent.Decided decided;

    /** The longest chain of executed tasks that it waits for; null for none. */
    ChainLink before;

    /** The chain that ends with it, once it has been executed. */
    ChainLink link;

    /** The least length of the chains before it, if each kernel takes its least time. */
    long leastBefore;

    long least;

    LiveTask(long id) {
        this.id = id;
    }
}
