package org.asterism.profile.internal;

import org.asterism.api.Worker;
import org.asterism.profile.Decision;
import org.asterism.profile.IdleReason;

/** Finds the cause of an idle period of one worker, and enters it. The lock of the worker's clock guards it. */
final class IdleCauses {
    private final Worker worker;
    private final Readings readings;
    private final Causes causes;

    /** What the worker saw when it fell asleep; null for nothing. */
    private TaskRecord running;

    private TaskRecord waiting;
    private String limit = "";

    IdleCauses(Worker worker, Readings readings, Causes causes) {
        this.worker = worker;
        this.readings = readings;
        this.causes = causes;
    }

    void forget() {
        running = null;
        waiting = null;
        limit = "";
    }

    void sees(TaskRecord blocking, TaskRecord kept) {
        running = blocking == null ? running : blocking;
        waiting = kept == null ? waiting : kept;
    }

    void limitedBy(Standing standing) {
        limit = readings.limit(standing);
    }

    /** Enters time; the task that the worker has taken then, or null. */
    void add(IdleReason reason, long nanos, TaskRecord next) {
        if (nanos > 0) {
            causes.add(reason, cause(reason, next), example(reason, next), nanos);
        }
    }

    /** Counts a period; the task that has ended it, or null. */
    void count(IdleReason reason, TaskRecord next) {
        causes.count(reason, cause(reason, next));
    }

    private String cause(IdleReason reason, TaskRecord next) {
        return switch (reason) {
            case NOTHING_READY -> {
                String codelet = isReleased(next)
                        ? next.releasingCodelet()
                        : blocker() == null ? "" : blocker().codelet();
                yield codelet.isEmpty() ? "a tag, a stage or acquired data" : "waits for " + codelet;
            }
            case HELD_BY_POLICY -> heldBy();
            case LIMITS -> limit;
            default -> "";
        };
    }

    private String example(IdleReason reason, TaskRecord next) {
        TaskRecord example = switch (reason) {
            case NOTHING_READY -> isReleased(next) ? null : blocker();
            case HELD_BY_POLICY -> held();
            case SCHEDULING_OVERHEAD, LATE_WAKE_UP -> next;
            default -> null;
        };
        return example != null
                ? example.toString()
                : reason == IdleReason.NOTHING_READY && isReleased(next) ? next.releaser() : "";
    }

    /** Whether it is known which task the worker's next one waited for. */
    private static boolean isReleased(TaskRecord next) {
        return next != null && !next.releaser().isEmpty();
    }

    private TaskRecord blocker() {
        return running == null ? readings.lastPopped() : running;
    }

    private TaskRecord held() {
        return waiting == null ? readings.kept() : waiting;
    }

    private String heldBy() {
        TaskRecord held = held();
        if (held == null) {
            return "tasks for other workers";
        }
        Decision decision = held.decision();
        return decision == null || decision.worker().equals(worker.name())
                ? "the policy reports no decision"
                : held.codelet() + " was decided for " + decision.worker();
    }
}
