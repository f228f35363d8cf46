package org.asterism.shell.gogo.internal.context;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.asterism.api.ContextDescription;
import org.asterism.api.PriorityRange;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.UnknownPolicyException;
import org.asterism.api.WorkerSelection;
import org.asterism.run.option.PolicyChoice;
import org.asterism.shell.gogo.internal.command.Trees;
import org.asterism.spi.application.UsageException;

/**
 * Options of {@code context create NAME}. An option that was not typed is empty.
 *
 * @param policy {@code POLICY[,key=value...]}
 * @param tree {@code FILE[,key=value...]}, instead of a policy
 * @param fallback a policy, or {@code none}
 * @param workers a selection
 * @param share whether the parent keeps the workers
 * @param parent context in which it is nested
 * @param heir context that takes over workers and unfinished tasks
 * @param priorities {@code LEAST..GREATEST[,refuse]}
 * @param limit {@code GO_ON..MOST}
 * @param rank a whole number
 */
record ContextOptions(
        String policy,
        String tree,
        String fallback,
        String workers,
        boolean share,
        String parent,
        String heir,
        String priorities,
        String limit,
        String rank) {
    static final String NONE = "none";

    /** Whether no option was typed. */
    boolean isEmpty() {
        return !share && (policy + tree + fallback + workers + parent + heir + priorities + limit + rank).isEmpty();
    }

    /** Creates a context with these options. */
    SchedulingContext create(String name, TaskRuntime runtime, Trees trees, Path folder) {
        ContextDescription described = described(name);
        if (tree.isEmpty()) {
            return made(runtime, described);
        }
        if (!policy.isEmpty()) {
            throw new UsageException("option '--tree' does not go together with --policy: the tree is the policy");
        }
        PolicyChoice file = PolicyChoice.parse("tree", tree);
        SchedulingContext[] made = new SchedulingContext[1];
        trees.keep(
                folder.resolve(file.name()).normalize(),
                declared -> made[0] = made(runtime, described.withPolicy(declared, file.properties())));
        return made[0];
    }

    private SchedulingContext made(TaskRuntime runtime, ContextDescription description) {
        try {
            return Refusals.asUsage(() -> runtime.createContext(description));
        } catch (UnknownPolicyException unknown) {
            if (!policy.isEmpty() || !tree.isEmpty()) {
                throw unknown;
            }
            throw new UsageException(
                    "say by --policy POLICY or --tree FILE what shall schedule context '" + description.name()
                            + "': without these it is '" + description.policy() + "', and " + unknown.getMessage());
        }
    }

    private ContextDescription described(String name) {
        ContextDescription described = Refusals.asUsage(() -> ContextDescription.named(name));
        if (!policy.isEmpty()) {
            PolicyChoice choice = PolicyChoice.parse("policy", policy);
            described = described.withPolicy(choice.name(), choice.properties());
        }
        described = with(
                described,
                "fall-back",
                fallback,
                it -> it.withFallbackPolicy(fallback.equals(NONE) ? Optional.empty() : Optional.of(fallback)));
        described = with(described, "workers", workers, it -> {
            WorkerSelection selection = WorkerSelection.parse(workers);
            return share ? it.sharingWorkers(selection) : it.withWorkers(selection);
        });
        if (share && workers.isEmpty()) {
            throw new UsageException("option '--share' says that the parent keeps the workers, but there are none:"
                    + " give --workers SELECTION, too");
        }
        described = with(described, "parent", parent, it -> it.within(parent));
        described = with(described, "heir", heir, it -> it.withHeir(heir));
        described = with(described, "priorities", priorities, it -> it.withPriorities(PriorityRange.parse(priorities)));
        described = with(described, "limit", limit, it -> it.withLimit(limit));
        return with(described, "rank", rank, it -> it.withRank(number(rank)));
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException noNumber) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no whole number; the greater it is, the earlier workers look here", noNumber);
        }
    }

    private static ContextDescription with(
            ContextDescription before, String option, String value, UnaryOperator<ContextDescription> change) {
        if (value.isEmpty()) {
            return before;
        }
        try {
            return change.apply(before);
        } catch (IllegalArgumentException wrong) {
            throw new UsageException("option '--" + option + "': " + wrong.getMessage());
        }
    }
}
