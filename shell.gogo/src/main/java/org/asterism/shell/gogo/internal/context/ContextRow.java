package org.asterism.shell.gogo.internal.context;

import java.util.List;
import java.util.Locale;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextLoad;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Worker;
import org.asterism.shell.gogo.internal.command.Runtimes;

/**
 * Row of the listing of contexts.
 *
 * @param runtime name of its runtime
 * @param name name of the context
 * @param label its name in commands
 * @param state {@code active}, {@code changing}, {@code parked} or {@code closed}; {@code refused} if a configuration
 *     describes it and it could not be created
 * @param policy active policy; null if there is none
 * @param wantedPolicy policy that was requested last
 * @param fallbackPolicy fallback policy; null if there is none
 * @param workers names of its workers
 * @param sharesWorkers whether its workers also stay in its parent
 * @param parent parent; null for the default context
 * @param heir heir; null if there is none
 * @param rank rank among the contexts of a worker
 * @param load number of tasks in each state; null if the context could not be created
 * @param throughput throughput; null if the context could not be created
 * @param policyChanges number of policy replacements
 * @param trouble current problem; null if there is none
 */
record ContextRow(
        String runtime,
        String name,
        String label,
        String state,
        String policy,
        String wantedPolicy,
        String fallbackPolicy,
        List<String> workers,
        boolean sharesWorkers,
        String parent,
        String heir,
        int rank,
        ContextLoad load,
        Throughput throughput,
        long policyChanges,
        String trouble) {
    static ContextRow of(Runtimes.Located located, Looks looks) {
        SchedulingContext context = located.context();
        ContextDescription description = context.description();
        ContextLoad load = context.load();
        String problem = located.runtime().runtime().contextProblems().get(context.name());
        return new ContextRow(
                located.runtime().name(),
                context.name(),
                located.label(),
                context.state().name().toLowerCase(Locale.ROOT),
                context.policy().orElse(null),
                context.wantedPolicy(),
                context.fallbackPolicy().orElse(null),
                context.workers().stream().map(Worker::name).toList(),
                description.sharesWorkers(),
                context.parent().map(SchedulingContext::name).orElse(null),
                description.heir().orElse(null),
                description.rank(),
                load,
                looks.at(context, load),
                context.policyChanges(),
                context.trouble()
                        .map(trouble -> problem == null ? trouble : trouble + "; " + problem)
                        .orElse(problem));
    }

    /** Returns the row of a context that could not be created. */
    static ContextRow refused(String runtime, String name, String label, String problem) {
        return new ContextRow(
                runtime, name, label, "refused", null, null, null, List.of(), false, null, null, 0, null, null, 0,
                problem);
    }

    /** Returns the requested policy if it is not the active one. */
    String missedPolicy() {
        return wantedPolicy == null || wantedPolicy.equals(policy) ? null : wantedPolicy;
    }
}
