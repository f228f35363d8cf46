package org.asterism.trace.report.internal.verdict;

/** What usually helps against idle time, as the page on profiling explains it. */
final class Remedy {
    private Remedy() {}

    static String of(IdleSum idle) {
        String codelet = idle.cause().startsWith("waits for ")
                ? idle.cause().substring("waits for ".length())
                : "what the others wait for";
        return switch (idle.reason()) {
            case NOTHING_SUBMITTED -> "submit tasks earlier, or from several threads";
            case NOTHING_READY ->
                "cut the work into smaller tasks, raise the priority of " + codelet
                        + " and of what leads to it, or give it a faster worker";
            case DATA_IN_TRANSIT ->
                "use a policy that counts transfers, such as dmda or dmdas; let it prefetch; use larger tasks";
            case HELD_BY_POLICY ->
                idle.cause().startsWith("the policy reports no decision")
                        ? "try another policy, such as ws or lws: this one does not say for whom it keeps tasks"
                        : "if the other worker is busy, the policy is right; otherwise compare its predictions with the"
                                + " measurements below";
            case LIMITS -> "look for pauses, the submission limit, workers in no context, and missing implementations";
            case SCHEDULING_OVERHEAD -> "use larger tasks, or ws or lws for many small ones";
            case LATE_WAKE_UP -> "end other programs on the machine, or use fewer workers than cores";
            case HELD_AT_BREAKPOINT -> "run without breakpoints";
        };
    }
}
