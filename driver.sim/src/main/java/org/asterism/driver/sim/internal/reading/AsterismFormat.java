package org.asterism.driver.sim.internal.reading;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.asterism.api.Architecture;
import org.asterism.driver.sim.internal.machine.Costs;
import org.asterism.driver.sim.internal.machine.KernelTiming;
import org.asterism.driver.sim.internal.machine.KernelTiming.Case;
import org.asterism.driver.sim.internal.machine.Law;
import org.asterism.driver.sim.internal.machine.Machine;
import org.asterism.driver.sim.internal.machine.MemoryDescription;
import org.asterism.driver.sim.internal.machine.NetworkDescription;
import org.asterism.driver.sim.internal.machine.NetworkDescription.Way;
import org.asterism.driver.sim.internal.machine.WorkerGroup;

/** Reads Asterism's own format; the documentation of simulation and the schema in this bundle describe it. */
final class AsterismFormat {
    /** A document with this field is one. */
    static final String RECOGNISED_BY = "format";

    /** The value of this field. */
    static final String VERSION = "asterism-machine-1";

    private static final int DEVICE_PIPELINE = 2;

    private final Place root;
    private final Parts parts = new Parts();
    private final MembersFormat members;
    private final List<MemoryDescription> memories = new ArrayList<>();
    private final List<WorkerGroup> workers = new ArrayList<>();
    private final Set<String> kinds = new TreeSet<>();

    AsterismFormat(Place root) {
        this.root = root;
        members = new MembersFormat(root.field("members"), parts);
    }

    Machine read() {
        root.object(
                "$schema",
                RECOGNISED_BY,
                "name",
                "sharing",
                "memories",
                "workers",
                "members",
                "links",
                "routes",
                "kernels",
                "kernel_aliases",
                "synchronous_kernels",
                "parallel_efficiency",
                "costs");
        root.field("$schema").text("");
        Place format = root.field(RECOGNISED_BY);
        if (!VERSION.equals(format.value())) {
            format.wrong("is '" + Problems.onOneLine(String.valueOf(format.value())) + "': give " + VERSION);
        }
        String name = root.field("name").text();
        readMemories();
        members.readMemories(memories);
        readWorkers();
        NetworkDescription network = network();
        Place kernels = root.field("kernels");
        Map<String, Map<String, KernelTiming>> found = kernels(kernels);
        Map<String, String> aliases = Parts.aliases(root.field("kernel_aliases"), found);
        return new Machine(
                root.problems().file(),
                name,
                memories,
                workers,
                network,
                Parts.table(kernels, found, aliases, synchronous(), parallelEfficiency()),
                costs());
    }

    private void readMemories() {
        Place list = root.field("memories");
        for (Place memory : list.elements(Parts.MOST_MEMORIES)) {
            memory.object("name", "bytes", "kind");
            parts.addMemory(memory.field("name"), memories.size());
            boolean main = memories.isEmpty();
            String kind = memory.field("kind").text(main ? "host" : "device");
            if (!kind.equals("host") && !kind.equals("device") || main && kind.equals("device")) {
                memory.field("kind")
                        .wrong("is '" + Problems.onOneLine(kind) + "': give host" + (main ? "" : " or device"));
            }
            long bytes = memory.field("bytes").whole(Range.CAPACITY, Long.MAX_VALUE);
            memories.add(new MemoryDescription(memory.field("name").text(), bytes, kind.equals("device")));
        }
        if (memories.isEmpty() && list.value() instanceof List) {
            list.wrong("is empty: the first memory is main memory");
        }
    }

    private void readWorkers() {
        Place list = root.field("workers");
        for (Place worker : list.elements()) {
            worker.object("architecture", "timing", "count", "memory", "pipeline", "idle_watts", "busy_watts", "model");
            int memory = parts.memory(worker.field("memory"));
            boolean device = memory < memories.size() && memories.get(memory).device();
            workers.add(group(worker, memory, device ? DEVICE_PIPELINE : 1));
        }
        members.readWorkers(this::group).forEach(workers::add);
        Parts.count(list, workers);
        if (workers.isEmpty() && list.value() instanceof List) {
            list.wrong("is empty: a machine has at least one group of workers");
        }
    }

