package org.asterism.driver.sim.internal.reading;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.asterism.api.Architecture;
import org.asterism.driver.sim.internal.machine.Costs;
import org.asterism.driver.sim.internal.machine.KernelTiming;
import org.asterism.driver.sim.internal.machine.KernelTiming.Case;
import org.asterism.driver.sim.internal.machine.Machine;
import org.asterism.driver.sim.internal.machine.MemoryDescription;
import org.asterism.driver.sim.internal.machine.NetworkDescription;
import org.asterism.driver.sim.internal.machine.NetworkDescription.Link;
import org.asterism.driver.sim.internal.machine.NetworkDescription.Way;
import org.asterism.driver.sim.internal.machine.WorkerGroup;

/**
 * Reads platform files, which hold StarPU's measurements of a machine in one JSON document: matrices of bandwidth and
 * latency, links and routes of its simulation, and the histories of kernels.
 */
final class PlatformFormat {
    /** A document with this field is one. */
    static final String RECOGNISED_BY = "memory_nodes";

    private static final Pattern DEVICE = Pattern.compile("([a-z]+)([0-9]*)");
    private static final int DEVICE_PIPELINE = 2;

    /** A matrix has 0 where there is no way. */
    private static final Range BANDWIDTH_OR_NONE = new Range(true, Range.BANDWIDTH.least(), Range.BANDWIDTH.most());

    /**
     * The idle power of a core. These files do not contain the power of workers. To give a run an energy, a core counts
     * as a sixth of a processor of 95 W, and a device as a board of its time with 230 W. {@code watts.ARCHITECTURE}
     * overrides this.
     */
    private static final double CORE_IDLE_WATTS = 5;

    private static final double CORE_BUSY_WATTS = 16;
    private static final double DEVICE_IDLE_WATTS = 50;
    private static final double DEVICE_BUSY_WATTS = 230;

    /** Kernels of StarPU's examples that make a GPU's thread wait for them. */
    private static final Set<String> SYNCHRONOUS = Set.of(
            "chol_model_potrf",
            "starpu_slu_lu_model_getrf",
            "starpu_dlu_lu_model_getrf",
            "starpu_slu_lu_model_getrf_pivot",
            "starpu_dlu_lu_model_getrf_pivot");

    private final Place root;
    private final Parts parts = new Parts();
    private final List<String> nodes = new ArrayList<>();
    private final Set<String> kinds = new TreeSet<>();
    private final List<WorkerGroup> devices = new ArrayList<>();
    private final List<WorkerGroup> cores = new ArrayList<>();
    private long[] capacities;
    private boolean[] peers;
    private boolean[] inUse;

    PlatformFormat(Place root) {
        this.root = root;
    }

    Machine read() {
        root.object(
                "machine",
                "cpu_cores",
                "cpu_workers_default",
                "workers",
                RECOGNISED_BY,
                "bandwidth_MBps_from_row_to_col",
                "latency_us_from_row_to_col",
                "simgrid_links",
                "simgrid_routes",
                "kernel_aliases",
                "kernels");
        String name = root.field("machine").text();
        root.field("cpu_cores").whole(Range.FACT, 0);
        readNodes();
        readWorkers();
        NetworkDescription network = network();
        Place kernels = root.field("kernels");
        Map<String, Map<String, KernelTiming>> found = kernels(kernels);
        Map<String, String> aliases = Parts.aliases(root.field("kernel_aliases"), found);
        List<MemoryDescription> memories = new ArrayList<>();
        for (int node = 0; node < nodes.size(); node++) {
            memories.add(new MemoryDescription(nodes.get(node).toLowerCase(Locale.ROOT), capacities[node], node > 0));
        }
        // StarPU numbers its GPUs before its cores, and prefers low numbers where all else is equal.
        List<WorkerGroup> workers = new ArrayList<>(devices);
        workers.addAll(cores);
        return new Machine(
                root.problems().file(),
                name,
                memories,
                workers,
                network,
                Parts.table(kernels, found, aliases, SYNCHRONOUS, 1),
                Costs.STANDARD);
    }

    private void readNodes() {
        for (Place node : root.field(RECOGNISED_BY).elements(Parts.MOST_MEMORIES)) {
            parts.addMemory(node, nodes.size());
            nodes.add(node.text());
        }
        capacities = new long[nodes.size()];
        Arrays.fill(capacities, Long.MAX_VALUE);
        peers = new boolean[nodes.size()];
        inUse = new boolean[nodes.size()];
    }

