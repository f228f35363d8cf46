package org.asterism.driver.cpu.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * The checked configuration.
 *
 * @param workers the number of workers if the runtime does not set it; 0 for one per core
 * @param threadsPerCore the number of hardware threads to use per core; 0 for all
 * @param bind whether to bind workers
 * @param cpus the processing units to use, in this order; empty for all
 */
record Settings(int workers, int threadsPerCore, boolean bind, List<Integer> cpus) {
    /** Environment variable with the number of workers, for when no configuration says it. */
    static final String VARIABLE = "ASTERISM_NCPU";

    /** System property with the same meaning; stronger than the variable. */
    static final String SYSTEM_PROPERTY = "asterism.cpu.workers";

    /** More threads than this are a mistake: no machine has as many processing units. */
    static final int MOST_WORKERS = 4096;

    private static final int HIGHEST_CPU = 32767;

    /**
     * Checks a configuration.
     *
     * @param configuration as it is configured
     * @param workersConfigured whether its number of workers is more than the absence of one
     * @param environment values of {@link #VARIABLE} and {@link #SYSTEM_PROPERTY}, where they are set
     * @throws IllegalArgumentException if a value is not allowed; names it and what is
     */
    static Settings of(CpuConfiguration configuration, boolean workersConfigured, Map<String, String> environment) {
        int workers = workersConfigured
                ? inRange(property("workers"), number("workers", configuration::workers))
                : fromEnvironment(environment);
        int threads =
                inRange(property("threads.per.core"), number("threads.per.core", configuration::threads_per_core));
        return new Settings(workers, threads, configuration.bind(), cpus(configuration.cpus()));
    }

    /**
     * The default configuration, which a program without a container has.
     *
     * @param environment values of {@link #VARIABLE} and {@link #SYSTEM_PROPERTY}, where they are set
     * @throws IllegalArgumentException if the number of workers in it is not allowed
     */
    static Settings standard(Map<String, String> environment) {
        return new Settings(fromEnvironment(environment), 1, true, List.of());
    }

    /** Declarative Services convert when they are asked, and throw what does not say of which property they speak. */
    private static int number(String name, IntSupplier configured) {
        try {
            return configured.getAsInt();
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(property(name) + " is no number: give 0 to " + MOST_WORKERS, e);
        }
    }

    private static String property(String name) {
        return "property '" + name + "' of " + CpuConfiguration.PID;
    }

    private static int fromEnvironment(Map<String, String> environment) {
        for (Map.Entry<String, String> source :
                List.of(Map.entry(SYSTEM_PROPERTY, "system property "), Map.entry(VARIABLE, "environment variable "))) {
            Optional<String> value =
                    Optional.ofNullable(environment.get(source.getKey())).filter(text -> !text.isBlank());
            if (value.isPresent()) {
                String who = source.getValue() + source.getKey();
                try {
                    return inRange(who, Integer.parseInt(value.get().strip()));
                } catch (NumberFormatException e) {
                    throw new IllegalArgumentException(
                            who + " is '" + value.get() + "': give a number of workers, 0 for one per core", e);
                }
            }
        }
        return 0;
    }

    private static int inRange(String who, int number) {
        if (number < 0 || number > MOST_WORKERS) {
            throw new IllegalArgumentException(who + " is " + number + ": give 0 to " + MOST_WORKERS);
        }
        return number;
    }

    /** Reads the numbers of processing units. */
    static List<Integer> cpus(String text) {
        List<Integer> cpus = new ArrayList<>();
        if (text.isBlank()) {
            return cpus;
        }
        for (String range : text.split(",", -1)) {
            String[] ends = range.strip().split("-", 2);
            int first = cpu(ends[0], text);
            int last = cpu(ends[ends.length - 1], text);
            if (last < first) {
                throw wrong(text, "'" + range.strip() + "' counts backwards");
            }
            for (int cpu = first; cpu <= last; cpu++) {
                if (cpus.contains(cpu)) {
                    throw wrong(text, cpu + " is named twice");
                }
                cpus.add(cpu);
            }
        }
        return List.copyOf(cpus);
    }

    private static int cpu(String digits, String text) {
        try {
            int cpu = Integer.parseInt(digits.strip());
            if (cpu >= 0 && cpu <= HIGHEST_CPU) {
                return cpu;
            }
        } catch (NumberFormatException e) {
            // told below, as numbers out of range are
        }
        throw wrong(text, "'" + digits + "' is no number from 0 to " + HIGHEST_CPU);
    }

    private static IllegalArgumentException wrong(String text, String reason) {
        return new IllegalArgumentException(property("cpus") + " is '" + text + "': " + reason
                + "; give processing units such as 0,2,4-7, or nothing for all");
    }
}
