package org.asterism.driver.sim.internal.unit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * The order in which the thread of a device hands over the requested copies.
 *
 * <p>It works in rounds, as StarPU does. It looks at one memory after the other for copies that come from there, main
 * memory first, and then for copies that go there. Requests that arrive during a round wait for the next one.
 *
 * <p>The order matters because the first of two copies into a device often makes the second one wait.
 */
final class HandingOver {
    /**
     * A requested copy.
     *
     * @param arrives whether it goes into the device
     * @param peer the memory at its other end
     * @param start the action that begins it
     */
    private record Asked(boolean arrives, int peer, Runnable start) {}

    private static final Comparator<Asked> ORDER =
            Comparator.comparing((Asked copy) -> !copy.arrives()).thenComparingInt(Asked::peer);

    private final List<Asked> asked = new ArrayList<>();
    private final Deque<Asked> round = new ArrayDeque<>();

    /** Asks for a copy; {@link #next} is to be called once for it, when the thread has had the time. */
    void ask(boolean arrives, int peer, Runnable start) {
        asked.add(new Asked(arrives, peer, start));
    }

    /** Hands over the copy whose turn it is. */
    void next() {
        if (round.isEmpty()) {
            asked.sort(ORDER);
            round.addAll(asked);
            asked.clear();
        }
        round.remove().start().run();
    }
}
