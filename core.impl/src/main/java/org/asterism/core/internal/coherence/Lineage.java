package org.asterism.core.internal.coherence;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.asterism.core.internal.task.Job;

/**
 * Records from which tasks the values of some data come, and has these values computed again when they are lost.
 *
 * <p>While values are missing, claims that need them fail with a {@link RecomputationUnderWayException}, and so do
 * claims that would overwrite what the computation reads. So no worker waits. One {@link Recomputation} at a time is
 * under way. If more is lost meanwhile, the next one follows.
 *
 * <p>Only commands of the {@link Traffic} use it.
 */
final class Lineage {
    private static final Logger LOG = System.getLogger(Lineage.class.getName());
    private static final int MOST_NAMES = 5;

    /** A request for data that waits. */
    private record Waiting(Replicates all, Runnable request) {}

    private final NodeMemory main;
    private final Seat seat;
    private final Consumer<Replicate> givesUpLoading;

    private BiConsumer<Recomputation, Runnable> runner = Lineage::refuse;

    /** Number of producers that have been recorded. */
    private long producers;

    /** The data whose values are missing. */
    private final Set<History> missing = new LinkedHashSet<>();

    /** The data that the recomputation under way needs as they are. */
    private final List<History> needed = new ArrayList<>();

    /** Requests that are made again when nothing is computed again any more. */
    private final List<Waiting> waiting = new ArrayList<>();

    private Recomputation underWay;

    /** Whether something was lost since the recomputation under way was planned. */
    private boolean isOutdated;

    /** The end of what claims wait for; null while nothing is missing. */
    private CompletableFuture<Void> end;

    private boolean isClosed;

    /** @param givesUpLoading discards what is on its way to a copy */
    Lineage(NodeMemory main, Seat seat, Consumer<Replicate> givesUpLoading) {
        this.main = main;
        this.seat = seat;
        this.givesUpLoading = givesUpLoading;
    }

    private static void refuse(Recomputation recomputation, Runnable ended) {
        recomputation.replays().forEach(replay -> replay.fail(new IllegalStateException("nothing runs tasks")));
        ended.run();
    }

    /**
     * Sets what begins to run the producers of a recomputation, on a thread that has left the seat. It runs the second
     * argument when all have ended.
     */
    void runBy(BiConsumer<Recomputation, Runnable> given) {
        runner = given;
    }

    // Recording.

    /** Makes the versions of data known. */
    static History historyOf(Replicates all) {
        if (all.history == null) {
            all.history = new History(all);
        }
        return all.history;
    }

    /** A claim is met; its task is about to write a copy. */
    static void begins(Claim claim, Replicate copy) {
        claim.writesHistory(true);
        History history = copy.all.history;
        history.begins(claim, copy);
        if (history.isRecorded()
                && !copy.node.isMain()
                && claim.owner() instanceof Job job
                && job.host().runsTasks()) {
            history.record = TaskRecord.of(job, claim);
        }
    }

    /**
     * A copy was written.
     *
     * @param claim the claim of the writer; null if it worked in main memory without one
     * @param overwritten whether the writer has not read the former value
     */
    void written(Replicate copy, Claim claim, boolean overwritten) {
        History history = copy.all.history;
        TaskRecord record = history.record;
        history.record = null;
        Recomputation.Replay replay = claim == null || underWay == null ? null : underWay.replayOf(claim);
        if (replay != null) {
            if (claim.isTaskFailed() || isClosed) {
                copy.setValid(false);
                history.writerIsGone();
            } else {
                history.writtenAgain(copy, replay.producer);
            }
        } else if (copy.node.isMain() || !history.isRecorded()) {
            history.written(copy, null);
        } else if (claim == null || record == null) {
            history.written(copy, "the program has changed them on " + copy.node.name());
        } else {
            String obstacle = record.obstacle(claim);
            if (obstacle == null) {
                history.written(new Producer(record, producers++, history, history.version() + 1, overwritten));
            } else {
                history.written(copy, obstacle);
            }
        }
    }

    /** A claim ends whose task has not made known what it has written. */
    static void isLeft(Claim claim) {
        for (Claim.Item item : claim.items()) {
            History history = item.replicate == null ? null : item.replicate.all.history;
            if (history != null && history.writer() == claim) {
                history.isBroken(claim + " did not come to its end while it changed them");
            }
        }
        claim.writesHistory(false);
    }

    // Losses.

    /** Takes data that have no value any more, if that may be computed again; false if it is lost. */
    boolean takes(Replicates all) {
        History history = all.history;
        if (history == null || !history.isRecorded() || isClosed) {
            return false;
        }
        if (history.writer() == null) { // else its claim is taken back, or reports a new version
            history.isMissing = true;
            missing.add(history);
            isOutdated = true;
            all.lost(null);
            end = end == null ? new CompletableFuture<>() : end;
        }
        return true;
    }

    /** A claim is taken back: what it was to write has its former value, or none. */
    void isTakenBack(Claim claim, Throwable lost) {
        for (Claim.Item item : claim.items()) {
            Replicates all = item.replicate.all;
            if (all.history != null && all.history.writer() == claim) {
                all.history.writerIsGone();
                if (!all.hasValue() && !takes(all)) {
                    all.lost(lost);
                }
            }
        }
    }

    /** Whether the value of data is computed again. */
    boolean isAwaited(Replicates all) {
        return all.history != null && all.history.isMissing;
    }

    /** Returns the reason why data with a lineage cannot be computed again, for a message; empty for others. */
    String whyLost(Replicates all) {
        return all.history != null && all.history.isRecorded() && all.lost != null ? "; " + all.lost.getMessage() : "";
    }

