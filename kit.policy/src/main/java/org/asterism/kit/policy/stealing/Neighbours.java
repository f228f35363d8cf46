package org.asterism.kit.policy.stealing;

import java.util.Arrays;
import java.util.List;
import org.asterism.api.Worker;

/** Places of the victims that a worker tries first. */
final class Neighbours {
    /** Maximum number of neighbours, more than share a cache or a socket. All other workers are equally far. */
    private static final int MOST = 64;

    private static final int[] NONE = {};

    private Neighbours() {}

    /**
     * Returns the places of a worker's first victims.
     *
     * @param victims of the thief, the best first
     * @return empty if the order is that of ids, which carries no information: the thief then tries all in turn
     */
    static int[] of(Hand hand, List<Worker> victims, Crew crew) {
        int[] places = new int[Math.min(MOST, crew.size())];
        int count = 0;
        boolean byId = true;
        for (Worker worker : victims) {
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
