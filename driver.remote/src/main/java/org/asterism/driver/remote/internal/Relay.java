package org.asterism.driver.remote.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.kit.remote.Staging;
import org.asterism.kit.remote.StridedRange;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.NativeMemory;

/**
 * Copies from one member to another one through main memory, few steps at a time, so that little of it is taken
 * ({@link Staging}). Thread-safe; calls nothing under its lock.
 */
final class Relay {
    private enum State {
        READING,
        WRITING,
        ENDED
    }

    /** So many steps are under way at a time: the data of one are read while those of another one are written. */
    private static final int MOST_STEPS = 2;

    /** A step under way. */
    private static final class Passage {
        final Route.Job job;
        final AtomicReference<State> state = new AtomicReference<>(State.READING);

        Passage(Route.Job job) {
            this.job = job;
        }
    }

    private final MemberLink from;
    private final MemberLink to;
    private final Route route;
    private final Staging staging;

    /** Guarded by this object, like all below. */
    private final Queue<Route.Job> waiting = new ArrayDeque<>();

    private final List<Passage> underWay = new ArrayList<>();
    private boolean isLost;
    private boolean isSaid;

    Relay(MemberLink from, MemberLink to, Route route, Staging staging) {
        this.staging = staging;
        this.from = from;
        this.to = to;
        this.route = route;
    }

    /** Copies after those that came before. */
    void add(Route.Job job) {
        Passage begun = null;
        synchronized (this) {
            if (!isLost) {
                waiting.add(job);
                begun = take();
                if (begun == null) {
                    return;
                }
            }
        }
        if (begun == null) {
            route.lose(job);
        } else {
            enter(begun);
        }
    }

    /** Returns a step that begins now, or null. */
    private Passage take() {
        Route.Job next = underWay.size() < MOST_STEPS ? waiting.poll() : null;
        if (next == null) {
            return null;
        }
        Passage passage = new Passage(next);
        underWay.add(passage);
        return passage;
    }

    private void enter(Passage passage) {
        staging.enter(place -> read(passage, place));
    }

    /** Main memory with the data of a step, and the step's place among those that have some. */
    private record Hold(NativeMemory.Block block, Staging.Place place) {
        void free() {
            block.free();
            place.leave();
        }
    }

    /** Begins a step; it fails at once if there is no memory for it. */
    private void read(Passage passage, Staging.Place place) {
        if (passage.state.get() == State.ENDED) {
            place.leave(); // lost while it has waited
            return;
        }
        NativeMemory.Block block;
        try {
            block = NativeMemory.allocate(passage.job.step().bytes());
        } catch (RuntimeException | Error refused) {
            place.leave();
            Throwable failure = refused instanceof OutOfMemoryError ? full(passage.job.step()) : refused;
            end(passage, State.READING, () -> route.fail(passage.job, failure));
            return;
        }
        read(passage, new Hold(block, place));
    }

    private IllegalStateException full(PeerPlan.Step step) {
        return new IllegalStateException("the coordinator has no " + step.bytes() + " bytes for data from member "
                + from.name() + " to member " + to.name() + ", which cannot reach each other: give it more memory");
    }

    private void read(Passage passage, Hold hold) {
        RemoteTransfer reading = new RemoteTransfer(1);
        reading.tellEnd(() -> hasRead(passage, hold, reading));
        from.work().read(part(passage.job.step().from(), hold), reading);
    }

    private static CopyPlan.Part part(List<StridedRange> remote, Hold hold) {
        return new CopyPlan.Part(remote, List.of(hold.block().segment()));
    }

    private void hasRead(Passage passage, Hold hold, RemoteTransfer reading) {
        Throwable failure = failure(reading);
        if (failure != null) {
            hold.free();
            end(passage, State.READING, () -> fail(passage.job, failure));
            return;
        }
        if (!passage.state.compareAndSet(State.READING, State.WRITING)) {
            hold.free(); // a member is lost, and nothing may be written any more
            return;
        }
        CopyPlan.Part part = part(passage.job.step().to(), hold);
        RemoteTransfer writing = CopyPlan.transfer(List.of(part));
        writing.tellEnd(() -> hasWritten(passage, hold, writing));
        to.work().write(part, writing);
    }

    private void hasWritten(Passage passage, Hold hold, RemoteTransfer writing) {
        hold.free();
        Throwable failure = failure(writing);
        if (failure == null) {
            to.work().afterWrites(() -> end(passage, State.WRITING, () -> isThere(passage.job))); // when it has arrived
        } else {
            end(passage, State.WRITING, () -> fail(passage.job, failure));
        }
    }

    /** Ends a copy that has failed; if a member is lost, its link tells that to those who wait. */
    private void fail(Route.Job job, Throwable failure) {
        if (failure instanceof DeviceLostException) {
            route.lose(job);
        } else {
            route.fail(job, failure);
        }
    }

    private void isThere(Route.Job job) {
        boolean isFirst;
        synchronized (this) {
            isFirst = !isSaid;
            isSaid = true;
        }
        if (isFirst) {
            route.isRelayed();
        }
        route.end(job);
    }

    /** Returns why a copy has failed, or null. */
    private static Throwable failure(RemoteTransfer ended) {
        try {
            ended.hasEnded();
            return null;
        } catch (Exception | Error failed) {
            return failed;
        }
    }

    /** Ends a step unless it has ended, and begins the next one. */
    private void end(Passage passage, State expected, Runnable how) {
        if (!passage.state.compareAndSet(expected, State.ENDED)) {
            return; // a loss has ended all
        }
        Passage next;
        synchronized (this) {
            underWay.remove(passage);
            next = take();
        }
        try {
            how.run();
        } finally {
            if (next != null) {
                enter(next);
            }
        }
    }

    /** Whether a step is under way. */
    synchronized boolean isBusy() {
        return underWay.stream().anyMatch(passage -> passage.state.get() != State.ENDED);
    }

    /** The source is lost. What was read goes its way: the step ends when it has come. */
    void sourceLost() {
        lose(State.READING);
    }

    /** The target is lost. */
    void targetLost() {
        lose(State.READING, State.WRITING);
    }

    private void lose(State... ending) {
        List<Route.Job> ended = new ArrayList<>();
        List<Passage> cut;
        synchronized (this) {
            isLost = true;
            cut = List.copyOf(underWay);
            ended.addAll(waiting);
            waiting.clear();
        }
        for (Passage passage : cut) {
            for (State state : ending) {
                if (passage.state.compareAndSet(state, State.ENDED)) {
                    ended.add(passage.job);
                }
            }
        }
        ended.forEach(route::lose);
    }
}
