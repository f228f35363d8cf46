package org.asterism.topology.hwloc.internal;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.asterism.api.TopologyType;
import org.asterism.spi.topology.Topology;

/**
 * Builds a machine from a list of levels, each with the number of its objects per object of the level before, such as
 * {@code pack:2 numa:2 core:8 pu:2}. This is the part of hwloc's notation in which all levels have names. It gives the
 * same tree as hwloc, sizes of caches and memory included.
 */
final class SyntheticDescription {
    /** Each object has a set as long as its highest unit's number: memory grows with the square. */
    static final int MOST_UNITS = 1 << 14;

    /** hwloc writes sets out as text; it takes half a second for as many, and half a minute for four times as many. */
    static final int MOST_UNITS_BY_HWLOC = 1 << 12;

    private static final Pattern COUNT = Pattern.compile(":(\\d+)");
    private static final Pattern LEVEL = Pattern.compile("([A-Za-z][A-Za-z0-9]*):(\\d{1,9})");
    private static final long DEFAULT_MEMORY = 1L << 30;

    private record Level(TopologyType type, int count) {}

    private final List<Level> levels = new ArrayList<>();
    private final Map<TopologyType, Integer> numbers = new EnumMap<>(TopologyType.class);
    private final List<Branch> memories = new ArrayList<>();
    private int nextUnit;

    private SyntheticDescription() {}

    /**
     * Checks what hwloc does not: that the machine is not absurdly large.
     *
     * @throws IllegalArgumentException if it has more processing units than {@code most}
     */
    static void checkSize(String description, int most) {
        long units = 1;
        Matcher counts = COUNT.matcher(description.replaceAll("\\([^)]*\\)|\\[[^]]*]", ""));
        while (counts.find()) {
            String digits = counts.group(1);
            units = digits.length() > 9 ? Long.MAX_VALUE : Math.max(units, 1) * Integer.parseInt(digits);
            if (units > most) {
                throw new IllegalArgumentException("synthetic topology '" + ProcessorSets.shortened(description)
                        + "' has more than " + most + " processing units");
            }
        }
    }

    /**
     * Builds the machine.
     *
     * @throws IllegalArgumentException if the description makes no sense
     * @throws UnsupportedOperationException if it uses a part of the notation that only hwloc knows
     */
    static Topology build(String description) {
        checkSize(description, MOST_UNITS);
        SyntheticDescription machine = new SyntheticDescription();
        machine.parse(description);
        return new Topology(machine.build().freeze(), "synthetic " + description.strip());
    }

    private void parse(String description) {
        if (description.isBlank()) {
            throw wrong(description, "is empty");
        }
        Set<TopologyType> seen = new HashSet<>();
        for (String word : description.strip().split("\\s+")) {
            if (word.matches("\\d+") || word.matches(".*[\\[\\](){}].*")) {
                throw new UnsupportedOperationException("synthetic topology '" + ProcessorSets.shortened(description)
                        + "': '" + word + "' is understood by hwloc only: install libhwloc (Debian: libhwloc15)"
                        + ", or write levels such as core:4");
            }
            Matcher level = LEVEL.matcher(word);
            if (!level.matches()) {
                throw wrong(description, "has '" + word + "' where a level such as core:4 is expected");
            }
            TopologyType type = type(level.group(1), description);
            int count = Integer.parseInt(level.group(2));
            if (count == 0) {
                throw wrong(description, "has no objects at '" + word + "'; give 1 or more");
            }
            if (!seen.add(type)) {
                throw wrong(description, "has two levels of type " + type);
            }
            levels.add(new Level(type, count));
        }
        if (levels.getLast().type() != TopologyType.PU) {
            throw wrong(description, "does not end with processing units, such as pu:1");
        }
        for (int i = 0; i < levels.size() - 1; i++) {
            if (levels.get(i).type() == TopologyType.PU) {
                throw wrong(description, "goes on after its processing units");
            }
        }
    }

    private static TopologyType type(String name, String description) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "pack", "package", "socket" -> TopologyType.PACKAGE;
            case "die" -> TopologyType.DIE;
            case "numa", "numanode", "node" -> TopologyType.NUMA_NODE;
            case "l3", "l3cache" -> TopologyType.L3;
            case "l2", "l2cache" -> TopologyType.L2;
            case "l1", "l1cache", "l1d", "l1dcache" -> TopologyType.L1;
            case "core" -> TopologyType.CORE;
            case "pu" -> TopologyType.PU;
            case "group", "l4", "l5", "l1i", "l2i", "l3i" ->
                throw new UnsupportedOperationException("synthetic topology '"
                        + ProcessorSets.shortened(description) + "': a level of type '" + name
                        + "' is understood by hwloc only: install libhwloc (Debian: libhwloc15)");
            default ->
                throw wrong(
                        description, "has a level of type '" + name + "'; known are pack die numa l3 l2 l1 core pu");
        };
    }

    private static IllegalArgumentException wrong(String description, String reason) {
        return new IllegalArgumentException(
                "synthetic topology '" + ProcessorSets.shortened(description) + "' " + reason);
    }

    private Branch build() {
        BitSet all = new BitSet();
        Branch machine = new Branch(TopologyType.MACHINE, 0, "", all, 0);
        fill(machine, 0);
        all.set(0, nextUnit);
        if (memories.isEmpty()) {
            memories.add(memory(all));
        }
        memories.forEach(machine::insertMemory);
        return machine;
    }

    /** Makes the objects of a level and all below it; a parent's set is known once its units have been counted. */
    private void fill(Branch parent, int depth) {
        if (depth == levels.size()) {
            return;
        }
        Level level = levels.get(depth);
        for (int i = 0; i < level.count(); i++) {
            int first = nextUnit;
            BitSet units = new BitSet();
            if (level.type() == TopologyType.NUMA_NODE) {
                fill(parent, depth + 1);
                units.set(first, nextUnit);
                memories.add(memory(units));
            } else if (level.type() == TopologyType.PU) {
                units.set(nextUnit);
                parent.append(new Branch(TopologyType.PU, nextUnit++, "", units, 0));
            } else {
                Branch object = new Branch(level.type(), number(level.type()), "", units, cacheBytes(level.type()));
                parent.append(object);
                fill(object, depth + 1);
                units.set(first, nextUnit);
            }
        }
    }

    private Branch memory(BitSet near) {
        return new Branch(TopologyType.NUMA_NODE, number(TopologyType.NUMA_NODE), "", near, DEFAULT_MEMORY);
    }

    private int number(TopologyType type) {
        return cacheBytes(type) > 0 ? -1 : numbers.merge(type, 1, Integer::sum) - 1;
    }

    private static long cacheBytes(TopologyType type) {
        return switch (type) {
            case L1 -> 32L << 10;
            case L2 -> 4L << 20;
            case L3 -> 16L << 20;
            default -> 0;
        };
    }
}
