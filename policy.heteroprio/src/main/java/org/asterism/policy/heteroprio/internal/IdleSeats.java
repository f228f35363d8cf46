package org.asterism.policy.heteroprio.internal;

import java.util.Arrays;
import org.asterism.spi.policy.SpinLock;

/**
 * The workers of a team that found nothing to do when they asked last. Each is in once; entering and leaving cost the same however many
 * there are.
 *
 * <p><b>Threads.</b> Any; one lock, held over a few instructions. {@link #count} does without.
 */
final class IdleSeats {
    private final SpinLock lock = new SpinLock();
    private Seat[] seats = new Seat[8];
    private volatile int count;

    int count() {
        return count;
    }

    void add(Seat seat) {
        lock.lock();
        try {
            if (seat.idlePlace >= 0) {
                return;
            }
            if (count == seats.length) {
                seats = Arrays.copyOf(seats, 2 * count);
            }
            seats[count] = seat;
            seat.idlePlace = count;
            count++;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a worker out that has found something. */
    void remove(Seat seat) {
        lock.lock();
        try {
            int place = seat.idlePlace;
            if (place >= 0) {
                Seat last = seats[count - 1];
                seats[place] = last;
                last.idlePlace = place;
                seat.idlePlace = -1;
                seats[count - 1] = null;
                count--;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes the one out that came last, or null. */
    Seat poll() {
        if (count == 0) {
            return null;
        }
        lock.lock();
        try {
            if (count == 0) {
                return null;
            }
            Seat seat = seats[count - 1];
            seats[count - 1] = null;
            seat.idlePlace = -1;
            count--;
            return seat;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets all; while no other method runs. */
    void clear() {
        for (Seat seat = poll(); seat != null; ) {
            seat = poll();
        }
    }
}
