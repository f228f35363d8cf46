package org.asterism.api;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a scheduling context shall be like: to be given to {@link Runtime#createContext(ContextDescription)}. Immutable; each method
 * makes a changed copy.
 *
 * @param name unique within the runtime
 * @param policy the policy, or the scheduling tree, by its name
 * @param policyProperties for the policy
 * @param fallbackPolicy takes over when the policy fails or leaves; empty to park the context instead
 * @param workers which workers it has
 * @param sharesWorkers whether its workers stay in its parent as well; else they are taken from it until the context ends
 * @param parent the context that it is nested in, by name: its workers are of that one's
 * @param heir the context that takes its workers and its unfinished tasks when it is closed, by name; empty if its workers shall go back to
 *     the parent, and closing waits for its tasks
 * @param priorities the range of its tasks' priorities
 * @param goOnSubmitting how many tasks may be left when submission goes on after a wait; see {@link
 *     SchedulingContext#limitSubmitted}
 * @param mostSubmitted how many tasks may be submitted and not have ended; {@link Long#MAX_VALUE} for no limit
 * @param rank a worker that belongs to several contexts looks first into those of greater rank, and shares its time evenly among those
 *     of one rank
 */
public record ContextDescription(
        String name,
        String policy,
        Map<String, String> policyProperties,
        Optional<String> fallbackPolicy,
        WorkerSelection workers,
        boolean sharesWorkers,
        String parent,
        Optional<String> heir,
        PriorityRange priorities,
        long goOnSubmitting,
        long mostSubmitted,
        int rank) {
    private static final Pattern LIMIT = Pattern.compile("(\\d{1,18})\\s*\\.\\.\\s*(\\d{1,18})");

    /** Copies the map and checks the words. */
    public ContextDescription {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("a context needs a name that is not blank");
        }
        Objects.requireNonNull(policy, "policy");
        policyProperties = Map.copyOf(policyProperties);
        Objects.requireNonNull(fallbackPolicy, "fallbackPolicy");
        Objects.requireNonNull(workers, "workers");
        Objects.requireNonNull(parent, "parent");
        Objects.requireNonNull(priorities, "priorities");
        if (goOnSubmitting < 0 || goOnSubmitting >= mostSubmitted) {
            throw new IllegalArgumentException("limit of submitted tasks: goes on at " + goOnSubmitting + ", waits at "
                    + mostSubmitted + ": give two numbers from 0, the first less than the second");
        }
        if (heir.filter(name::equals).isPresent()) {
            throw new IllegalArgumentException(
                    "context '" + name + "' cannot be its own heir: name another one, such as 'default'");
        }
        if (parent.equals(name) && !name.equals(SchedulingContext.DEFAULT)) {
            throw new IllegalArgumentException(
                    "context '" + name + "' cannot be nested in itself: name another one, such as 'default'");
        }
    }

    /**
     * A context with no workers, nested in the default one, with the policy {@code eager}, which is its fall-back too.
     *
     * @param name unique within the runtime
     * @return the description to start from
     */
    public static ContextDescription named(String name) {
        return new ContextDescription(
                name,
                RuntimeConfiguration.DEFAULT_POLICY,
                Map.of(),
                Optional.of(RuntimeConfiguration.DEFAULT_POLICY),
                WorkerSelection.none(),
                false,
                SchedulingContext.DEFAULT,
                Optional.empty(),
                PriorityRange.ANY,
                0,
                Long.MAX_VALUE,
                0);
    }

    /**
     * Sets the policy or scheduling tree.
     *
     * @param given its name
     * @param properties for it
     * @return a changed copy
     */
    public ContextDescription withPolicy(String given, Map<String, String> properties) {
        return with(draft -> {
            draft.policy = given;
            draft.policyProperties = properties;
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
        return with(draft -> draft.fallbackPolicy = given);
    }

    /**
     * Sets which workers it has, taken from its parent while the context is there.
     *
     * @param selection which
     * @return a changed copy
     */
    public ContextDescription withWorkers(WorkerSelection selection) {
        return with(draft -> {
            draft.workers = selection;
            draft.sharesWorkers = false;
        });
    }

    /**
     * Sets which workers it has, which its parent keeps as well.
     *
     * @param selection which
     * @return a changed copy
     */
    public ContextDescription sharingWorkers(WorkerSelection selection) {
        return with(draft -> {
            draft.workers = selection;
            draft.sharesWorkers = true;
        });
    }

    /**
     * Nests it in another context.
     *
     * @param context that one's name
     * @return a changed copy
     */
    public ContextDescription within(String context) {
        return with(draft -> draft.parent = context);
    }

    /**
     * Sets who takes its workers and unfinished tasks when it is closed.
     *
     * @param context that one's name
     * @return a changed copy
     */
    public ContextDescription withHeir(String context) {
        return with(draft -> draft.heir = Optional.of(context));
    }

    /**
     * Sets the range of its tasks' priorities.
     *
     * @param range the range
     * @return a changed copy
     */
    public ContextDescription withPriorities(PriorityRange range) {
        return with(draft -> draft.priorities = range);
    }

    /**
     * Limits how many tasks are submitted and have not ended.
     *
     * @param goOn how many may be left when submission goes on
     * @param most how many there may be
     * @return a changed copy
     */
    public ContextDescription withLimit(long goOn, long most) {
        return with(draft -> {
            draft.goOnSubmitting = goOn;
            draft.mostSubmitted = most;
        });
    }

    /**
     * Limits how many tasks are submitted and have not ended.
     *
     * @param range how many may be left when submission goes on, and how many there may be, such as {@code 100..1000}
     * @return a changed copy
     * @throws IllegalArgumentException if it is nothing of the kind
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
        return with(draft -> draft.rank = given);
    }

    /** A copy with changes. */
    private ContextDescription with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new ContextDescription(
                draft.name,
                draft.policy,
                draft.policyProperties,
                draft.fallbackPolicy,
                draft.workers,
                draft.sharesWorkers,
                draft.parent,
                draft.heir,
                draft.priorities,
                draft.goOnSubmitting,
                draft.mostSubmitted,
                draft.rank);
    }

    /** What a changed copy will be like. */
    private static final class Draft {
        private String name;
        private String policy;
        private Map<String, String> policyProperties;
        private Optional<String> fallbackPolicy;
        private WorkerSelection workers;
        private boolean sharesWorkers;
        private String parent;
        private Optional<String> heir;
        private PriorityRange priorities;
        private long goOnSubmitting;
        private long mostSubmitted;
        private int rank;

        Draft(ContextDescription from) {
            name = from.name;
            policy = from.policy;
            policyProperties = from.policyProperties;
            fallbackPolicy = from.fallbackPolicy;
            workers = from.workers;
            sharesWorkers = from.sharesWorkers;
            parent = from.parent;
            heir = from.heir;
            priorities = from.priorities;
            goOnSubmitting = from.goOnSubmitting;
            mostSubmitted = from.mostSubmitted;
            rank = from.rank;
        }
    }
}
