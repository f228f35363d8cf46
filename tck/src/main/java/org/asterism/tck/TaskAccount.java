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
 * The place of each task that was given to a component under test, and the errors found. A task moves by rules. A
 * violation is recorded, and {@link #check} reports it, because it may happen on any thread and within calls that must
 * not throw.
 */
final class TaskAccount {
    /** A possible place of a task. */
    enum Place {
        /** With a component above. */
        ABOVE("above"),
        /** In a push that has not returned. */
        OFFERED("in a push that has not returned"),
        /** With the component, which has accepted it. */
        INSIDE("in the component"),
        /** Given to the component that has pulled it, for a worker below. */
        PULLED("pulled from above, for a worker below"),
        /** With a component below. */
        BELOW("below"),
        /** With a worker, or drained. */
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

    /** Says what chance started from, for messages. */
    void seed(long number) {
        seed = "; seed " + number;
    }

    /** Takes a new task into the account. */
    void enter(Task task) {
        if (places.putIfAbsent(task, Place.ABOVE) != null) {
            throw new IllegalArgumentException(task + " is in the account already");
        }
    }

    /** Moves a task; an offence if it is at none of the places that it may come from. */
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

    /** The component has accepted a task that was offered; it may have gone on since. */
    void accepted(Task task) {
        places.computeIfPresent(task, (key, place) -> place == Place.OFFERED ? Place.INSIDE : place);
    }

    /** The component has refused a task that was offered: nobody but the caller may have it. */
    void refused(Task task) {
        move(task, Place.ABOVE, "push refused", Set.of(Place.OFFERED));
    }

    /** Remembers that a rule was broken. */
    void offend(String offence) {
        offences.add(offence);
    }

    /** The place of a task. */
    Place place(Task task) {
        return places.get(task);
    }

    /** The tasks that are at some places, in the order of their ids. */
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

    /** How many tasks are out. */
    long out() {
        return out.get();
    }

    /** Says in which order tasks must leave the component. To be used by one thread. */
    void order(PolicyOrder promised) {
        order = promised;
    }

    /** A task is about to leave the component, to a child or to a worker. */
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
