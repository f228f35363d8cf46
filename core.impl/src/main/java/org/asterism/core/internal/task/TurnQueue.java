package org.asterism.core.internal.task;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.core.internal.data.Handle;

/**
 * The turns on one piece of data as a node of the graph. The tasks that wait for their turn there wait for it. It waits
 * for the tasks that have their turn, or for another such node. It is a snapshot of one moment.
 *
 * <p>As long as a task is in the way of the first waiting task, all later ones stay where they are, because nobody
 * passes the first.
 */
public final class TurnQueue implements GraphNode {
    private final Handle data;
    private final List<Job> waiting = new ArrayList<>();
    private final List<Job> holders = new ArrayList<>(1);
    private Handle elsewhere;
    private boolean isFirstKeptOut;

    private TurnQueue(Handle data) {
        this.data = data;
    }

    /**
     * Looks at the turns on some data; any thread.
     *
     * @param users tasks that may have their turn there
     * @return null if no task waits there
     */
    public static TurnQueue of(Handle data, Collection<Job> users) {
        TurnQueue queue = new TurnQueue(data);
        AccessOrder order = AccessOrder.of(data);
        order.lock(); // without it no task gets its turn there, gives it back, or is sent to other data
        try {
            Turns turns = order.turns();
            if (turns != null && turns.first() != null) {
                queue.look(turns, users);
            }
        } finally {
            order.unlock();
        }
        return queue.waiting.isEmpty() ? null : queue;
    }

    private void look(Turns turns, Collection<Job> users) {
        for (Waiter waiter : turns.waiting()) {
            if (waiter.at == data) {
                waiting.add(waiter.job);
            }
        }
        for (Job user : users) {
            if (Progress.hasTurns(user)) {
                holders.add(user);
            }
        }
        Waiter first = turns.first();
        elsewhere = first.at == data ? null : first.at;
        isFirstKeptOut = !turns.admits(first.wanted.mode(data));
    }

    /** The data. */
    public Handle data() {
        return data;
    }

    /** The tasks among the users that have their turn. */
    public List<Job> holders() {
        return holders;
    }

    /** Those of them that must end before a task gets its turn that waits here. */
    public List<Job> inTheWay() {
        return isFirstKeptOut ? holders.stream().filter(Deadlock::keepsItsTurn).toList() : List.of();
    }

    /**
     * Other data that the first task waits for, and that keep all behind it waiting here as well; null if there are
     * none.
     */
    public Handle elsewhere() {
        return elsewhere;
    }

    @Override
    public void forEachNext(Consumer<GraphNode> visitor) {
        waiting.forEach(visitor);
    }

    @Override
    public String toString() {
        return "its turn on " + data.name();
    }
}
