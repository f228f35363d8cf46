package org.asterism.policy.ws.internal;

import java.util.Arrays;
import java.util.List;
import org.asterism.api.Worker;

/** Whom a worker robs first: those near to it, with whom it is likely to share caches and memory. */
final class Neighbours {
    /** More than share a cache or a socket; everybody else is as far. */
    private static final int MOST = 64;

    private static final int[] NONE = {};

    private Neighbours() {}

    /**
     * The places of a worker's neighbours.
     *
     * @param nearest the crew's workers, the nearest first
     * @return none if that is the order of their ids, which tells nothing: they then are robbed in turn
     */
    static int[] of(Hand hand, List<Worker> nearest, Crew crew) {
        int[] places = new int[Math.min(MOST, crew.size())];
        int count = 0;
        boolean byId = true;
        for (Worker worker : nearest) {
            Hand other = crew.find(worker);
            if (other == null || other == hand) {
                continue;
            }
            if (count == places.length) {
                break;
            }
            byId &= other.place == (count < hand.place ? count : count + 1);
            places[count++] = other.place;
        }
        return byId ? NONE : Arrays.copyOf(places, count);
    }
}
