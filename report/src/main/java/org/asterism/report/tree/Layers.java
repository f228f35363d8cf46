package org.asterism.report.tree;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Positions of the nodes of a folded tree: in rows from the root down. Each area has its own rows, and the workers are
 * in the last row.
 *
 * <p>Source: the drawing of layered graphs (Sugiyama, Tagawa, Toda, 1981). Lines that cross a row get a place there.
 * Each row is ordered by the mean positions of the connected places, and the places then move towards these positions.
 */
final class Layers {
    private static final int SWEEPS = 8;
    private static final double GAP = 26;

    /** Place in a row: of a node, or of a line that crosses the row. */
    private static final class Place {
        final int row;
        final double width;
        final List<Place> above = new ArrayList<>();
        final List<Place> below = new ArrayList<>();
        double centre;

        Place(int row, double width) {
            this.row = row;
            this.width = width;
        }
    }

    /**
     * Line from a node down to another one.
     *
     * @param from the upper node
     * @param to the lower node
     * @param centres its centre in each row, from that of the upper node to that of the lower one
     */
    record Line(FoldedTree.Node from, FoldedTree.Node to, List<Double> centres) {}

    private final List<FoldedTree.Node> nodes;
    private final Map<FoldedTree.Node, Integer> areas = new HashMap<>();
    private final Map<FoldedTree.Node, Integer> ranks = new HashMap<>();
    private final Map<FoldedTree.Node, Place> places = new HashMap<>();
    private final List<List<Place>> rows = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private double width;

    Layers(FoldedTree tree, ToDoubleFunction<FoldedTree.Node> widths) {
        nodes = fromTheTop(tree.nodes());
        rank();
        place(widths);
        order();
        move();
    }

    /** Returns the nodes so that each follows all nodes above it. */
    private static List<FoldedTree.Node> fromTheTop(List<FoldedTree.Node> nodes) {
        Map<FoldedTree.Node, Integer> waiting = new HashMap<>();
        nodes.forEach(node -> node.below().forEach(below -> waiting.merge(below.node(), 1, Integer::sum)));
        List<FoldedTree.Node> sorted = new ArrayList<>();
        nodes.stream().filter(node -> !waiting.containsKey(node)).forEach(sorted::add);
        for (int index = 0; index < sorted.size(); index++) {
            for (FoldedTree.Below below : sorted.get(index).below()) {
                if (waiting.merge(below.node(), -1, Integer::sum) == 0) {
                    sorted.add(below.node());
                }
            }
        }
        return sorted;
    }

    private void rank() {
        for (FoldedTree.Node node : nodes) {
            areas.merge(node, node.first().area(), Math::max);
            node.below().forEach(below -> areas.merge(below.node(), areas.get(node), Math::max));
        }
        int next = 0;
        for (int area : areas.values().stream().distinct().sorted().toList()) {
            int begin = next;
            for (FoldedTree.Node node : nodes) {
                if (!node.isWorker() && areas.get(node) == area) {
                    int rank = Math.max(begin, ranks.getOrDefault(node, 0));
                    ranks.put(node, rank);
                    next = Math.max(next, rank + 1);
                    node.below().forEach(below -> ranks.merge(below.node(), rank + 1, Math::max));
                }
            }
        }
        for (FoldedTree.Node node : nodes) {
            if (node.isWorker()) {
                ranks.put(node, next);
            }
        }
    }

    private void place(ToDoubleFunction<FoldedTree.Node> widths) {
        int last = ranks.values().stream().mapToInt(Integer::intValue).max().orElse(-1);
        for (int row = 0; row <= last; row++) {
            rows.add(new ArrayList<>());
        }
        for (FoldedTree.Node node : nodes) {
            Place place = new Place(ranks.get(node), widths.applyAsDouble(node));
            places.put(node, place);
            rows.get(place.row).add(place);
        }
        for (FoldedTree.Node node : nodes) {
            for (FoldedTree.Below below : node.below()) {
                connect(places.get(node), places.get(below.node()));
            }
        }
    }

