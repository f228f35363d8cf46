package org.asterism.driver.sim.internal.network;

import java.util.ArrayList;
import java.util.List;
import org.asterism.driver.sim.internal.machine.NetworkDescription;
import org.asterism.driver.sim.internal.machine.NetworkDescription.Link;
import org.asterism.driver.sim.internal.machine.NetworkDescription.Way;
import org.asterism.spi.driver.EventClock;

/**
 * Transfers flows over links, which simultaneous flows share.
 *
 * <p>A flow first waits for the latencies of its links, and uses no bandwidth meanwhile. Then it has the rate that
 * {@link Sharing} gives it. When a flow begins or ends, rates are computed anew for the flows that it affects, directly
 * or through others.
 *
 * <p>Used by the thread of the clock.
 */
public final class Network {
    private final EventClock clock;
    private final NetworkDescription description;
    private final LoadedLink[] links;
    private final Sharing sharing = new Sharing();

    /** Makes it. */
    public Network(NetworkDescription description, EventClock clock) {
        this.description = description;
        this.clock = clock;
        links = description.links().stream()
                .map(link -> new LoadedLink(link.bytesPerNano()))
                .toArray(LoadedLink[]::new);
    }

    /**
     * Sends bytes.
     *
     * @param way the route
     * @param bytes the number of bytes; more than 0
     * @param ended called when they have arrived
     */
    public void send(Way way, long bytes, Runnable ended) {
        List<LoadedLink> used = new ArrayList<>(way.links().length);
        int[] uses = new int[way.links().length];
        double latency = 0;
        for (int number : way.links()) {
            Link link = description.links().get(number);
            latency += link.latencyNanos();
            LoadedLink loaded = link.shared() ? links[number] : new LoadedLink(link.bytesPerNano());
            int index = used.indexOf(loaded);
            if (index < 0) {
                index = used.size();
                used.add(loaded);
            }
            uses[index]++;
        }
        double weight = description.byLatency() && latency > 0 ? 1 / latency : 1;
        Flow flow = new Flow(used.toArray(LoadedLink[]::new), uses, weight, bytes, ended);
        if (latency > 0) {
            clock.at(clock.nanoTime() + Math.round(latency), () -> begin(flow));
        } else {
            begin(flow);
        }
    }

    private void begin(Flow flow) {
        flow.since = clock.nanoTime();
        for (LoadedLink link : flow.links) {
            link.flows.add(flow);
        }
        share(flow.links);
    }

    private void share(LoadedLink[] touched) {
        List<Flow> flows = sharing.component(touched);
        long now = clock.nanoTime();
        for (Flow flow : flows) {
            flow.advance(now);
        }
        Sharing.solve(flows);
        for (Flow flow : flows) {
            flow.end = now + flow.bytes / flow.rate;
            plan(flow);
        }
    }

    /** Sees to it that somebody looks at the flow when it ends; who looks too early looks again. */
    private void plan(Flow flow) {
        long end = Math.round(flow.end);
        if (flow.plan != null) {
            if (end >= flow.look) {
                return;
            }
            flow.plan.cancel();
        }
        flow.look = end;
        flow.plan = clock.at(end, () -> look(flow));
    }

    private void look(Flow flow) {
        flow.plan = null;
        if (Math.round(flow.end) > clock.nanoTime()) {
            plan(flow);
            return;
        }
        for (LoadedLink link : flow.links) {
            link.flows.remove(flow);
        }
        share(flow.links);
        flow.ended.run();
    }
}