    private void readWorkers() {
        long byDefault = root.field("cpu_workers_default").whole(Range.WORKERS, -1);
        for (Place worker : root.field("workers").elements()) {
            worker.object(
                    "arch",
                    "count",
                    "memory_node",
                    "model",
                    "memory_bytes",
                    "usable_memory_bytes_at_default_90pct",
                    "memcpy_peer");
            String kind = worker.field("arch").text();
            Matcher device = DEVICE.matcher(kind);
            if (!device.matches()) {
                worker.field("arch")
                        .wrong("'" + Problems.onOneLine(kind)
                                + "' is no kind of worker: give cpu, or letters and a number, such as cuda0");
                continue;
            }
            kinds.add(kind);
            Architecture architecture = Parts.architecture(worker.field("arch"), device.group(1));
            boolean core = architecture == Architecture.CPU;
            Place given = worker.field("count");
            long count = core && byDefault >= 0 ? given.whole(Range.WORKERS, byDefault) : given.whole(Range.WORKERS);
            int node = parts.memory(worker.field("memory_node"));
            if (node < nodes.size()) {
                long bytes = worker.field("memory_bytes").whole(Range.CAPACITY, Long.MAX_VALUE);
                capacities[node] = Math.min(
                        capacities[node],
                        worker.field("usable_memory_bytes_at_default_90pct").whole(Range.CAPACITY, bytes));
                peers[node] |= worker.field("memcpy_peer").flag(false);
                inUse[node] |= count > 0;
            }
            WorkerGroup group = new WorkerGroup(
                    architecture,
                    List.of(kind, architecture.name()),
                    (int) count,
                    node,
                    core ? 1 : DEVICE_PIPELINE,
                    core ? CORE_IDLE_WATTS : DEVICE_IDLE_WATTS,
                    core ? CORE_BUSY_WATTS : DEVICE_BUSY_WATTS,
                    worker.field("model").text(architecture.name()));
            (core ? cores : devices).add(group);
        }
        List<WorkerGroup> all = new ArrayList<>(devices);
        all.addAll(cores);
        Parts.count(root.field("workers"), all);
    }

    private NetworkDescription network() {
        double[][] bandwidth = matrix(root.field("bandwidth_MBps_from_row_to_col"), BANDWIDTH_OR_NONE);
        double[][] latency = matrix(root.field("latency_us_from_row_to_col"), Range.LATENCY_MICROS);
        readLinks();
        Way[][] ways = new Way[nodes.size()][nodes.size()];
        Place routes = root.field("simgrid_routes");
        for (Place route : routes.exists() ? routes.elements() : List.<Place>of()) {
            readRoute(route, ways, bandwidth, latency);
        }
        for (int from = 0; from < nodes.size(); from++) {
            for (int to = 0; to < nodes.size(); to++) {
                if (from != to && inUse(from) && inUse(to)) {
                    complete(from, to, ways, bandwidth, latency);
                }
            }
        }
        return new NetworkDescription(parts.links(), ways, true);
    }

    private boolean inUse(int node) {
        return node == 0 || inUse[node];
    }

    private double[][] matrix(Place place, Range range) {
        double[][] matrix = new double[nodes.size()][nodes.size()];
        List<Place> rows = place.elements();
        if (rows.size() != nodes.size()) {
            place.wrong("has " + rows.size() + " rows: give one for each of the " + nodes.size() + " memory nodes");
        }
        for (int row = 0; row < Math.min(rows.size(), nodes.size()); row++) {
            List<Place> columns = rows.get(row).elements();
            if (columns.size() != nodes.size()) {
                rows.get(row)
                        .wrong("has " + columns.size() + " columns: give one for each of the " + nodes.size()
                                + " memory nodes");
            }
            for (int column = 0; column < Math.min(columns.size(), nodes.size()); column++) {
                matrix[row][column] = columns.get(column).number(range);
            }
        }
        return matrix;
    }

