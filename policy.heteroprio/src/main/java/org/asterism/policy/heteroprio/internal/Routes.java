package org.asterism.policy.heteroprio.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Worker;
import org.asterism.spi.policy.PolicyContext;

/**
 * Conversion of a team's order of the buckets into the places that its workers visit. Without locality, the places are
 * the buckets. With locality, they are pairs of a bucket and a memory node. The distance of such a pair depends equally
 * on the bucket's position in the order and on the distance of the node (B. Bramas, "Impact study of data locality on
 * task-based applications through the Heteroprio scheduler", 2019).
 */
final class Routes {
    private record Distant(Team.Stop stop, double distance) {}

    private final Locality.Settings settings;
    private final PolicyContext context;
    private final Map<Team, double[][]> distances = new HashMap<>();
    private final Locality locality;

    Routes(Locality.Settings settings, Locality locality, PolicyContext context) {
        this.settings = settings;
        this.locality = locality;
        this.context = context;
    }

    /** Discards the distances of nodes, because workers have changed. */
    void forget() {
        distances.clear();
    }

    /** Returns the places to visit, for each starting place, which stands for a memory node. */
    Team.Stop[][] of(Team team, Bucket[] order) {
        int nodes = order.length == 0 ? 1 : order[0].places();
        Team.Stop[][] routes = new Team.Stop[nodes][];
        for (int node = 0; node < nodes; node++) {
            routes[node] = nodes == 1 ? straight(order) : byDistance(team, order, node, nodes);
        }
        return routes;
    }

    private static Team.Stop[] straight(Bucket[] order) {
        Team.Stop[] route = new Team.Stop[order.length];
        for (int place = 0; place < route.length; place++) {
            route[place] = new Team.Stop(order[place], order[place].tasks(0));
        }
        return route;
    }

    private Team.Stop[] byDistance(Team team, Bucket[] order, int from, int nodes) {
        int near = settings.nodes(team.architecture(), nodes);
        int step = settings.step(team.architecture(), order.length);
        double[][] known = distances.computeIfAbsent(team, added -> new double[nodes][]);
        if (known[from] == null) {
            known[from] = farness(team, from, nodes);
        }
        double[] far = known[from];
        List<Distant> stops = new ArrayList<>();
        for (int place = 0; place < order.length; place++) {
            double priority = (double) (place / step * step) / order.length;
            for (int node = 0; node < nodes; node++) {
                double late = far[node] > near ? 1 : 0; // nodes that are not near come after all others
                stops.add(new Distant(
                        new Team.Stop(order[place], order[place].tasks(node)),
                        late + 0.5 * priority + 0.5 * far[node] / nodes));
            }
        }
        return stops.stream()
                .sorted(Comparator.comparingDouble(Distant::distance))
                .map(Distant::stop)
                .toArray(Team.Stop[]::new);
    }

    /**
     * Returns the rank of each node by its distance from one node: 0 for that node itself. Nodes without workers come
     * last.
     */
    private double[] farness(Team team, int from, int nodes) {
        double[] far = new double[nodes];
        boolean[] seen = new boolean[nodes];
        seen[from] = true;
        int next = 1;
        for (Seat seat : team.seats()) {
            if (seat.home() == from) {
                for (Worker worker : context.nearest(seat.worker())) {
                    int node = locality.placeOf(worker.memoryNode());
                    if (node >= 0 && !seen[node]) {
                        seen[node] = true;
                        far[node] = next++;
                    }
                }
                break;
            }
        }
        for (int node = 0; node < nodes; node++) {
            if (!seen[node]) {
                far[node] = next++;
            }
        }
        return far;
    }
}
