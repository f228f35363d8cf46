package org.asterism.trace.report.internal.analysis;

import java.util.LinkedHashMap;
import java.util.Map;
import org.asterism.trace.TraceTree;

/** Tree of a policy in a context, and the tasks that its components kept. */
public final class TreeUse {
    private final String context;
    private final long since;
    private final Map<String, Long> kept = new LinkedHashMap<>();
    private TraceTree tree;

    TreeUse(String context, long since, TraceTree tree) {
        this.context = context;
        this.since = since;
        this.tree = tree;
    }

    /** The policy has built its tree anew, such as for other workers. */
    void became(TraceTree now) {
        tree = now;
    }

    void stored(String component) {
        kept.merge(component, 1L, Long::sum);
    }

    /** The name of the context. */
    public String context() {
        return context;
    }

    /** Since when the recording knows it, in nanoseconds. */
    public long since() {
        return since;
    }

    /** The tree as it was last. */
    public TraceTree tree() {
        return tree;
    }

    /** How many tasks a component was given to keep. */
    public long kept(String component) {
        return kept.getOrDefault(component, 0L);
    }
}
