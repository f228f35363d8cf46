package org.asterism.trace.report.internal.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.profile.IdleCause;
import org.asterism.profile.IdleReason;
import org.asterism.profile.Profile;

/**
 * Idle time of all workers with one reason and one cause.
 *
 * @param reason why they were idle
 * @param cause what was to blame; empty if nothing more is known
 * @param nanos the time of all workers together
 * @param workers how many workers were idle so
 * @param periods how many periods had this as the main reason
 * @param example a task or data of that kind; empty if none is known
 */
public record IdleSum(IdleReason reason, String cause, long nanos, int workers, long periods, String example) {
    private record Key(IdleReason reason, String cause) {}

    /**
     * Adds up the idle time of a profile.
     *
     * @param profile the profile
     * @return the longest first
     */
    public static List<IdleSum> of(Profile profile) {
        Map<Key, IdleSum> sums = new LinkedHashMap<>();
        for (IdleCause cause : profile.idle()) { // the longest first, whose example is kept
            sums.merge(
                    new Key(cause.reason(), cause.cause()),
                    new IdleSum(cause.reason(), cause.cause(), cause.nanos(), 1, cause.periods(), cause.example()),
                    IdleSum::plus);
        }
        List<IdleSum> sorted = new ArrayList<>(sums.values());
        sorted.sort(Comparator.comparingLong(IdleSum::nanos).reversed());
        return sorted;
    }

    private IdleSum plus(IdleSum other) {
        return new IdleSum(
                reason,
                cause,
                nanos + other.nanos,
                workers + other.workers,
                periods + other.periods,
                example.isEmpty() ? other.example : example);
    }

    /** The reason, the cause and the example in words. */
    public String words() {
        String because = switch (reason) {
            case NOTHING_SUBMITTED -> "no submitted task was left";
            case NOTHING_READY -> "no task was ready";
            case DATA_IN_TRANSIT -> "data were in transit";
            case HELD_BY_POLICY -> "the policy held tasks back";
            case LIMITS -> "a limit kept tasks away";
            case SCHEDULING_OVERHEAD -> "tasks were being scheduled";
            case LATE_WAKE_UP -> "workers woke up late";
            case HELD_AT_BREAKPOINT -> "workers were held at breakpoints";
        };
        String what = reason == IdleReason.DATA_IN_TRANSIT && !cause.isEmpty() ? "from " + cause : cause;
        String detail = what.isEmpty() || example.isEmpty() ? what + example : what + ", such as " + example;
        return detail.isEmpty() ? because : because + " (" + detail + ")";
    }
}
