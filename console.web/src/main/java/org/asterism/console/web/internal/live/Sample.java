package org.asterism.console.web.internal.live;

import org.asterism.api.ContextLoad;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;

/**
 * The counts of a runtime at a moment. All contexts together.
 *
 * @param number greater than that of each sample before, also of those before the runtime was last observed
 * @param millis the time of day, in milliseconds since 1970
 * @param time the time by the runtime's clock, in nanoseconds
 * @param submitted tasks that were submitted
 * @param ready tasks that wait for a worker
 * @param running tasks that workers have taken
 * @param done tasks that have ended well
 * @param failed tasks that have failed
 * @param cancelled tasks that were called off
 * @param rate how many tasks have ended per second of the runtime's clock since the sample before; 0 for the first
 */
public record Sample(
        long number,
        long millis,
        long time,
        long submitted,
        long ready,
        long running,
        long done,
        long failed,
        long cancelled,
        double rate) {
    private static final double SECOND = 1e9;

    static Sample of(TaskRuntime runtime, Sample before) {
        long submitted = 0;
        long ready = 0;
        long running = 0;
        long done = 0;
        long failed = 0;
        long cancelled = 0;
        for (SchedulingContext context : runtime.contexts()) {
            ContextLoad load = context.load();
            submitted += load.submitted();
            ready += load.ready();
            running += load.running();
            done += load.done();
            failed += load.failed();
            cancelled += load.cancelled();
        }
        long time = runtime.clock().nanoTime();
        long ended = done + failed + cancelled;
        boolean measured = before != null && time > before.time();
        // Counts of a context that was closed meanwhile are gone.
        double rate = measured ? Math.max(0, ended - before.ended()) * SECOND / (time - before.time()) : 0;
        return new Sample(
                before == null ? System.currentTimeMillis() : before.number() + 1,
                System.currentTimeMillis(),
                time,
                submitted,
                ready,
                running,
                done,
                failed,
                cancelled,
                rate);
    }

    private long ended() {
        return done + failed + cancelled;
    }
}
