package org.asterism.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Task;

/**
 * Account of the place of each task that a component under test received, and of detected errors. Tasks move by rules.
 * A violation may happen on any thread and within calls that must not throw, so it is recorded and {@link #check}
 * reports it later.
 */
final class TaskAccount {
    /** Possible places of a task. */
    enum Place {
        /** At a component above. */
        ABOVE("above"),
        /** In a push that has not returned. */
        OFFERED("in a push that has not returned"),
        /** In the component, which has accepted it. */
        INSIDE("in the component"),
        /** Returned to the component that pulled it, for a worker below. */
        PULLED("pulled from above, for a worker below"),
        /** At a component below. */
        BELOW("below"),
        /** At a worker, or drained. */
        OUT("out");

        private final String words;

        Place(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    private final Map<Task, Place> places = new ConcurrentHashMap<>();
    private final Queue<String> offences = new ConcurrentLinkedQueue<>();
    private final AtomicLong out = new AtomicLong();
    private volatile String seed = "";
    private volatile PolicyOrder order = PolicyOrder.ANY;

    /** Sets the seed of the test, for messages. */
    void seed(long number) {
        seed = "; seed " + number;
    }

    /** Adds a new task to the account. */
    void enter(Task task) {
        if (places.putIfAbsent(task, Place.ABOVE) != null) {
            throw new IllegalArgumentException(task + " is in the account already");
        }
    }

    /** Moves a task; records an error if it is at none of the allowed places. */
    boolean move(Task task, Place to, String event, Set<Place> from) {
        boolean[] moved = new boolean[1];
        places.compute(task, (key, place) -> {
            if (place != null && from.contains(place)) {
                moved[0] = true;
                if (to == Place.OUT) {
                    out.incrementAndGet();
                }
                return to;
            }
            offend(event + " " + task + ", which "
                    + (place == null ? "nobody has given to the component" : "was " + place));
            return place;
        });
        return moved[0];
    }

    /** Records that the component accepted an offered task, which may have moved on since. */
    void accepted(Task task) {
        places.computeIfPresent(task, (key, place) -> place == Place.OFFERED ? Place.INSIDE : place);
    }

    /** Records that the component refused an offered task. Only the caller may have the task then. */
    void refused(Task task) {
        move(task, Place.ABOVE, "push refused", Set.of(Place.OFFERED));
    }

    /** Records that a rule was broken. */
    void offend(String offence) {
        offences.add(offence);
    }

    /** Returns the place of a task. */
    Place place(Task task) {
        return places.get(task);
    }

    /** Returns the tasks at some places, in the order of their ids. */
    List<FakeTask> at(Set<Place> some) {
        List<FakeTask> tasks = new ArrayList<>();
        places.forEach((task, place) -> {
            if (some.contains(place)) {
                tasks.add((FakeTask) task);
            }
        });
        tasks.sort((one, other) -> Long.compare(one.id(), other.id()));
        return tasks;
    }

    /** Returns how many tasks are out. */
    long out() {
        return out.get();
    }

    /** Sets the order in which tasks must leave the component. Used by one thread. */
    void order(PolicyOrder promised) {
        order = promised;
    }

    /** Checks the order when a task is about to leave the component, to a child or to a worker. */
    void expectInOrder(Task task) {
        if (order != PolicyOrder.ANY) {
            List<FakeTask> inside = at(Set.of(Place.INSIDE, Place.OFFERED));
            if (inside.contains(task) && !order.allows(task, inside)) {
                offend(task + " left the component out of order " + order + "; inside were, as pushed, " + inside);
            }
        }
    }

    /** Fails if a rule was broken. */
    void check() {
        String first = offences.peek();
        if (first != null) {
            throw new AssertionError(
                    first + (offences.size() > 1 ? " (and " + (offences.size() - 1) + " more)" : "") + seed);
        }
    }
}