    private WorkerGroup group(Place worker, int memory, int usualPipeline) {
        Place named = worker.field("architecture");
        Architecture architecture = Parts.architecture(named, named.text());
        String timing = worker.field("timing").text(architecture.name());
        kinds.add(timing);
        kinds.add(architecture.name());
        long pipeline = worker.field("pipeline").whole(Range.PIPELINE, usualPipeline);
        double idle = worker.field("idle_watts").number(Range.WATTS, 0);
        Place power = worker.field("busy_watts");
        double busy = power.number(Range.WATTS, idle);
        if (busy < idle && power.value() instanceof Number) {
            power.wrong("is " + busy + ", less than idle_watts: give " + idle + " or more");
        }
        return new WorkerGroup(
                architecture,
                List.of(timing, architecture.name()),
                (int) worker.field("count").whole(Range.WORKERS, 1),
                memory,
                (int) pipeline,
                idle,
                busy,
                worker.field("model").text(timing));
    }

    private NetworkDescription network() {
        Place links = root.field("links");
        if (links.exists()) {
            links.entries().forEach((name, link) -> parts.addLink(Parts.link(link, name)));
        }
        Way[][] ways = new Way[memories.size()][memories.size()];
        Place routes = root.field("routes");
        for (Place route : routes.exists() ? routes.elements() : List.<Place>of()) {
            readRoute(route, ways);
        }
        members.readLinks(ways);
        for (WorkerGroup group : workers) {
            require(routes, 0, group.memory(), ways);
            require(routes, group.memory(), 0, ways);
        }
        return new NetworkDescription(parts.links(), ways, isByLatency());
    }

    private boolean isByLatency() {
        String sharing = root.field("sharing").text("equal");
        if (!sharing.equals("equal") && !sharing.equals("latency")) {
            root.field("sharing").wrong("is '" + Problems.onOneLine(sharing) + "': give equal or latency");
        }
        return sharing.equals("latency");
    }

    private void readRoute(Place route, Way[][] ways) {
        route.object("from", "to", "links", "both_ways");
        int[] links = parts.links(route.field("links"));
        boolean both = route.field("both_ways").flag(false);
        int from = parts.memory(route.field("from"));
        int to = parts.memory(route.field("to"));
        if (from == to
                && route.field("from").exists()
                && route.field("from").value().equals(route.field("to").value())) {
            route.wrong("leads from " + memories.get(from).name() + " to itself: give two memories");
        } else if (links.length > 0 && !memories.isEmpty()) {
            put(route, from, to, links, ways);
            if (both) {
                put(route, to, from, links, ways);
            }
        }
    }

    private void put(Place route, int from, int to, int[] links, Way[][] ways) {
        if (ways[from][to] != null) {
            route.wrong("is a second way from " + memories.get(from).name() + " to "
                    + memories.get(to).name() + ": give one");
        }
        ways[from][to] = parts.way(links);
    }

    private void require(Place routes, int from, int to, Way[][] ways) {
        if (from != to && ways[from][to] == null) {
            routes.wrong("has no route from " + memories.get(from).name() + " to "
                    + memories.get(to).name() + ", where workers are: a link is missing");
            ways[from][to] = new Way(new int[0], 1, 0); // told once
        }
    }

    private Map<String, Map<String, KernelTiming>> kernels(Place kernels) {
        Map<String, Map<String, KernelTiming>> found = new HashMap<>();
        kernels.entries().forEach((symbol, kernel) -> {
            Map<String, KernelTiming> timings = new LinkedHashMap<>();
            kernel.entries().forEach((kind, timing) -> {
                if (!kinds.contains(kind)) {
                    timing.wrong("is for an unknown worker: there are " + Problems.names(kinds));
                }
                timings.put(kind, timing(timing));
            });
            if (timings.isEmpty() && kernel.value() instanceof Map) {
                kernel.wrong("has no times: give some for a kind of worker (" + Problems.names(kinds)
                        + "), or leave the kernel out");
            }
            found.put(symbol, timings);
        });
        return found;
    }

