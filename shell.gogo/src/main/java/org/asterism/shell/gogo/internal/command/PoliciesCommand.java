package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.PolicyDescription;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.ListingWithMore;
import org.asterism.report.text.Rows;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:policies}, which lists the policies. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "policies")
public final class PoliciesCommand extends Command {
    private final Runtimes runtimes;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes runtimes whose policies are shown
     */
    @Activate
    public PoliciesCommand(@Reference Runtimes runtimes) {
        this.runtimes = runtimes;
    }

    /** Row of the listing. */
    record Row(String name, String description, List<String> parameters, String provider, List<String> usedBy) {}

    /**
     * Lists the policies.
     *
     * @return one row per policy, ordered by name
     */
    @Descriptor("lists the scheduling policies, the contexts that use them, and their parameters")
    public Rows policies() {
        Map<String, PolicyDescription> policies = new TreeMap<>();
        for (NamedRuntime runtime : runtimes.all()) {
            runtime.runtime().policies().forEach(policy -> policies.put(policy.name(), policy));
        }
        List<Runtimes.Located> contexts = runtimes.presentContexts();
        List<Row> rows = new ArrayList<>();
        for (PolicyDescription policy : policies.values()) {
            List<String> users = contexts.stream()
                    .filter(each -> each.context()
                            .policy()
                            .filter(policy.name()::equals)
                            .isPresent())
                    .map(Runtimes.Located::label)
                    .toList();
            rows.add(new Row(policy.name(), policy.description(), policy.parameters(), policy.provider(), users));
        }
        List<Column<Row>> columns = List.of(
                Column.of("name", Row::name),
                Column.of("used_by", Row::usedBy),
                Column.of("description", Row::description),
                new Column<>("", "parameters", Row::parameters),
                Column.of("provider", Row::provider));
        return new ListingWithMore<>(
                new Listing<>(rows, columns, "There are no policies: install a policy's bundle."),
                ParameterListing.of("policy", rows, Row::name, Row::parameters));
    }
}
