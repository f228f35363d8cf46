package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.Job;

/**
 * Producers that are run again, so that lost data get their values back.
 *
 * <p>The {@link Lineage} makes it in the seat. Another thread makes its tasks and reports their ends.
 */
public final class Recomputation {
    /** A producer that is run again. */
    public static final class Replay {
        final Producer producer;
        private final List<Replay> predecessors = new ArrayList<>(0);
        private volatile Throwable failure;

        Replay(Producer producer) {
            this.producer = producer;
        }

        void runsAfter(Replay other) {
            if (other != null && other != this && !predecessors.contains(other)) {
                predecessors.add(other);
            }
        }

        /** Returns the producers that must have run before. They come earlier in the list. */
        public List<Replay> predecessors() {
            return predecessors;
        }

        public Codelet codelet() {
            return producer.task().codelet();
        }

        public Object argument() {
            return producer.task().argument();
        }

        public int priority() {
            return producer.task().priority();
        }

        public Handle[] handles() {
            return producer.task().handles();
        }

        /** Returns how each of the data is used. */
        public Access[] modes() {
            return producer.task().modes();
        }

        /** Reports why it has not come to its end. */
        public void fail(Throwable why) {
            failure = why;
        }

        @Override
        public String toString() {
            return producer.toString();
        }
    }

    private final List<Replay> replays;
    private final Map<Job, Replay> jobs = new ConcurrentHashMap<>();

    Recomputation(List<Replay> replays) {
        this.replays = replays;
    }

    /** Returns the producers in an order in which they can run. */
    public List<Replay> replays() {
        return replays;
    }

    /** Notes the task that runs a producer, before it is submitted. */
    public void isRunBy(Job job, Replay replay) {
        jobs.put(job, replay);
    }

    /** Returns the producer that a claim's task runs, or null. */
    Replay replayOf(Claim claim) {
        return claim.owner() instanceof Job job ? jobs.get(job) : null;
    }

    /** Returns the first failure of a producer, or null. */
    Throwable failure() {
        for (Replay replay : replays) {
            if (replay.failure != null) {
                return replay.failure;
            }
        }
        return null;
    }
}
