package org.asterism.components.modular.eager.internal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Task;
import org.asterism.kit.component.ChildRoom;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Child of an eager component, with the numbers of its running requests and of those that still wait for a task. A
 * request waits for at most one task.
 *
 * <p><b>Threads.</b> Any number.
 */
final class Branch {
    private static final long ASKING = 1L << 32;

    final ChildRoom room;

    /** Requests of all children that still wait for a task; may briefly be too high. */
    private final AtomicInteger allWishes;

    /** Running requests in the upper half, and in the lower half those that still wait for a task. */
    private final AtomicLong state = new AtomicLong();

    Branch(SchedulingComponent child, AtomicInteger allWishes) {
        room = new ChildRoom(child);
        this.allWishes = allWishes;
    }

    void ask() {
        room.asks();
        allWishes.incrementAndGet();
        state.addAndGet(ASKING + 1);
    }

    /** Ends a request. If it still waits for a task, it stops waiting. */
    void stopAsking() {
        while (true) {
            long before = state.get();
            long after = before - ASKING;
            boolean isOpen = wishes(after) > askings(after);
            if (state.compareAndSet(before, isOpen ? after - 1 : after)) {
                if (isOpen) {
                    allWishes.decrementAndGet();
                }
                return;
            }
        }
    }

    private static long askings(long state) {
        return state >>> 32;
    }

    private static long wishes(long state) {
        return state & (ASKING - 1);
    }

    /** Whether the child has a running request and can execute the task, even if the request was already served. */
    boolean isAskingFor(Task task) {
        return askings(state.get()) > 0 && room.canExecute(task);
    }

    /** Pushes a task if a request of the child waits for one. */
    boolean pushIfWanted(Task task) {
        if (wishes(state.get()) == 0 || !room.canExecute(task) || !claim()) {
            return false;
        }
        if (room.child().push(task)) {
            allWishes.decrementAndGet();
            return true;
        }
        unclaim();
        return false;
    }

    private boolean claim() {
        for (long before = state.get(); wishes(before) > 0; before = state.get()) {
            if (state.compareAndSet(before, before - 1)) {
                return true;
            }
        }
        return false;
    }

    /** Lets a request wait again after the child refused the task, unless the request has ended meanwhile. */
    private void unclaim() {
        for (long before = state.get(); wishes(before) < askings(before); before = state.get()) {
            if (state.compareAndSet(before, before + 1)) {
                return;
            }
        }
        allWishes.decrementAndGet();
    }
}