    /** Runs a request when nothing is computed again that it would disturb: now, if there is none. */
    void whenUndisturbed(Replicates all, Runnable request) {
        if (end != null && all != null && all.history != null && isHeld(all.history, true)) {
            waiting.add(new Waiting(all, request));
        } else {
            request.run();
        }
    }

    private boolean isHeld(History history, boolean writes) {
        return history.isMissing || writes && (history.isNeeded || underWay == null || isOutdated);
    }

    /** Returns the reason why a claim, whose data have arrived, cannot be met now or at all; null if it can. */
    Throwable obstacle(Claim claim) {
        if (end == null) {
            return null;
        }
        Recomputation.Replay replay = underWay == null ? null : underWay.replayOf(claim);
        if (replay != null) {
            return claim.failure() == null ? obstacle(replay) : null;
        }
        for (Claim.Item item : claim.items()) {
            History history = item.replicate == null ? null : item.replicate.all.history;
            if (history != null && isHeld(history, item.writes)) {
                return new RecomputationUnderWayException(claim, end);
            }
        }
        return null;
    }

    /**
     * Whether something has arrived for a claim that was lost elsewhere and computed again since: replays write whoever
     * has a place in the order of the data.
     */
    static boolean isOutdated(Claim claim) {
        for (Claim.Item item : claim.items()) {
            if (item.reads
                    && item.replicate.all.history != null
                    && !item.replicate.isValid()
                    && !claim.converts(item)) {
                return true;
            }
        }
        return false;
    }

    /** Checks what a producer finds: it may compute from nothing but what it has read before. */
    private static Throwable obstacle(Recomputation.Replay replay) {
        Producer producer = replay.producer;
        boolean same = producer.overwrites() || producer.output().present() == producer.version() - 1;
        for (Producer.Input input : producer.inputs()) {
            same &= input.data().present() == input.version() && input.data().writer() == null;
        }
        return same ? null : new IllegalStateException("the data that " + producer + " has read have changed since");
    }

    // Recomputations.

    /** Begins a recomputation if values are missing and none is under way; says whether anything has changed. */
    boolean moveOn() {
        if (end == null || missing.isEmpty() || underWay != null || isToBeTakenBack()) {
            return false;
        }
        RecomputationPlan plan = new RecomputationPlan(missing);
        plan.hopeless().forEach((lost, why) -> giveUp(lost, "it cannot be computed again, since " + why, null));
        isOutdated = false;
        plan.data().forEach(each -> each.begin(main));
        if (plan.replays().isEmpty()) {
            ended();
            return true;
        }
        for (History input : plan.inputs()) {
            input.isNeeded = true;
            needed.add(input);
        }
        Recomputation begun = new Recomputation(plan.replays());
        underWay = begun;
        String names = names(plan.data());
        BiConsumer<Recomputation, Runnable> by = runner;
        seat.afterwards(() -> {
            by.accept(begun, () -> seat.post(() -> hasEnded(begun)));
            LOG.log(
                    Level.INFO,
                    "{0} lost with a device: {1} tasks run again to compute the values",
                    names,
                    begun.replays().size());
        });
        return true;
    }

    /** Whether tasks that were writing on a lost device have yet to give up their claims. */
    private boolean isToBeTakenBack() {
        Set<History> seen = new LinkedHashSet<>(missing);
        for (History each : missing) {
            each.producers().forEach(producer -> producer.inputs().forEach(input -> seen.add(input.data())));
        }
        for (History each : seen) {
            Claim writer = each.writer();
            if (writer != null && writer.owner() instanceof Job && writer.node().loss() != null) {
                return true;
            }
        }
        return false;
    }

    private static String names(Set<History> data) {
        String names = data.stream().limit(MOST_NAMES).map(History::toString).collect(Collectors.joining(", "));
        return data.size() <= MOST_NAMES
                ? names + (data.size() == 1 ? " was" : " were")
                : names + " and " + (data.size() - MOST_NAMES) + " more were";
    }

    /** Takes note that all tasks of a recomputation have ended. */
    void hasEnded(Recomputation recomputation) {
        if (underWay != recomputation) {
            return;
        }
        underWay = null;
        needed.forEach(input -> input.isNeeded = false);
        needed.clear();
        Throwable failure = recomputation.failure();
        for (History each : List.copyOf(missing)) {
            if (!each.isWhole() && !isOutdated) {
                giveUp(
                        each,
                        "it could not be computed again" + (failure == null ? "" : ": " + failure.getMessage()),
                        failure);
            }
        }
        ended();
    }

    private void ended() {
        missing.removeIf(each -> {
            if (each.isWhole()) {
                each.isMissing = false;
            }
            return each.isWhole();
        });
        CompletableFuture<Void> before = end;
        end = missing.isEmpty() ? null : new CompletableFuture<>();
        if (before != null) {
            seat.afterwards(() -> before.complete(null));
        }
        List<Waiting> again = List.copyOf(waiting);
        waiting.clear();
        again.forEach(each -> seat.post(() -> whenUndisturbed(each.all(), each.request())));
    }

    private void giveUp(History history, String why, Throwable cause) {
        Replicates all = history.all;
        for (Replicate copy : all.copies()) {
            copy.setValid(false);
            givesUpLoading.accept(copy);
        }
        history.isBroken("their value was lost");
        all.lost(new IllegalStateException(why, cause));
        missing.remove(history);
    }

    /** Computes nothing again any more: no worker is left. */
    void close() {
        isClosed = true;
        isOutdated = false;
        needed.forEach(input -> input.isNeeded = false);
        needed.clear();
        List.copyOf(missing).forEach(each -> giveUp(each, "it was lost while the runtime was closed", null));
        ended();
    }
}
