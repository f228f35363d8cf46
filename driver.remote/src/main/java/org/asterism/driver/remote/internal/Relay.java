package org.asterism.driver.remote.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.spi.driver.NativeMemory;

/**
 * Copies from one member to another one through main memory, one step after the other, so that little of it is taken.
 * Thread-safe; calls nothing under its lock.
 */
final class Relay {
    private enum State {
        READING,
        WRITING,
        ENDED
    }

    /** The step under way. */
    private final class Passage {
        final Route.Job job;
        final AtomicReference<State> state = new AtomicReference<>(State.READING);

        Passage(Route.Job job) {
            this.job = job;
        }
    }

    private final MemberLink from;
    private final MemberLink to;
    private final Route route;

    /** Guarded by this object, like all below. */
    private final Queue<Route.Job> waiting = new ArrayDeque<>();

    private Passage current;
    private boolean isLost;
    private boolean isSaid;

    Relay(MemberLink from, MemberLink to, Route route) {
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
                begun = current == null ? take() : null;
                if (begun == null) {
                    return;
                }
            }
        }
        if (begun == null) {
            route.lose(job);
        } else {
            read(begun);
        }
    }

    private Passage take() {
        Route.Job next = waiting.poll();
        current = next == null ? null : new Passage(next);
        return current;
    }

    /** Begins a step; those for which there is no memory fail at once. */
    private void read(Passage first) {
        NativeMemory.Block block = null;
        Passage passage = first;
        while (block == null) {
            try {
                block = NativeMemory.allocate(passage.job.step().bytes());
            } catch (OutOfMemoryError full) {
                passage = fail(passage);
                if (passage == null) {
                    return;
                }
            }
        }
        read(passage, block);
    }

    private Passage fail(Passage passage) {
        String why = "the coordinator has no " + passage.job.step().bytes() + " bytes for data from member "
                + from.name() + " to member " + to.name() + ", which cannot reach each other: give it more memory";
        return ended(passage, State.READING, () -> route.fail(passage.job, new IllegalStateException(why)));
    }

    private void read(Passage passage, NativeMemory.Block block) {
        RemoteTransfer reading = new RemoteTransfer(1);
        reading.tellEnd(() -> hasRead(passage, block, reading));
        from.read(new CopyPlan.Part(passage.job.step().from(), List.of(block.segment())), reading);
    }

    private void hasRead(Passage passage, NativeMemory.Block block, RemoteTransfer reading) {
        if (!isGood(reading)) {
            block.free();
            end(passage, State.READING, () -> route.lose(passage.job));
            return;
        }
        if (!passage.state.compareAndSet(State.READING, State.WRITING)) {
            block.free(); // a member is lost, and nothing may be written any more
            return;
        }
        RemoteTransfer writing = new RemoteTransfer(2); // sent, and received
        writing.tellEnd(() -> hasWritten(passage, block, writing));
        to.write(new CopyPlan.Part(passage.job.step().to(), List.of(block.segment())), writing);
    }

    private void hasWritten(Passage passage, NativeMemory.Block block, RemoteTransfer writing) {
        block.free();
        if (isGood(writing)) {
            end(passage, State.WRITING, () -> isThere(passage.job));
        } else {
            end(passage, State.WRITING, () -> route.lose(passage.job));
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

    private static boolean isGood(RemoteTransfer ended) {
        try {
            return ended.hasEnded();
        } catch (Exception lost) {
            return false; // which the member's link tells those who wait
        }
    }

    /** Ends a step unless it has ended, and begins the next one. */
    private void end(Passage passage, State expected, Runnable how) {
        Passage next = ended(passage, expected, how);
        if (next != null) {
            read(next);
        }
    }

    /** Ends a step; returns the next one, or null if there is none or a loss has ended all. */
    private Passage ended(Passage passage, State expected, Runnable how) {
        if (!passage.state.compareAndSet(expected, State.ENDED)) {
            return null;
        }
        how.run();
        synchronized (this) {
            return take();
        }
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
        List<Route.Job> ended;
        Passage cut;
        synchronized (this) {
            isLost = true;
            ended = new ArrayList<>(waiting);
            waiting.clear();
            cut = current;
        }
        for (State state : ending) {
            if (cut != null && cut.state.compareAndSet(state, State.ENDED)) {
                ended.addFirst(cut.job);
            }
        }
        ended.forEach(route::lose);
    }
}
