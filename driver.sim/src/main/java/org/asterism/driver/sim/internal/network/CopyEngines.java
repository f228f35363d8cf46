package org.asterism.driver.sim.internal.network;

import java.util.ArrayList;
import java.util.List;
import org.asterism.driver.sim.internal.machine.Machine;
import org.asterism.driver.sim.internal.machine.NetworkDescription.Way;
import org.asterism.spi.driver.EventClock;

/**
 * Orders copies before they reach the network, as devices do. Copies on the same route go one after the other. A copy
 * from device to device waits for one in the opposite direction, and takes turns with all other copies into one of its
 * two devices.
 *
 * <p>Used by the thread of the clock.
 */
public final class CopyEngines {
    private static final class Copy {
        final int from;
        final int to;
        final long bytes;
        final Runnable ended;
        final List<Copy> followers = new ArrayList<>();
        int awaited;

        Copy(int from, int to, long bytes, Runnable ended) {
            this.from = from;
            this.to = to;
            this.bytes = bytes;
            this.ended = ended;
        }
    }

    private final Machine machine;
    private final EventClock clock;
    private final Network network;
    private final List<Copy> pending = new ArrayList<>();

    /** Makes them. */
    public CopyEngines(Machine machine, EventClock clock) {
        this.machine = machine;
        this.clock = clock;
        network = new Network(machine.network(), clock);
    }

    /** The way from a memory to another; null if there is none. */
    public Way way(int from, int to) {
        return machine.network().ways()[from][to];
    }

    /**
     * Hands over a copy.
     *
     * @param from a memory
     * @param to a memory that there is a way to
     * @param bytes the size; more than 0
     * @param ended called when it has ended
     */
    public void submit(int from, int to, long bytes, Runnable ended) {
        Copy copy = new Copy(from, to, bytes, ended);
        for (Copy earlier : pending) {
            if (isSequential(copy, earlier)) {
                copy.awaited++;
                earlier.followers.add(copy);
            }
        }
        pending.add(copy);
        if (copy.awaited == 0) {
            send(copy);
        }
    }

    private void send(Copy copy) {
        network.send(way(copy.from, copy.to), copy.bytes, () -> ended(copy));
    }

    private void ended(Copy copy) {
        pending.remove(copy);
        for (Copy follower : copy.followers) {
            if (--follower.awaited == 0) {
                send(follower);
            }
        }
        copy.ended.run();
    }

    private boolean isSequential(Copy copy, Copy earlier) {
        if (copy.from == earlier.from && copy.to == earlier.to) {
            return true;
        }
        // A copy in the opposite direction goes into one of the ends, too.
        return isBetweenDevices(copy) && (earlier.to == copy.from || earlier.to == copy.to)
                || isBetweenDevices(earlier) && (copy.to == earlier.from || copy.to == earlier.to);
    }

    private boolean isBetweenDevices(Copy copy) {
        return machine.memories().get(copy.from).device()
                && machine.memories().get(copy.to).device();
    }

    /**
     * Returns the earliest time at which all copies under way may have ended: each as if it were alone from now on, and
     * those on the same route one after the other.
     */
    public long expectedRest() {
        long[][] sums = new long[machine.memories().size()][machine.memories().size()];
        long longest = 0;
        for (Copy copy : pending) {
            sums[copy.from][copy.to] += Math.round(way(copy.from, copy.to).nanosAlone(copy.bytes));
            longest = Math.max(longest, sums[copy.from][copy.to]);
        }
        return clock.nanoTime() + longest;
    }
}
