package org.asterism.shell.gogo.internal.context;

import java.util.List;
import java.util.Locale;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextLoad;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Worker;
import org.asterism.shell.gogo.internal.command.Runtimes;

/**
 * A context as the shell shows it.
 *
 * @param runtime the name of its runtime
 * @param name its name
 * @param label what to call it in a command
 * @param state {@code active}, {@code changing}, {@code parked} or {@code closed}; {@code refused} if it is described
 *     by configuration and could not be made
 * @param policy null if there is none in charge
 * @param wantedPolicy what was asked for last
 * @param fallbackPolicy null if there is none
 * @param workers by name
 * @param sharesWorkers whether its workers were to stay in its parent as well
 * @param parent null for the default context
 * @param heir null if there is none
 * @param rank among the contexts of a worker
 * @param load how many tasks are in which state; null if it could not be made
 * @param throughput null if it could not be made
 * @param policyChanges how often the policy was replaced
 * @param trouble null if all is well
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

    /** One that could not be made. */
    static ContextRow refused(String runtime, String name, String label, String problem) {
        return new ContextRow(
                runtime, name, label, "refused", null, null, null, List.of(), false, null, null, 0, null, null, 0,
                problem);
    }

    /** The wanted policy if it is not the one in charge. */
    String missedPolicy() {
        return wantedPolicy == null || wantedPolicy.equals(policy) ? null : wantedPolicy;
    }
}
