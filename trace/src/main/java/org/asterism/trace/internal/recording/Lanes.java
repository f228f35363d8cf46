package org.asterism.trace.internal.recording;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntConsumer;
import org.asterism.trace.TraceThread;
import org.asterism.trace.internal.format.Definition;
import org.asterism.trace.internal.ring.Ring;

/**
 * The lanes of the threads that report events. A thread finds its lane by its id, without a thread-local value: such a
 * value would stay with the thread after the recording.
 *
 * <p>Virtual threads share a lane, because there may be very many of them. So do threads beyond a limit.
 */
final class Lanes {
    /** More threads than this share a lane. */
    static final int MOST_OWN = 128;

    private static final VarHandle TABLE;
    private static final int FIRST_SIZE = 64;

    static {
        try {
            TABLE = MethodHandles.lookup().findVarHandle(Lanes.class, "table", Lane[].class);
        } catch (ReflectiveOperationException missing) {
            throw new ExceptionInInitializerError(missing);
        }
    }

    private final int words;
    private final Runnable filling;
    private final long origin;
    private final Definitions definitions;
    private final Names names;

    /** Lanes by the id of their thread, in the first free slot; at most half full, and never changed in place. */
    private Lane[] table = new Lane[FIRST_SIZE];

    private final List<Lane> lanes = new ArrayList<>();
    private final Deque<Ring> free = new ArrayDeque<>();

    /** The lane of the threads that have none of their own; null until there is such a thread. */
    private volatile Lane shared;

    /** Whether no further thread gets a lane of its own. */
    private volatile boolean isFull;

    private int threads;
    private long lostOfEnded;

    Lanes(int words, Runnable filling, long origin, Definitions definitions, Names names) {
        this.words = words;
        this.filling = filling;
        this.origin = origin;
        this.definitions = definitions;
        this.names = names;
    }

    /** The lane of the calling thread. */
    Lane current() {
        Thread thread = Thread.currentThread();
        Lane found = find((Lane[]) TABLE.getAcquire(this), thread.threadId());
        if (found != null) {
            return found;
        }
        Lane common = shared;
        return common != null && (isFull || thread.isVirtual()) ? common : add(thread); // its own lock suffices
    }

    private static Lane find(Lane[] table, long id) {
        int mask = table.length - 1;
        int slot = (int) id & mask;
        Lane lane = table[slot];
        while (lane != null && lane.ownerId != id) {
            slot = slot + 1 & mask;
            lane = table[slot];
        }
        return lane;
    }

    private synchronized Lane add(Thread thread) {
        if (thread.isVirtual() || lanes.size() >= MOST_OWN) {
            return shared();
        }
        Lane added = lane(thread, thread.getName());
        setTable();
        return added;
    }

    private Lane shared() {
        if (shared == null) {
            shared = lane(null, "other threads");
        }
        return shared;
    }

    private Lane lane(Thread owner, String name) {
        Ring ring = free.isEmpty() ? new Ring(words, filling) : free.pop();
        Lane lane = new Lane(++threads, ring, owner, origin, names);
        definitions.add(new Definition.OfThread(new TraceThread(lane.number, name)));
        lanes.add(lane);
        isFull = lanes.size() >= MOST_OWN;
        return lane;
    }

    private void setTable() {
        int size = FIRST_SIZE;
        while (size < 2 * lanes.size() + 2) {
            size *= 2;
        }
        Lane[] changed = new Lane[size];
        for (Lane lane : lanes) {
            if (lane.owner != null) {
                int slot = (int) lane.ownerId & size - 1;
                while (changed[slot] != null) {
                    slot = slot + 1 & size - 1;
                }
                changed[slot] = lane;
            }
        }
        TABLE.setRelease(this, changed);
    }

    // The reader.

    /** All lanes that may have records. */
    synchronized List<Lane> all() {
        return new ArrayList<>(lanes);
    }

    /** The lanes of threads that have ended. */
    synchronized List<Lane> ended() {
        return lanes.stream()
                .filter(lane -> lane.owner != null && !lane.owner.isAlive())
                .toList();
    }

    /**
     * Gives back the rings of threads that have ended, if all their records were read.
     *
     * @param removed is called with the number of each
     */
    synchronized void removeEnded(IntConsumer removed) {
        boolean isChanged = false;
        for (int index = lanes.size() - 1; index >= 0; index--) {
            Lane lane = lanes.get(index);
            if (lane.owner != null
                    && !lane.owner.isAlive()
                    && lane.ring.readable() == 0
                    && lane.readLost == lane.lost()) {
                lanes.remove(index);
                free.push(lane.ring);
                lostOfEnded += lane.lost();
                removed.accept(lane.number);
                isChanged = true;
            }
        }
        if (isChanged) {
            isFull = lanes.size() >= MOST_OWN;
            setTable();
        }
    }

    /** The number of events that were lost. */
    synchronized long lost() {
        return lostOfEnded + lanes.stream().mapToLong(Lane::lost).sum();
    }

    /** The number of threads that have reported events. */
    synchronized int threads() {
        return threads;
    }
}
