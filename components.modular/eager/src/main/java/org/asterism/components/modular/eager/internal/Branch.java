package org.asterism.components.modular.eager.internal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Task;
import org.asterism.kit.component.ChildRoom;
import org.asterism.spi.component.SchedulingComponent;

/**
 * A child, and how many tasks it has asked for: at most one for each asking that is going on.
 *
 * <p><b>Threads.</b> Any number.
 */
final class Branch {
    private static final long ASKING = 1L << 32;

    final ChildRoom room;

    /** The open wishes of all children, or a few more. */
    private final AtomicInteger allWishes;

    /** How many askings are going on, and in the lower half how many of them have an open wish. */
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

    /** Ends an asking, and its wish if that is open. */
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

    /** Whether the child is asking just now for what it can execute, whatever it was given meanwhile. */
    boolean isAskingFor(Task task) {
        return askings(state.get()) > 0 && room.canExecute(task);
    }

    /** Pushes a task if the child has asked for one. */
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

    /** A task was refused: the wish is open again, unless its asking has ended meanwhile. */
    private void unclaim() {
        for (long before = state.get(); wishes(before) < askings(before); before = state.get()) {
            if (state.compareAndSet(before, before + 1)) {
                return;
            }
        }
        allWishes.decrementAndGet();
    }
}
