package org.asterism.driver.sim.internal.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.asterism.driver.sim.internal.machine.NetworkDescription;
import org.asterism.driver.sim.internal.machine.NetworkDescription.Link;
import org.asterism.driver.sim.internal.machine.NetworkDescription.Way;
import org.asterism.tck.VirtualEvents;
import org.junit.jupiter.api.Test;

/** Flows on links of one gigabyte per second, that is, a byte per nanosecond; if not said otherwise. */
class NetworkTest {
    private static final Link ONE = new Link("one", 1, 0, true);
    private static final Link OTHER = new Link("other", 1, 0, true);
    private static final Link HALF = new Link("half", 0.5, 0, true);
    private static final Link LATE = new Link("late", 1, 100, true);
    private static final Link LATER = new Link("later", 1, 300, true);
    private static final Link WIDE = new Link("wide", 1, 0, false);
    private static final List<Link> LINKS = List.of(ONE, OTHER, HALF, LATE, LATER, WIDE);

    private final VirtualEvents clock = new VirtualEvents();
    private Network network = network(false);

    private Network network(boolean byLatency) {
        return new Network(new NetworkDescription(LINKS, new Way[0][0], byLatency), clock);
    }

    /** The time when a flow ends that begins now; known when the clock has finished. */
    private long[] send(long bytes, Link... links) {
        long[] end = new long[1];
        int[] numbers = List.of(links).stream().mapToInt(LINKS::indexOf).toArray();
        network.send(new Way(numbers, 1, 0), bytes, () -> end[0] = clock.nanoTime());
        return end;
    }

    @Test
    void shouldTakeTwiceAsLongForTwoFlowsOnALink() {
        long[] alone = send(1000, ONE);
        clock.finish();
        assertEquals(1000, alone[0]);
        long[] first = send(1000, ONE);
        long[] second = send(1000, ONE);
        clock.finish();
        assertEquals(3000, first[0]);
        assertEquals(3000, second[0]);
    }

    @Test
    void shouldNotDisturbAFlowOnAnotherLink() {
        send(1000, ONE);
        send(1000, ONE);
        long[] undisturbed = send(1000, OTHER);
        clock.finish();
        assertEquals(1000, undisturbed[0]);
    }

    @Test
    void shouldEndEarlierWhenAnotherFlowEnds() {
        long[] longer = send(1000, ONE);
        long[] shorter = send(200, ONE);
        clock.finish();
        assertEquals(400, shorter[0]);
        assertEquals(1200, longer[0]);
    }

    @Test
    void shouldEndLaterWhenAnotherFlowBegins() {
        long[] first = send(1000, ONE);
        clock.advanceTo(500);
        long[] second = send(1000, ONE);
        clock.finish();
        assertEquals(1500, first[0]);
        assertEquals(2000, second[0]);
    }

    @Test
    void shouldGiveToOthersWhatAFlowCannotUse() {
        long[] narrow = send(1000, ONE, HALF);
        send(1000, HALF); // leaves a quarter to each
        long[] broad = send(3000, ONE);
        clock.finish();
        assertEquals(4000, narrow[0]);
        assertEquals(4000, broad[0]);
    }

    @Test
    void shouldWaitForTheLatencyWithoutUsingBandwidth() {
        long[] late = send(1000, ONE, LATE);
        long[] first = send(100, ONE);
        clock.finish();
        assertEquals(100, first[0]);
        assertEquals(1100, late[0]);
    }

    @Test
    void shouldCountALinkThatIsUsedTwiceTwice() {
        long[] twice = send(1000, ONE, OTHER, ONE);
        clock.finish();
        assertEquals(2000, twice[0]);
        long[] again = send(1000, ONE, ONE);
        long[] once = send(1000, ONE);
        clock.finish();
        // Both get a third of the link, until one has ended.
        assertEquals(5000, again[0]);
        assertEquals(5000, once[0]);
    }

    @Test
    void shouldGiveAllOfALinkToEachIfItIsNotShared() {
        long[] first = send(1000, WIDE);
        long[] second = send(1000, WIDE);
        clock.finish();
        assertEquals(1000, first[0]);
        assertEquals(1000, second[0]);
    }

    @Test
    void shouldShareByLatencyWhereAMachineSaysSo() {
        network = network(true);
        long[] late = send(2000, ONE, LATE);
        long[] later = send(1000, ONE, LATER);
        clock.finish();
        // Alone from 100 to 300; then three quarters, until 2700; the other one has had 600 by then.
        assertEquals(2700, late[0]);
        assertEquals(3100, later[0]);
    }

    @Test
    void shouldKeepAccountOverManyFlows() {
        long[] last = null;
        for (int number = 0; number < 1000; number++) {
            last = send(1000, number % 2 == 0 ? ONE : LATE, OTHER);
        }
        clock.finish();
        assertEquals(1_000_000, last[0], 100, "all of them over one link");
    }
}