    private void readLinks() {
        Place links = root.field("simgrid_links");
        if (!links.exists()) {
            return;
        }
        links.entries().forEach((name, link) -> {
            link.object("bandwidth_MBps", "latency_us", "sharing");
            Place sharing = link.field("sharing");
            String how = sharing.text("SHARED");
            if (!how.equals("SHARED") && !how.equals("FATPIPE")) {
                sharing.wrong("is '" + Problems.onOneLine(how) + "': give SHARED or FATPIPE");
            }
            parts.addLink(new Link(
                    name,
                    Parts.bytesPerNano(link.field("bandwidth_MBps").number(Range.BANDWIDTH)),
                    Parts.nanos(link.field("latency_us").number(Range.LATENCY_MICROS)),
                    how.equals("SHARED")));
        });
    }

    private void readRoute(Place route, Way[][] ways, double[][] bandwidth, double[][] latency) {
        route.object("src", "dst", "symmetrical", "links");
        int[] links = parts.links(route.field("links"));
        String symmetrical = route.field("symmetrical").text("NO");
        if (!symmetrical.equals("YES") && !symmetrical.equals("NO")) {
            route.field("symmetrical").wrong("is '" + Problems.onOneLine(symmetrical) + "': give YES or NO");
        }
        int from = end(route.field("src"));
        int to = end(route.field("dst"));
        if (from < 0 || to < 0 || links.length == 0) {
            return;
        }
        ways[from][to] = way(links, bandwidth[from][to], latency[from][to]);
        if (symmetrical.equals("YES")) {
            ways[to][from] = way(links, bandwidth[to][from], latency[to][from]);
        }
    }

    /** A route may also lead to a disk, which is no memory of any worker: -1. */
    private int end(Place name) {
        String wanted = name.text();
        return wanted.startsWith("DISK") && !parts.knowsMemory(wanted) ? -1 : parts.memory(name);
    }

    private Way way(int[] links, double megabytes, double micros) {
        return megabytes > 0
                ? new Way(links, Parts.bytesPerNano(megabytes), Parts.nanos(micros))
                : new Way(links, parts.bandwidth(links), parts.latency(links));
    }

    private void complete(int from, int to, Way[][] ways, double[][] bandwidth, double[][] latency) {
        if (from != 0 && to != 0 && !(peers[from] && peers[to])) {
            ways[from][to] = null;
        } else if (ways[from][to] == null && bandwidth[from][to] > 0) {
            double bytesPerNano = Parts.bytesPerNano(bandwidth[from][to]);
            double nanos = Parts.nanos(latency[from][to]);
            int link = parts.addLink(new Link(nodes.get(from) + " to " + nodes.get(to), bytesPerNano, nanos, true));
            ways[from][to] = new Way(new int[] {link}, bytesPerNano, nanos);
        } else if (ways[from][to] == null && (from == 0 || to == 0)) {
            root.field("simgrid_routes")
                    .wrong("has no route from " + nodes.get(from) + " to " + nodes.get(to)
                            + ", and the matrix has no bandwidth for it: a link is missing");
        }
    }

    private Map<String, Map<String, KernelTiming>> kernels(Place kernels) {
        Map<String, Map<String, KernelTiming>> found = new HashMap<>();
        kernels.entries().forEach((symbol, kernel) -> {
            Map<String, KernelTiming> timings = new LinkedHashMap<>();
            kernel.entries().forEach((kind, cases) -> {
                if (!kinds.contains(kind)) {
                    cases.wrong("is for an unknown worker: there are " + Problems.names(kinds));
                }
                timings.put(kind, new KernelTiming(cases(cases), null, 0));
            });
            if (timings.isEmpty() && kernel.value() instanceof Map) {
                kernel.wrong("has no times: give some for a kind of worker (" + Problems.names(kinds)
                        + "), or leave the kernel out");
            }
            found.put(symbol, timings);
        });
        return found;
    }

    private static List<Case> cases(Place place) {
        List<Case> cases = new ArrayList<>();
        place.entries().forEach((footprint, times) -> {
            times.object("size_bytes", "tile", "flops", "mean_us", "dev_us", "samples");
            times.field("tile").whole(Range.FACT, 0);
            times.field("flops").number(Range.FLOPS, 0);
            times.field("samples").whole(Range.FACT, 0);
            cases.add(new Case(
                    Parts.footprint(times, footprint),
                    true,
                    times.field("size_bytes").whole(Range.BYTES, -1),
                    Parts.nanos(times.field("mean_us").number(Range.KERNEL_MICROS)),
                    Parts.nanos(times.field("dev_us").number(Range.KERNEL_MICROS, 0)),
                    Double.NaN));
        });
        return cases;
    }
}