    private void connect(Place upper, Place lower) {
        Place from = upper;
        for (int row = upper.row + 1; row <= lower.row; row++) {
            Place to = lower;
            if (row < lower.row) {
                to = new Place(row, 0);
                rows.get(row).add(to);
            }
            from.below.add(to);
            to.above.add(from);
            from = to;
        }
    }

    private void order() {
        rows.forEach(Layers::number);
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            boolean down = sweep % 2 == 0;
            for (int step = 0; step < rows.size(); step++) {
                List<Place> row = rows.get(down ? step : rows.size() - 1 - step);
                Map<Place, Double> wanted = new HashMap<>();
                for (Place place : row) {
                    List<Place> neighbours = down ? place.above : place.below;
                    wanted.put(
                            place,
                            neighbours.stream()
                                    .mapToDouble(this::relative)
                                    .average()
                                    .orElse(relative(place)));
                }
                row.sort(Comparator.comparingDouble(wanted::get));
                number(row);
            }
        }
    }

    private static void number(List<Place> row) {
        IntStream.range(0, row.size()).forEach(index -> row.get(index).centre = index);
    }

    /**
     * Returns the position of a place in its row, from 0 to 1. While rows are ordered, {@link Place#centre} is the
     * index in the row.
     */
    private double relative(Place place) {
        return (place.centre + 0.5) / rows.get(place.row).size();
    }

    private void move() {
        for (List<Place> row : rows) {
            spread(row, new double[row.size()]);
        }
        for (int sweep = 0; sweep < 3 * SWEEPS; sweep++) {
            for (int step = 0; step < rows.size(); step++) {
                List<Place> row = rows.get(sweep % 2 == 0 ? step : rows.size() - 1 - step);
                spread(row, row.stream().mapToDouble(Layers::middle).toArray());
            }
        }
        double left = Double.MAX_VALUE;
        double right = 0;
        for (List<Place> row : rows) {
            for (Place place : row) {
                left = Math.min(left, place.centre - place.width / 2);
            }
        }
        for (List<Place> row : rows) {
            for (Place place : row) {
                place.centre -= left;
                right = Math.max(right, place.centre + place.width / 2);
            }
        }
        width = right;
        for (FoldedTree.Node node : nodes) {
            for (int index = 0; index < node.below().size(); index++) {
                lines.add(line(node, index));
            }
        }
    }

    private static double middle(Place place) {
        return Stream.concat(place.above.stream(), place.below.stream())
                .mapToDouble(each -> each.centre)
                .average()
                .orElse(place.centre);
    }

    private static void spread(List<Place> row, double[] wanted) {
        double[] centres = Spread.place(
                wanted, row.stream().mapToDouble(place -> place.width).toArray(), GAP);
        for (int index = 0; index < centres.length; index++) {
            row.get(index).centre = centres[index];
        }
    }

    private Line line(FoldedTree.Node node, int index) {
        List<Double> centres = new ArrayList<>();
        Place target = places.get(node.below().get(index).node());
        centres.add(places.get(node).centre);
        Place place = places.get(node).below.get(index);
        while (place != target) {
            centres.add(place.centre);
            place = place.below.getFirst();
        }
        centres.add(target.centre);
        return new Line(node, node.below().get(index).node(), centres);
    }

    /** Returns the nodes so that each follows all nodes above it. */
    List<FoldedTree.Node> nodes() {
        return nodes;
    }

    List<Line> lines() {
        return lines;
    }

    int rows() {
        return rows.size();
    }

    double width() {
        return width;
    }

    int row(FoldedTree.Node node) {
        return ranks.get(node);
    }

    double centre(FoldedTree.Node node) {
        return places.get(node).centre;
    }

    /** Returns the area whose band contains a node: its own, or a later one if a node above it is there. */
    int area(FoldedTree.Node node) {
        return areas.get(node);
    }
}
