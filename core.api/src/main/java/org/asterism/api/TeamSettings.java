package org.asterism.api;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The rules by which a runtime {@link CombinedWorker combines} its CPU workers.
 *
 * <p>The runtime walks down the machine's topology. The workers of each object make a combination if their number is
 * within the limits. A group of more than {@code arity} children is cut into {@code arity} chunks, which make
 * combinations too and are cut further. Six cores and an arity of 2 give combinations of 6, 3, 3, 2 and 2.
 */
public final class TeamSettings {
    /** The permitted values of {@link #level}. */
    private static final List<TopologyType> LEVELS = List.of(
            TopologyType.MACHINE,
            TopologyType.PACKAGE,
            TopologyType.DIE,
            TopologyType.GROUP,
            TopologyType.NUMA_NODE,
            TopologyType.L3,
            TopologyType.L2,
            TopologyType.L1,
            TopologyType.CORE);

    private final Values values;

    private TeamSettings(Values values) {
        if (values.least < 2) {
            throw new IllegalArgumentException("least is " + values.least + ": give 2 or more, one worker is no team");
        }
        if (values.most < values.least) {
            throw new IllegalArgumentException(
                    "most is " + values.most + ": give " + values.least + " (least) or more");
        }
        if (values.arity < 2) {
            throw new IllegalArgumentException("arity is " + values.arity + ": give 2 or more");
        }
        if (values.level.isPresent() && !LEVELS.contains(values.level.get())) {
            throw new IllegalArgumentException("level is " + word(values.level.get()) + ": give one of " + levels());
        }
        this.values = values;
    }

    /**
     * Combinations of 2 and more members, of any objects of the topology, cut in two.
     *
     * @return the settings to start from
     */
    public static TeamSettings defaults() {
        return new TeamSettings(new Values());
    }

    /** {@return the least number of members of a combination; from 2} */
    public int least() {
        return values.least;
    }

    /** {@return the greatest number of members; {@link Integer#MAX_VALUE} for any number} */
    public int most() {
        return values.most;
    }

    /**
     * {@return the type of object that a combination's members have to share: only objects of this type make
     * combinations, and none are cut; empty for objects of any type}
     */
    public Optional<TopologyType> level() {
        return values.level;
    }

    /** {@return the number of chunks into which a group with more children is cut; from 2} */
    public int arity() {
        return values.arity;
    }

    /**
     * {@return whether there shall be one parallel task at a time: the combinations are then the first two, three, four
     * and so on of all CPU workers, whatever the topology}
     */
    public boolean single() {
        return values.single;
    }

    /**
     * Sets how many members combinations have.
     *
     * @param fewest from 2
     * @param largest not less
     * @return a changed copy
     */
    public TeamSettings withSizes(int fewest, int largest) {
        return with(changed -> {
            changed.least = fewest;
            changed.most = largest;
        });
    }

    /**
     * Sets what members share.
     *
     * @param shared an object that processing units are in, such as {@link TopologyType#NUMA_NODE}
     * @return a changed copy
     */
    public TeamSettings withLevel(TopologyType shared) {
        return with(changed -> changed.level = Optional.of(shared));
    }

    /**
     * Sets into how many chunks groups are cut.
     *
     * @param chunks from 2
     * @return a changed copy
     */
    public TeamSettings withArity(int chunks) {
        return with(changed -> changed.arity = chunks);
    }

    /**
     * Allows only one parallel task at a time.
     *
     * @return a changed copy
     */
    public TeamSettings withSingle() {
        return with(changed -> changed.single = true);
    }

    /**
     * Reads settings from text, as configurations and command lines have them:
     * {@code least=2,most=8,level=numa-node,arity=4,single}.
     *
     * @param text any of them, with commas between; those left out are as in {@link #defaults}
     * @return the settings
     * @throws IllegalArgumentException if there is another word or a value makes no sense; the message says which are
     *     allowed
     */
    public static TeamSettings parse(String text) {
        Values read = new Values();
        Set<String> given = new HashSet<>();
        for (String part : text.split(",")) {
            String word = part.strip();
            int equals = word.indexOf('=');
            String key = equals < 0 ? word : word.substring(0, equals).strip();
            String value = equals < 0 ? "" : word.substring(equals + 1).strip();
            if (!key.isEmpty() && !given.add(key)) {
                throw new IllegalArgumentException("teams '" + text + "': '" + key + "' is given twice");
            }
            switch (key) {
                case "" -> require(text, word.isEmpty());
                case "least" -> read.least = number(text, key, value);
                case "most" -> read.most = number(text, key, value);
                case "level" -> read.level = Optional.of(type(text, value));
                case "arity" -> read.arity = number(text, key, value);
                case "single" -> {
                    require(text, value.isEmpty() || value.equals("true") || value.equals("false"));
                    read.single = !value.equals("false");
                }
                default -> require(text, false);
            }
        }
        try {
            return new TeamSettings(read);
        } catch (IllegalArgumentException senseless) {
            throw new IllegalArgumentException("teams '" + text + "': " + senseless.getMessage(), senseless);
        }
    }

    private static void require(String text, boolean allowed) {
        if (!allowed) {
            throw new IllegalArgumentException("teams '" + text
                    + "': give any of least=NUMBER, most=NUMBER, level=TYPE, arity=NUMBER and single, with "
                    + "commas between");
        }
    }

    private static int number(String text, String key, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException none) {
            throw new IllegalArgumentException(
                    "teams '" + text + "': " + key + " is '" + value + "': give a whole number", none);
        }
    }

    private static TopologyType type(String text, String value) {
        return Arrays.stream(TopologyType.values())
                .filter(one -> word(one).equals(value.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "teams '" + text + "': level is '" + value + "': give one of " + levels()));
    }

    private static String word(TopologyType type) {
        return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String levels() {
        return LEVELS.stream().map(TeamSettings::word).collect(Collectors.joining(", "));
    }

    /** Whether the other one has the same settings. */
    @Override
    public boolean equals(Object other) {
        return other instanceof TeamSettings settings && values.all().equals(settings.values.all());
    }

    @Override
    public int hashCode() {
        return values.all().hashCode();
    }

    @Override
    public String toString() {
        return "TeamSettings" + values.all();
    }

    private TeamSettings with(Consumer<Values> change) {
        Values changed = values.copy();
        change.accept(changed);
        return new TeamSettings(changed);
    }

    /** All settings, with their defaults. They do not change any more once settings have them. */
    private static final class Values implements Cloneable {
        private int least = 2;
        private int most = Integer.MAX_VALUE;
        private Optional<TopologyType> level = Optional.empty();
        private int arity = 2;
        private boolean single;

        private List<Object> all() {
            return List.of(least, most, level, arity, single);
        }

        Values copy() {
            try {
                return (Values) clone();
            } catch (CloneNotSupportedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }
}
