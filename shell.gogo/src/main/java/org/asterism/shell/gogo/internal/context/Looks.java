package org.asterism.shell.gogo.internal.context;

import java.util.Map;
import java.util.WeakHashMap;
import org.asterism.api.ContextLoad;
import org.asterism.api.SchedulingContext;

/**
 * Numbers of each context when the user last looked at it. The first ones date from the context's creation. Guarded by
 * its own monitor.
 */
final class Looks {
    private static final double NANOS_PER_SECOND = 1e9;

    private record Look(long done, long nanoTime, Throughput throughput) {}

    private final Map<SchedulingContext, Look> last = new WeakHashMap<>();

    /**
     * Returns the throughput of a context since the last look, and records this look. If no time has passed, it returns
     * the previous throughput.
     */
    synchronized Throughput at(SchedulingContext context, ContextLoad load) {
        Look before = last.get(context);
        if (before == null) {
            before = new Look(0, context.createdNanoTime(), new Throughput(0, 0));
        }
        double seconds = (load.nanoTime() - before.nanoTime()) / NANOS_PER_SECOND;
        if (seconds <= 0) {
            return before.throughput();
        }
        Throughput now = new Throughput((load.done() - before.done()) / seconds, seconds);
        last.put(context, new Look(load.done(), load.nanoTime(), now));
        return now;
    }
}
