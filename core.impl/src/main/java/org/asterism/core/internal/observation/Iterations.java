package org.asterism.core.internal.observation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Iteration;

/**
 * The iterations that threads have begun. Tasks know nothing of them, so that they cost nothing. Any thread may use it.
 *
 * <p>They are kept by the ids of threads, which are not used again: neither a thread nor the runtime keeps the other if
 * a program does not close what it has begun.
 */
public final class Iterations {
    private final Observers observers;

    /** The innermost iteration of each thread that is in one. */
    private final Map<Long, Open> innermost = new ConcurrentHashMap<>();

    private final class Open implements Iteration {
        private final long number;
        private final Open outer;
        private final long thread;

        Open(long number, Open outer, long thread) {
            this.number = number;
            this.outer = outer;
            this.thread = thread;
        }

        @Override
        public long number() {
            return number;
        }

        @Override
        public Optional<Iteration> outer() {
            return Optional.ofNullable(outer);
        }

        @Override
        public void close() {
            if (Thread.currentThread().threadId() != thread) {
                throw new IllegalStateException("iteration " + text() + " is not of thread '"
                        + Thread.currentThread().getName() + "': close it on the thread that has begun it");
            }
            end(this);
        }

        private String text() {
            return outer == null ? Long.toString(number) : number + " of iteration " + outer.text();
        }

        @Override
        public String toString() {
            return "iteration " + text();
        }
    }

    /** Begins without iterations; observers are told of each. */
    public Iterations(Observers observers) {
        this.observers = observers;
    }

    /** Begins an iteration of the calling thread, within the one that it is in. */
    public Iteration begin(long number) {
        Thread thread = Thread.currentThread();
        if (number < 0) {
            throw new IllegalArgumentException("the iteration's number is " + number + ": give 0 or more");
        }
        Open outer = innermost.get(thread.threadId());
        if (outer != null && outer.outer != null) {
            throw new IllegalStateException("thread '" + thread.getName() + "' is in " + outer + " and cannot begin "
                    + "iteration " + number + " in it: close one first, at most " + Iteration.MOST_LEVELS
                    + " can be nested");
        }
        Open begun = new Open(number, outer, thread.threadId());
        innermost.put(thread.threadId(), begun);
        observers.iterationBegan(begun);
        return begun;
    }

    /** The innermost iteration of the calling thread. */
    public Optional<Iteration> current() {
        return innermost.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(innermost.get(Thread.currentThread().threadId()));
    }

    /** Ends an iteration of the calling thread with those within; does nothing if it has ended already. */
    private void end(Open ended) {
        List<Open> within = new ArrayList<>(Iteration.MOST_LEVELS);
        Open open = innermost.get(ended.thread);
        while (open != null && open != ended) {
            within.add(open);
            open = open.outer;
        }
        if (open == null) {
            return;
        }
        within.add(ended);
        for (Open each : within) {
            if (each.outer == null) {
                innermost.remove(ended.thread);
            } else {
                innermost.put(ended.thread, each.outer);
            }
            observers.iterationEnded(each);
        }
    }
}
