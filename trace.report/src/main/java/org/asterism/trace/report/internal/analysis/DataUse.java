package org.asterism.trace.report.internal.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceNode;

/** Courses of copies over links, and of the data in memories. */
final class DataUse {
    private static final int MOST_LINKS = 256;
    private static final int SHOWN = 8;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BYTES_PER_MEGABYTE = 1e6;

    private record Link(int from, int to) {}

    private static final class Flow {
        private final String name;
        private final FlowCurve curve;
        private double bytes;

        private Flow(String name, FlowCurve curve) {
            this.name = name;
            this.curve = curve;
        }
    }

    private static final class Memory {
        private final LevelCurve curve;
        private long allocations;
        private long evictions;
        private long evicted;

        private Memory(LevelCurve curve) {
            this.curve = curve;
        }
    }

    private final Columns columns;
    private final Map<Link, Flow> flows = new LinkedHashMap<>();
    private final Map<TraceNode, Memory> memories = new LinkedHashMap<>();

    DataUse(Columns columns) {
        this.columns = columns;
    }

    void add(TraceEvent event) {
        switch (event) {
            case TraceEvent.Transferred it -> {
                Link link = new Link(it.from().id(), it.to().id());
                if (flows.size() < MOST_LINKS || flows.containsKey(link)) {
                    Flow flow = flows.computeIfAbsent(
                            link,
                            _ -> new Flow(it.from().name() + " to " + it.to().name(), new FlowCurve(columns)));
                    flow.bytes += it.bytes();
                    flow.curve.add(it.begin(), it.end(), it.bytes());
                }
            }
            case TraceEvent.Allocated it -> {
                Memory memory = memory(it.node());
                memory.allocations++;
                memory.curve.change(it.time(), it.bytes());
            }
            case TraceEvent.Freed it -> {
                Memory memory = memory(it.node());
                memory.curve.change(it.time(), -it.bytes());
                memory.evictions += it.evicted() ? 1 : 0;
                memory.evicted += it.evicted() ? it.bytes() : 0;
            }
            default -> {
                // No data move.
            }
        }
    }

    private Memory memory(TraceNode node) {
        return memories.computeIfAbsent(node, _ -> new Memory(new LevelCurve(columns)));
    }

    /** The bandwidths of the busiest links, in megabytes per second. */
    List<Curve> links() {
        return flows.values().stream()
                .sorted(Comparator.comparingDouble((Flow flow) -> flow.bytes).reversed())
                .limit(SHOWN)
                .map(flow -> new Curve(flow.name, flow.curve.rates(NANOS_PER_SECOND / BYTES_PER_MEGABYTE)))
                .toList();
    }

    /** The data in the fullest memories, in megabytes. */
    List<Curve> memoryCurves() {
        return memories.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<TraceNode, Memory> each) ->
                                each.getValue().curve.peak())
                        .reversed())
                .limit(SHOWN)
                .map(each -> new Curve(
                        each.getKey().name(), megabytes(each.getValue().curve.values())))
                .toList();
    }

    private static float[] megabytes(float[] bytes) {
        float[] megabytes = new float[bytes.length];
        for (int column = 0; column < bytes.length; column++) {
            megabytes[column] = (float) (bytes[column] / BYTES_PER_MEGABYTE);
        }
        return megabytes;
    }

    List<NodeUse> nodes() {
        List<NodeUse> uses = new ArrayList<>();
        memories.forEach((node, memory) ->
                uses.add(new NodeUse(node, memory.curve.peak(), memory.allocations, memory.evictions, memory.evicted)));
        uses.sort(Comparator.comparingInt(use -> use.node().id()));
        return uses;
    }
}
