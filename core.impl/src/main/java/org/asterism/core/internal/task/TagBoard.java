package org.asterism.core.internal.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.asterism.api.Tags;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskState;

/**
 * The tags of a runtime. Tasks can wait for a tag's round as for a task: its successors are in the same kind of list,
 * which is closed when the round is done.
 *
 * <p><b>Memory order.</b> A thread that waits for a tag counts itself before it checks whether the round is done. A
 * thread that ends a round reads the count after it has closed the list. All four are volatile accesses, so one of the
 * two notices the other.
 */
public final class TagBoard implements Tags {
    private static final int LEAST_SWEEP = 64;

    private final TagHome home;
    private final TagTable table = new TagTable();
    private final AtomicInteger waiters = new AtomicInteger();

    /** Rounds that were removed before they were done: what waits for them must be found still. */
    private final List<Round> removed = new ArrayList<>();

    private int sweepAt = LEAST_SWEEP;

    /** Reason why the tags that are still open will never be done, or null. */
    private volatile Throwable calledOff;

    public TagBoard(TagHome home) {
        this.home = home;
    }

    // What programs ask.

    @Override
    public void join(long tag, long... predecessors) {
        if (predecessors.length == 0) {
            throw new IllegalArgumentException(
                    "tag " + tag + " would join nothing: name the tags it waits for, or notify it");
        }
        Round joined = table.round(tag);
        Round[] rounds = new Round[predecessors.length];
        for (int index = 0; index < rounds.length; index++) {
            rounds[index] = table.round(predecessors[index]);
            Circle.refuse(joined, rounds[index]);
        }
        TagJoin join = new TagJoin(this, joined);
        for (Round round : rounds) {
            Successors.addPredecessor(join, round);
        }
        if (join.removeObstacleQuietly()) {
            close(joined, join.poison());
        }
    }

    @Override
    public void notify(long tag) {
        close(table.round(tag), null);
    }

    private void close(Round round, Throwable cause) {
        Successors.close(round, cause);
        wakeWaiters();
    }

    @Override
    public void await(long... tags) throws InterruptedException {
        home.refuseWorkers("wait for tags");
        Objects.requireNonNull(tags, "tags is null: name the tags to wait for");
        if (tags.length == 0) {
            throw new IllegalArgumentException("tags is empty, so there is nothing to wait for: name one tag at least");
        }
        for (long tag : tags) {
            await(table.round(tag), null);
        }
    }

    @Override
    public boolean await(long tag, Duration time) throws InterruptedException {
        home.refuseWorkers("wait for tag " + tag);
        return await(table.round(tag), time);
    }

    private boolean await(Round round, Duration time) throws InterruptedException {
        if (!round.isDone()) {
            waiters.incrementAndGet();
            try {
                if (!home.await(round, time)) {
                    return false;
                }
            } finally {
                waiters.decrementAndGet();
            }
        }
        Throwable failure = Successors.failure(round);
        if (failure == null) {
            return true;
        }
        String message = round + " will not be done: " + failure.getMessage();
        boolean isOfTask = failure != calledOff;
        if (isOfTask && failure instanceof TaskFailedException named) {
            throw new TaskFailedException(named.taskId(), message, named);
        }
        if (isOfTask && failure instanceof CalledOff off) {
            throw new TaskFailedException(off.taskId(), message, off);
        }
        throw new IllegalStateException(message, failure);
    }

    @Override
    public boolean isDone(long tag) {
        Round round = table.find(tag);
        return round != null && round.isDone();
    }

    @Override
    public void restart(long tag) {
        table.restart(tag);
    }

    @Override
    public void remove(long tag) {
        Round last = table.remove(tag);
        if (last != null) {
            keepIfOpen(last);
        }
    }

    @Override
    public void clear() {
        table.clear(this::keepIfOpen);
    }

    private void keepIfOpen(Round round) {
        if (round.isDone()) {
            return;
        }
        synchronized (removed) {
            if (removed.size() >= sweepAt) {
                removed.removeIf(Round::isDone);
                sweepAt = Math.max(LEAST_SWEEP, 2 * removed.size());
            }
            removed.add(round);
        }
    }

    @Override
    public Optional<Task> task(long tag) {
        Round round = table.find(tag);
        Job carrier = round == null ? null : round.carrier();
        if (carrier == null
                || carrier.state() == TaskState.CREATED
                || carrier.state().isFinal()) {
            return Optional.empty();
        }
        return Optional.of(carrier);
    }

    // What tasks need.

    /** Makes a task wait for a tag. */
    public void addWaiting(Job job, long tag) {
        Round round = table.round(tag);
        Circle.refuse(job, round);
        Successors.addPredecessor(job, round);
    }

    /**
     * Gives a task a tag.
     *
     * @return the round that it will end, or null if the tag is done already
     */
    public Round addCarrier(Job job, long tag) {
        Round round = table.round(tag);
        if (round.isDone()) {
            return null;
        }
        Circle.refuse(round, job);
        round.given(job);
        return round;
    }

    /** Takes note of a task with tags that is submitted. */
    public static void submitted(Job job, Round[] carried) {
        for (Round round : carried) {
            round.submitted(job);
        }
    }

    /**
     * Notifies the tags of a task that has ended, if no other has done so before.
     *
     * @param cause the reason why it did not end well, or null
     */
    public void ended(Job job, Round[] carried, Throwable cause) {
        for (Round round : carried) {
            Successors.close(round, cause);
            round.ended(job);
        }
        wakeWaiters();
    }

    void wakeWaiters() {
        if (waiters.get() != 0) {
            home.wakeAll();
        }
    }

    // What the runtime needs.

    /** Calls back with each round that is not done. */
    public void forEachOpen(Consumer<Round> visitor) {
        List<Round> others;
        synchronized (removed) {
            others = List.copyOf(removed);
        }
        Consumer<Round> filter = round -> {
            if (!round.isDone()) {
                visitor.accept(round);
            }
        };
        others.forEach(filter);
        table.forEach(filter);
    }

    /** Fails whatever waits for a tag still. */
    public void callOff(Throwable why) {
        calledOff = why;
        forEachOpen(round -> close(round, why));
    }
}