    private Set<String> synchronous() {
        Place names = root.field("synchronous_kernels");
        Set<String> synchronous = new TreeSet<>();
        if (names.exists()) {
            names.elements().forEach(name -> synchronous.add(name.text()));
        }
        return synchronous;
    }

    private double parallelEfficiency() {
        return root.field("parallel_efficiency").number(Range.PART, 1);
    }

    private static KernelTiming timing(Place place) {
        place.object("cases", "law", "spread");
        List<Case> cases = new ArrayList<>();
        Place list = place.field("cases");
        for (Place one : list.exists() ? list.elements() : List.<Place>of()) {
            cases.add(oneCase(one));
        }
        Place law = place.field("law");
        if (!law.exists() && cases.isEmpty()) {
            place.wrong("has no times: give cases or a law");
        }
        return new KernelTiming(
                cases, law.exists() ? law(law) : null, place.field("spread").number(Range.SPREAD, 0));
    }

    private static Case oneCase(Place place) {
        place.object("footprint", "bytes", "tile", "flops", "mean_us", "deviation_us", "samples", "joules", "members");
        place.field("tile").whole(Range.FACT, 0);
        place.field("flops").number(Range.FLOPS, 0);
        place.field("samples").whole(Range.FACT, 0);
        Place footprint = place.field("footprint");
        if (!footprint.exists() && !place.field("bytes").exists() && place.value() instanceof Map) {
            place.wrong("says not what it is for: give footprint, bytes or both");
        }
        return new Case(
                footprint.exists() ? Parts.footprint(footprint, footprint.text()) : 0,
                footprint.exists(),
                place.field("bytes").whole(Range.BYTES, -1),
                Parts.nanos(place.field("mean_us").number(Range.KERNEL_MICROS)),
                Parts.nanos(place.field("deviation_us").number(Range.KERNEL_MICROS, 0)),
                place.field("joules").number(Range.JOULES, Double.NaN),
                (int) place.field("members").whole(Range.MEMBERS, 1));
    }

    private static Law law(Place place) {
        if (place.field("gflops").exists()) {
            place.object("gflops", "overhead_us");
            return new Law.Rate(
                    place.field("gflops").number(Range.GIGAFLOPS),
                    Parts.nanos(place.field("overhead_us").number(Range.KERNEL_MICROS, 0)));
        }
        place.object("a_us", "b", "c_us");
        return new Law.Power(
                Parts.nanos(place.field("a_us").number(Range.KERNEL_MICROS)),
                place.field("b").number(Range.EXPONENT, 1),
                Parts.nanos(place.field("c_us").number(Range.KERNEL_MICROS, 0)));
    }

    private Costs costs() {
        Place costs = root.field("costs");
        if (!costs.exists()) {
            return Costs.STANDARD;
        }
        costs.object(
                "transfers",
                "device_allocation_us",
                "device_free_us",
                "queueing_us",
                "submit_us",
                "push_us",
                "fetch_us",
                "turn_us");
        return new Costs(
                costs.field("transfers").flag(Costs.STANDARD.transfers()),
                cost(costs, "device_allocation_us", Costs.STANDARD.deviceAllocation()),
                cost(costs, "device_free_us", Costs.STANDARD.deviceFree()),
                cost(costs, "queueing_us", Costs.STANDARD.queueing()),
                cost(costs, "submit_us", Costs.STANDARD.submit()),
                cost(costs, "push_us", Costs.STANDARD.push()),
                cost(costs, "fetch_us", Costs.STANDARD.fetch()),
                cost(costs, "turn_us", Costs.STANDARD.turn()));
    }

    private static long cost(Place costs, String name, long standard) {
        Place cost = costs.field(name);
        return cost.exists() ? Parts.wholeNanos(cost.number(Range.COST_MICROS)) : standard;
    }
}
