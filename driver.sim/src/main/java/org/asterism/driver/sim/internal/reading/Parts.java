package org.asterism.driver.sim.internal.reading;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.api.Architecture;
import org.asterism.driver.sim.internal.machine.KernelTable;
import org.asterism.driver.sim.internal.machine.KernelTiming;
import org.asterism.driver.sim.internal.machine.NetworkDescription.Link;
import org.asterism.driver.sim.internal.machine.NetworkDescription.Way;
import org.asterism.driver.sim.internal.machine.WorkerGroup;

/** The common parts of both formats: names that other places refer to, and collections of links and kernels. */
final class Parts {
    private static final double NANOS_PER_MICRO = 1000;
    private static final double MEGABYTES_PER_BYTE_PER_NANO = 1000;
    private static final int HEXADECIMAL = 16;
    private static final int MOST_LINKS = 1000;

    /** Greatest number of memories in a machine, because tables of all pairs are made. */
    static final int MOST_MEMORIES = 10_000;

    private final Map<String, Integer> memories = new HashMap<>();
    private final Map<String, Integer> linkNumbers = new HashMap<>();
    private final List<Link> links = new ArrayList<>();

    static double nanos(double micros) {
        return micros * NANOS_PER_MICRO;
    }

    static long wholeNanos(double micros) {
        return Math.round(nanos(micros));
    }

    /** Bytes per nanosecond, which are gigabytes per second. */
    static double bytesPerNano(double megabytesPerSecond) {
        return megabytesPerSecond / MEGABYTES_PER_BYTE_PER_NANO;
    }

    /** Makes a memory's name known. */
    void addMemory(Place name, int index) {
        String given = name.text();
        if (!given.isEmpty() && memories.putIfAbsent(given, index) != null) {
            name.wrong("is the name of another memory, too: names must differ");
        }
    }

    /** The memory of a name; 0 if that is wrong. */
    int memory(Place name) {
        String wanted = name.text();
        Integer index = memories.get(wanted);
        if (index == null && !wanted.isEmpty()) {
            name.wrong("names no memory: there is no '" + Problems.onOneLine(wanted) + "' among ["
                    + Problems.names(memories.keySet()) + "]");
        }
        return index == null ? 0 : index;
    }

    boolean knowsMemory(String name) {
        return memories.containsKey(name);
    }

    /** Makes a link known. */
    int addLink(Link link) {
        linkNumbers.put(link.name(), links.size());
        links.add(link);
        return links.size() - 1;
    }

    /** The numbers of the links that a route names. */
    int[] links(Place route) {
        if (route.value() instanceof List<?> list && list.isEmpty()) {
            route.wrong("is empty: a route has at least one link");
        }
        return someLinks(route);
    }

    /** The numbers of the links of a list, which may be empty. */
    int[] someLinks(Place route) {
        List<Integer> numbers = new ArrayList<>();
        for (Place name : route.elements(MOST_LINKS)) {
            String wanted = name.text();
            Integer number = linkNumbers.get(wanted);
            if (number == null && !wanted.isEmpty()) {
                name.wrong(
                        "names no link: there is no '" + Problems.onOneLine(wanted) + "' among the links of this file");
            } else if (number != null) {
                numbers.add(number);
            }
        }
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    List<Link> links() {
        return links;
    }

    /** The way over some links. */
    Way way(int[] numbers) {
        return new Way(numbers, bandwidth(numbers), latency(numbers));
    }

    /** What a link is described by. */
    static Link link(Place link, String name) {
        link.object("bandwidth_MBps", "latency_us", "shared");
        return new Link(
                name,
                bytesPerNano(link.field("bandwidth_MBps").number(Range.BANDWIDTH)),
                nanos(link.field("latency_us").number(Range.LATENCY_MICROS, 0)),
                link.field("shared").flag(true));
    }

    /** The sum of the latencies of some links. */
    double latency(int[] numbers) {
        double sum = 0;
        for (int number : numbers) {
            sum += links.get(number).latencyNanos();
        }
        return sum;
    }

    /** The bandwidth that one alone has on some links. */
    double bandwidth(int[] numbers) {
        Map<Integer, Integer> uses = new HashMap<>();
        double least = Double.POSITIVE_INFINITY;
        for (int number : numbers) {
            int times = links.get(number).shared() ? uses.merge(number, 1, Integer::sum) : 1;
            least = Math.min(least, links.get(number).bytesPerNano() / times);
        }
        return least;
    }

    /** The architecture of a name; {@link Architecture#CPU} if that is wrong. */
    static Architecture architecture(Place place, String name) {
        try {
            return name.isEmpty() ? Architecture.CPU : Architecture.of(name);
        } catch (IllegalArgumentException refused) {
            place.wrong(Problems.onOneLine(refused.getMessage()));
            return Architecture.CPU;
        }
    }

    /** A footprint in hexadecimal digits. */
    static int footprint(Place place, String digits) {
        try {
            return Integer.parseUnsignedInt(digits, HEXADECIMAL);
        } catch (NumberFormatException notOne) {
            place.wrong("'" + Problems.onOneLine(digits) + "' is no footprint: give up to 8 hexadecimal digits");
            return 0;
        }
    }

    /** Other names of kernels. */
    static Map<String, String> aliases(Place place, Map<String, Map<String, KernelTiming>> kernels) {
        Map<String, String> aliases = new HashMap<>();
        if (place.exists()) {
            place.entries().forEach((alias, name) -> {
                String symbol = name.text();
                if (!kernels.containsKey(symbol) && !symbol.isEmpty()) {
                    name.wrong("names a missing kernel: there is no '" + Problems.onOneLine(symbol) + "' among ["
                            + Problems.names(kernels.keySet()) + "]");
                }
                aliases.put(alias, symbol);
            });
        }
        return aliases;
    }

    /** Checks how many workers there are in all. */
    static void count(Place list, List<WorkerGroup> groups) {
        long sum = groups.stream().mapToLong(WorkerGroup::count).sum();
        if (!Range.WORKERS.has(sum)) {
            list.wrong("has " + sum + " workers in all: give a number " + Range.WORKERS);
        }
    }

    /** Checks that there is something to run. */
    static KernelTable table(
            Place kernels,
            Map<String, Map<String, KernelTiming>> found,
            Map<String, String> aliases,
            Set<String> synchronous,
            double parallelEfficiency) {
        if (found.isEmpty() && kernels.value() instanceof Map) {
            kernels.wrong("has no kernel: give at least one, or '*' for any");
        }
        return new KernelTable(found, aliases, synchronous, parallelEfficiency);
    }
}
