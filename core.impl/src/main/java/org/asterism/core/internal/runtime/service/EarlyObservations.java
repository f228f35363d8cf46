package org.asterism.core.internal.runtime.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.asterism.api.Observation;
import org.asterism.api.TaskRuntime;
import org.asterism.api.observation.RuntimeObserver;

/** Observers that were registered before the shared runtime has begun. Any thread may use it. */
final class EarlyObservations {
    private final List<Early> waiting = new ArrayList<>();

    private final class Early implements Observation {
        private final RuntimeObserver observer;
        private Observation begun;

        Early(RuntimeObserver observer) {
            this.observer = Objects.requireNonNull(observer, "observer");
        }

        @Override
        public void close() {
            synchronized (waiting) {
                waiting.remove(this);
                if (begun != null) {
                    begun.close();
                }
            }
        }
    }

    /** Keeps an observer until the runtime begins. */
    Observation add(RuntimeObserver observer) {
        Early early = new Early(observer);
        synchronized (waiting) {
            waiting.add(early);
        }
        return early;
    }

    /** Registers the observers with a runtime that begins. */
    void begin(TaskRuntime runtime) {
        synchronized (waiting) {
            for (Early early : waiting) {
                early.begun = runtime.observe(early.observer);
            }
        }
    }

    /** Forgets the observers, which belong to the runtime that has begun. */
    void hasBegun() {
        synchronized (waiting) {
            waiting.clear();
        }
    }

    /** Keeps the observers for the next runtime, because the one that they were registered with could not begin. */
    void takeBack() {
        synchronized (waiting) {
            for (Early early : waiting) {
                if (early.begun != null) {
                    early.begun.close();
                    early.begun = null;
                }
            }
        }
    }
}
