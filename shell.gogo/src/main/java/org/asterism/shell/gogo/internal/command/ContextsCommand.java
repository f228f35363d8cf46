package org.asterism.shell.gogo.internal.command;

import java.util.List;
import java.util.Locale;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Worker;
import org.asterism.shell.gogo.internal.text.Column;
import org.asterism.shell.gogo.internal.text.Listing;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:contexts}. */
@Component(service = Command.class, immediate = true)
@GogoCommand(scope = Command.SCOPE, function = "contexts")
public final class ContextsCommand extends Command {
    private final Runtimes runtimes;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes whose contexts are shown
     */
    @Activate
    public ContextsCommand(@Reference Runtimes runtimes) {
        this.runtimes = runtimes;
    }

    /** One line of the listing; policy, fall-back and trouble may be null. */
    record Row(
            String runtime,
            String name,
            String state,
            String policy,
            String wantedPolicy,
            String fallbackPolicy,
            List<String> workers,
            long policyChanges,
            String trouble) {

        static Row of(Runtimes.Located located) {
            SchedulingContext context = located.context();
            return new Row(
                    located.runtime().name(),
                    context.name(),
                    context.state().name().toLowerCase(Locale.ROOT),
                    context.policy().orElse(null),
                    context.wantedPolicy(),
                    context.fallbackPolicy().orElse(null),
                    context.workers().stream().map(Worker::name).toList(),
                    context.policyChanges(),
                    context.trouble().orElse(null));
        }
    }

    /**
     * Lists the contexts.
     *
     * @param json whether for machines
     * @return one row per context
     */
    @Descriptor("lists the scheduling contexts: their policies, their workers, and what troubles them")
    public Object contexts(
            @Descriptor("as JSON, on one line")
                    @Parameter(names = "--json", presentValue = "true", absentValue = "false")
                    boolean json) {
        List<Row> rows = runtimes.contexts().stream().map(Row::of).toList();
        boolean several = rows.stream().map(Row::runtime).distinct().count() > 1;
        boolean troubled = rows.stream().anyMatch(row -> row.trouble() != null);
        List<Column<Row>> columns = List.of(
                new Column<>(several ? "runtime" : "", "runtime", Row::runtime),
                Column.of("name", Row::name),
                Column.of("state", Row::state),
                Column.of("policy", Row::policy),
                new Column<>("wanted", "wanted_policy", Row::wantedPolicy),
                new Column<>("fall-back", "fallback_policy", Row::fallbackPolicy),
                new Column<>("changes", "policy_changes", Row::policyChanges),
                Column.of("workers", Row::workers),
                new Column<>(troubled ? "trouble" : "", "trouble", Row::trouble));
        return answer(new Listing<>(rows, columns, "There are no contexts."), json);
    }
}
