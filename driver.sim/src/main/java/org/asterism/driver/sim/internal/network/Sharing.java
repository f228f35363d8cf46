package org.asterism.driver.sim.internal.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives flows their bandwidth, max-min fairly, by progressive filling. All rates grow together, each in proportion to
 * its flow's weight, until a link is full. The flows on it then keep their rates, and the others grow on. See D.
 * Bertsekas and R. Gallager, <i>Data Networks</i>, section 6.5.2.
 */
final class Sharing {
    private int round;

    /** Collects the flows that share a link with flows on these links, directly or through others. */
    List<Flow> component(LoadedLink[] begin) {
        round++;
        List<Flow> found = new ArrayList<>();
        ArrayDeque<LoadedLink> open = new ArrayDeque<>();
        for (LoadedLink link : begin) {
            visit(link, open);
        }
        for (LoadedLink link = open.poll(); link != null; link = open.poll()) {
            for (Flow flow : link.flows) {
                if (flow.round != round) {
                    flow.round = round;
                    found.add(flow);
                    for (LoadedLink next : flow.links) {
                        visit(next, open);
                    }
                }
            }
        }
        return found;
    }

    private void visit(LoadedLink link, ArrayDeque<LoadedLink> open) {
        if (link.round != round) {
            link.round = round;
            open.add(link);
        }
    }

    /** Computes the rates of flows that share with nobody else. */
    static void solve(List<Flow> flows) {
        List<LoadedLink> links = new ArrayList<>();
        for (Flow flow : flows) {
            flow.rate = -1;
            for (int index = 0; index < flow.links.length; index++) {
                LoadedLink link = flow.links[index];
                if (link.growing == 0) {
                    links.add(link);
                    link.left = link.bytesPerNano;
                    link.load = 0;
                }
                link.load += flow.uses[index] * flow.weight;
                link.growing++;
            }
        }
        int growing = flows.size();
        while (growing > 0) {
            LoadedLink full = null;
            double level = Double.POSITIVE_INFINITY;
            for (LoadedLink link : links) {
                if (link.growing > 0 && (full == null || link.left / link.load < level)) {
                    level = link.left / link.load;
                    full = link;
                }
            }
            for (Flow flow : full.flows) {
                if (flow.rate < 0) {
                    fix(flow, level * flow.weight);
                    growing--;
                }
            }
        }
    }

    private static void fix(Flow flow, double rate) {
        flow.rate = rate;
        for (int index = 0; index < flow.links.length; index++) {
            LoadedLink link = flow.links[index];
            link.left = Math.max(0, link.left - flow.uses[index] * rate);
            link.load -= flow.uses[index] * flow.weight;
            link.growing--;
        }
    }
}
