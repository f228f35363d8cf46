package org.asterism.api;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Description of a scheduling context, for {@link TaskRuntime#createContext(ContextDescription)}. Immutable; each
 * method returns a changed copy.
 */
public final class ContextDescription {
    private static final Pattern LIMIT = Pattern.compile("(\\d{1,18})\\s*\\.\\.\\s*(\\d{1,18})");

    private final Values values;

    private ContextDescription(Values values) {
        this.values = values;
    }

    /**
     * A context with no workers, nested in the default one, with the policy {@code eager}, which is its fall-back too.
     *
     * @param name unique within the runtime
     * @return the description to start from
     */
    public static ContextDescription named(String name) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("a context needs a name that is not blank");
        }
        Values values = new Values();
        values.name = name;
        return new ContextDescription(values);
    }

    /** {@return its name, unique within the runtime} */
    public String name() {
        return values.name;
    }

    /** {@return the policy, or the scheduling tree, by its name} */
    public String policy() {
        return values.policy;
    }

    /** {@return properties for that policy} */
    public Map<String, String> policyProperties() {
        return values.policyProperties;
    }

    /** {@return the policy that takes over when this one fails or leaves; empty to park the context instead} */
    public Optional<String> fallbackPolicy() {
        return values.fallbackPolicy;
    }

    /** {@return the selection of its workers} */
    public WorkerSelection workers() {
        return values.workers;
    }

    /** {@return whether its workers stay in its parent as well; else they are taken from it until the context ends} */
    public boolean sharesWorkers() {
        return values.sharesWorkers;
    }

    /** {@return the context that it is nested in, by name: its workers are of that one's} */
    public String parent() {
        return values.parent;
    }

    /**
     * {@return the context that takes its workers and its unfinished tasks when it is closed, by name; empty if its
     * workers shall go back to the parent, and closing waits for its tasks}
     */
    public Optional<String> heir() {
        return values.heir;
    }

    /** {@return the range of its tasks' priorities} */
    public PriorityRange priorities() {
        return values.priorities;
    }

    /**
     * {@return the number of tasks left at which submission continues after a wait; see
     * {@link SchedulingContext#limitSubmitted}}
     */
    public long goOnSubmitting() {
        return values.goOnSubmitting;
    }

    /** {@return the greatest number of submitted, unfinished tasks; {@link Long#MAX_VALUE} for no limit} */
    public long mostSubmitted() {
        return values.mostSubmitted;
    }

    /**
     * {@return its rank: a worker that belongs to several contexts looks first into those of greater rank, and shares
     * its time evenly among those of one rank}
     */
    public int rank() {
        return values.rank;
    }

    /**
     * Sets the policy or scheduling tree.
     *
     * @param given its name
     * @param properties for it
     * @return a changed copy
     */
    public ContextDescription withPolicy(String given, Map<String, String> properties) {
        return with(changed -> {
            changed.policy = Objects.requireNonNull(given, "policy");
            changed.policyProperties = Map.copyOf(properties);
        });
    }

    /**
     * Sets the policy or scheduling tree, without properties.
     *
     * @param given its name
     * @return a changed copy
     */
    public ContextDescription withPolicy(String given) {
        return withPolicy(given, Map.of());
    }

    /**
     * Sets the policy that takes over when the one in use fails or leaves.
     *
     * @param given its name, or empty to park the context instead
     * @return a changed copy
     */
    public ContextDescription withFallbackPolicy(Optional<String> given) {
        return with(changed -> changed.fallbackPolicy = Objects.requireNonNull(given, "fallbackPolicy"));
    }

    /**
     * Sets which workers it has, taken from its parent while the context is there.
     *
     * @param selection the selection
     * @return a changed copy
     */
    public ContextDescription withWorkers(WorkerSelection selection) {
        return with(changed -> {
            changed.workers = Objects.requireNonNull(selection, "workers");
            changed.sharesWorkers = false;
        });
    }

    /**
     * Sets which workers it has, which its parent keeps as well.
     *
     * @param selection the selection
     * @return a changed copy
     */
    public ContextDescription sharingWorkers(WorkerSelection selection) {
        return with(changed -> {
            changed.workers = Objects.requireNonNull(selection, "workers");
            changed.sharesWorkers = true;
        });
    }

    /**
     * Nests it in another context.
     *
     * @param context that one's name
     * @return a changed copy
     */
    public ContextDescription within(String context) {
        Objects.requireNonNull(context, "parent");
        if (context.equals(name()) && !context.equals(SchedulingContext.DEFAULT)) {
            throw new IllegalArgumentException(
                    "context '" + context + "' cannot be nested in itself: name another one, such as 'default'");
        }
        return with(changed -> changed.parent = context);
    }

    /**
     * Sets the heir, the context that takes its workers and unfinished tasks when it is closed.
     *
     * @param context the heir's name
     * @return a changed copy
     */
    public ContextDescription withHeir(String context) {
        if (context.equals(name())) {
            throw new IllegalArgumentException(
                    "context '" + context + "' cannot be its own heir: name another one, such as 'default'");
        }
        return with(changed -> changed.heir = Optional.of(context));
    }

    /**
     * Sets the range of its tasks' priorities.
     *
     * @param range the range
     * @return a changed copy
     */
    public ContextDescription withPriorities(PriorityRange range) {
        return with(changed -> changed.priorities = Objects.requireNonNull(range, "priorities"));
    }

    /**
     * Limits the number of submitted, unfinished tasks.
     *
     * @param goOn the number of tasks left at which submission continues
     * @param most the greatest number
     * @return a changed copy
     */
    public ContextDescription withLimit(long goOn, long most) {
        if (goOn < 0 || goOn >= most) {
            throw new IllegalArgumentException("limit of submitted tasks: goes on at " + goOn + ", waits at " + most
                    + ": give two numbers from 0, the first less than the second");
        }
        return with(changed -> {
            changed.goOnSubmitting = goOn;
            changed.mostSubmitted = most;
        });
    }

    /**
     * Limits the number of submitted, unfinished tasks.
     *
     * @param range the number left at which submission continues, and the greatest number, such as {@code 100..1000}
     * @return a changed copy
     * @throws IllegalArgumentException if it is no such range
     */
    public ContextDescription withLimit(String range) {
        Matcher numbers = LIMIT.matcher(range.strip());
        if (!numbers.matches()) {
            throw new IllegalArgumentException("'" + range
                    + "' is no limit of submitted tasks: write GO_ON..MOST, two numbers from 0, such as 100..1000");
        }
        return withLimit(Long.parseLong(numbers.group(1)), Long.parseLong(numbers.group(2)));
    }

    /**
     * Sets its rank among the contexts of a worker.
     *
     * @param given the greater, the earlier workers look into it
     * @return a changed copy
     */
    public ContextDescription withRank(int given) {
        return with(changed -> changed.rank = given);
    }

    /** Whether the other one describes the same. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ContextDescription described && values.all().equals(described.values.all());
    }

    @Override
    public int hashCode() {
        return values.all().hashCode();
    }

    @Override
    public String toString() {
        return "ContextDescription" + values.all();
    }

    private ContextDescription with(Consumer<Values> change) {
        Values changed = values.copy();
        change.accept(changed);
        return new ContextDescription(changed);
    }

    /** All settings of a description, with their defaults. They do not change any more once a description has them. */
    private static final class Values implements Cloneable {
        private String name;
        private String policy = RuntimeConfiguration.DEFAULT_POLICY;
        private Map<String, String> policyProperties = Map.of();
        private Optional<String> fallbackPolicy = Optional.of(RuntimeConfiguration.DEFAULT_POLICY);
        private WorkerSelection workers = WorkerSelection.none();
        private boolean sharesWorkers;
        private String parent = SchedulingContext.DEFAULT;
        private Optional<String> heir = Optional.empty();
        private PriorityRange priorities = PriorityRange.ANY;
        private long goOnSubmitting;
        private long mostSubmitted = Long.MAX_VALUE;
        private int rank;

        private List<Object> all() {
            return List.of(
                    name,
                    policy,
                    policyProperties,
                    fallbackPolicy,
                    workers,
                    sharesWorkers,
                    parent,
                    heir,
                    priorities,
                    goOnSubmitting,
                    mostSubmitted,
                    rank);
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
