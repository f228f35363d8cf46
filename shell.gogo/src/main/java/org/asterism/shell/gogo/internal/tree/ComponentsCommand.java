package org.asterism.shell.gogo.internal.tree;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.tree.Chain;
import org.asterism.api.tree.ComponentDescription;
import org.asterism.api.tree.DeclaredTree;
import org.asterism.api.tree.Level;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.api.tree.Step;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.ListingWithMore;
import org.asterism.report.text.Rows;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.ParameterListing;
import org.asterism.shell.gogo.internal.command.Trees;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:components}, which lists the kinds of scheduling components. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "components")
public final class ComponentsCommand extends Command {
    /** Family of the components at the ends of every tree, which a description need not name. */
    private static final String WORKER = "worker";

    private final Trees trees;

    /**
     * Called by Declarative Services.
     *
     * @param trees trees whose components are shown
     */
    @Activate
    public ComponentsCommand(@Reference Trees trees) {
        this.trees = trees;
    }

    /** Row of the listing. */
    record Row(ComponentDescription component, List<String> trees) {}

    /**
     * Lists the components.
     *
     * @return one row per kind, ordered by name
     */
    @Descriptor("lists the components of trees, their parameters and their bundles")
    public Rows components() {
        SchedulingTrees there = trees.get();
        List<DeclaredTree> declared = there.declared();
        List<Row> rows = there.components().stream()
                .map(component -> new Row(
                        component,
                        declared.stream()
                                .filter(tree -> component.name().equals(WORKER)
                                        || kinds(tree).contains(component.name()))
                                .map(DeclaredTree::name)
                                .toList()))
                .toList();
        List<Column<Row>> columns = List.of(
                Column.of("name", row -> row.component().name()),
                Column.of("family", row -> row.component().family()),
                new Column<>("trees", "", row -> row.trees().size()),
                new Column<>("", "trees", Row::trees),
                Column.of("description", row -> row.component().description()),
                new Column<>("", "parameters", row -> row.component().parameters()),
                Column.of("provider", row -> row.component().provider()));
        Listing<Row> listing =
                new Listing<>(rows, columns, "There are no components: install the bundles that bring them.");
        return new ListingWithMore<>(
                listing,
                ParameterListing.of(
                        "component",
                        rows,
                        row -> row.component().name(),
                        row -> row.component().parameters()));
    }

    private static Set<String> kinds(DeclaredTree tree) {
        Set<String> kinds = new LinkedHashSet<>();
        add(kinds, tree.description().root());
        tree.description().parts().values().forEach(chain -> add(kinds, chain));
        return kinds;
    }

    private static void add(Set<String> kinds, Chain chain) {
        List<Step.Component> components = new ArrayList<>();
        for (Step step : chain.steps()) {
            if (step instanceof Step.Component component) {
                components.add(component);
            } else if (step instanceof Step.Composed composed) {
                components.addAll(composed.parts());
            } else if (step instanceof Step.Each each && each.level() == Level.COMBINED_WORKER) {
                kinds.add(Level.COMBINED_WORKER.toString()); // its ways end there, even if not named
            }
        }
        for (Step.Component component : components) {
            kinds.add(component.kind());
            component.branches().values().forEach(branch -> add(kinds, branch));
        }
    }
}
