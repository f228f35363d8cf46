package org.asterism.profile.metrics;

import java.util.List;

/**
 * The metrics that runtimes offer: the one place for names, units and meanings. OpenMetrics text and the meters of
 * Micrometer are made from it.
 *
 * <p>Each sample has the label {@code runtime} and those of its metric. All values are read from counters that the
 * runtime keeps anyway, except {@link #CODELET_TASKS} and {@link #CODELET_SECONDS}, and {@link #WORKER_BUSY}, which the
 * runtime measures from the first reading on.
 */
public enum Metric {
    /** Age of the runtime. */
    UPTIME(
            "asterism_uptime_seconds",
            Kind.GAUGE,
            "Time since the runtime began, by its clock; 0 before its first use."),
    /** Workers. */
    WORKERS("asterism_workers", Kind.GAUGE, "Workers by their present activity.", "architecture", "state"),
    /** Lost workers. */
    LOST_WORKERS("asterism_lost_workers", Kind.COUNTER, "Workers that were lost with their device."),
    /** Tasks of a worker. */
    WORKER_TASKS(
            "asterism_worker_tasks",
            Kind.COUNTER,
            "Tasks that the worker has run, including failed ones.",
            "worker",
            "architecture"),
    /** Busy time of a worker. */
    WORKER_BUSY(
            "asterism_worker_busy_seconds",
            Kind.COUNTER,
            "Time in which the worker ran tasks of the context, since the first reading; otherwise it was idle.",
            "context",
            "worker",
            "architecture"),
    /** Workers of a context. */
    CONTEXT_WORKERS("asterism_context_workers", Kind.GAUGE, "Workers of the context.", "context"),
    /** Whether a context has no policy. */
    CONTEXT_PARKED(
            "asterism_context_parked", Kind.GAUGE, "1 if the context has no policy and its tasks wait.", "context"),
    /** Changes of policies. */
    POLICY_SWAPS(
            "asterism_policy_swaps",
            Kind.COUNTER,
            "Changes of the policy of the context, its first policy included.",
            "context"),
    /** Submitted tasks. */
    SUBMITTED_TASKS("asterism_submitted_tasks", Kind.COUNTER, "Tasks that were submitted.", "context"),
    /** Completed tasks. */
    TASKS("asterism_tasks", Kind.COUNTER, "Completed tasks: done, failed or cancelled.", "context", "state"),
    /** Waiting tasks. */
    WAITING_TASKS(
            "asterism_waiting_tasks", Kind.GAUGE, "Tasks that wait for other tasks, data or the program.", "context"),
    /** Queue length. */
    READY_TASKS("asterism_ready_tasks", Kind.GAUGE, "Tasks in the queues, which wait for a worker only.", "context"),
    /** Running tasks. */
    RUNNING_TASKS("asterism_running_tasks", Kind.GAUGE, "Tasks that workers have taken.", "context"),
    /** Kernels by codelet. */
    CODELET_TASKS("asterism_codelet_tasks", Kind.COUNTER, "Kernels of the codelet that have ended.", "codelet"),
    /** Time of kernels by codelet. */
    CODELET_SECONDS("asterism_codelet_seconds", Kind.COUNTER, "Time in kernels of the codelet.", "codelet"),
    /** Size of a memory. */
    MEMORY_CAPACITY(
            "asterism_memory_capacity_bytes", Kind.GAUGE, "Memory that the runtime may use, if limited.", "node"),
    /** Used memory. */
    MEMORY_USED("asterism_memory_used_bytes", Kind.GAUGE, "Memory that copies of data use.", "node"),
    /** Kept memory. */
    MEMORY_CACHED("asterism_memory_cached_bytes", Kind.GAUGE, "Memory that is kept for later copies of data.", "node"),
    /** Copied to a memory. */
    RECEIVED("asterism_received_bytes", Kind.COUNTER, "Data copied to the memory from others.", "node"),
    /** Copied from a memory. */
    SENT("asterism_sent_bytes", Kind.COUNTER, "Data copied from the memory to others.", "node");

    /** How a value may change. */
    public enum Kind {
        /** Only grows, until the runtime, context, worker or memory that it is about leaves. */
        COUNTER,
        /** Goes up and down. */
        GAUGE
    }

    private static final List<String> UNITS = List.of("seconds", "bytes");

    private final String family;
    private final Kind kind;
    private final String help;
    private final List<String> labels;

    Metric(String family, Kind kind, String help, String... labels) {
        this.family = family;
        this.kind = kind;
        this.help = help;
        this.labels = List.of(labels);
    }

    /**
     * Returns the name of the family in OpenMetrics. It ends with the {@link #unit}. Samples of counters have the
     * suffix {@code _total} besides.
     *
     * @return such as {@code asterism_worker_busy_seconds}
     */
    public String family() {
        return family;
    }

    /**
     * Returns how its value may change.
     *
     * @return counter or gauge
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Returns the unit of its values.
     *
     * @return {@code seconds} or {@code bytes}; empty for numbers of things
     */
    public String unit() {
        return UNITS.stream()
                .filter(unit -> family.endsWith("_" + unit))
                .findFirst()
                .orElse("");
    }

    /**
     * Returns the meaning.
     *
     * @return a sentence
     */
    public String help() {
        return help;
    }

    /**
     * Returns the labels of its samples besides {@code runtime}.
     *
     * @return names, in the order of {@link Sample#labels}
     */
    public List<String> labels() {
        return labels;
    }
}
