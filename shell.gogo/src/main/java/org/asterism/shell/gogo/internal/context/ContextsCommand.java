package org.asterism.shell.gogo.internal.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.ContextLoad;
import org.asterism.api.SchedulingContext;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.ListingWithNotes;
import org.asterism.report.text.Ranges;
import org.asterism.report.text.Rows;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.NamedRuntime;
import org.asterism.shell.gogo.internal.command.Retained;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:contexts}, which lists the contexts. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "contexts")
public final class ContextsCommand extends Command {
    private final Runtimes runtimes;
    private final Retained<SeenLoads> seen;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes runtimes whose contexts are shown
     * @param bundle finds what the sessions saw last
     */
    @Activate
    public ContextsCommand(@Reference Runtimes runtimes, BundleContext bundle) {
        this.runtimes = runtimes;
        seen = new Retained<>(bundle, SeenLoads.class);
    }

    /**
     * Lists the contexts.
     *
     * @param session session of the command
     * @return one {@link ContextRow} per context
     */
    @Descriptor("lists the scheduling contexts: their policies, workers, tasks and problems")
    public Rows contexts(CommandSession session) {
        return listing(seen.get("shell.gogo").of(session));
    }

    private ListingWithNotes<ContextRow> listing(Looks mine) {
        List<Runtimes.Located> located = runtimes.contexts();
        List<ContextRow> rows = new ArrayList<>(
                located.stream().map(each -> ContextRow.of(each, mine)).toList());
        boolean several =
                located.stream().map(Runtimes.Located::runtime).distinct().count() > 1;
        located.stream()
                .map(Runtimes.Located::runtime)
                .distinct()
                .forEach(runtime -> rows.addAll(refused(runtime, several)));
        return new ListingWithNotes<>(
                new Listing<>(rows, columns(rows, several), "There are no contexts."), notes(rows));
    }

    private static List<ContextRow> refused(NamedRuntime runtime, boolean several) {
        Map<String, String> problems = new TreeMap<>(runtime.runtime().contextProblems());
        runtime.runtime().contexts().stream().map(SchedulingContext::name).forEach(problems::remove);
        return problems.entrySet().stream()
                .map(problem -> ContextRow.refused(
                        runtime.name(),
                        problem.getKey(),
                        several ? runtime.name() + "/" + problem.getKey() : problem.getKey(),
                        problem.getValue()))
                .toList();
    }

    private static List<String> notes(List<ContextRow> rows) {
        return rows.stream()
                .filter(row -> row.trouble() != null)
                .map(row -> row.label() + ": " + row.trouble())
                .toList();
    }

    /** Returns the columns. Text omits columns in which all values are empty. */
    private static List<Column<ContextRow>> columns(List<ContextRow> rows, boolean several) {
        boolean nested = rows.stream()
                .anyMatch(row -> row.parent() != null && !row.parent().equals(SchedulingContext.DEFAULT));
        return List.of(
                new Column<>(several ? "runtime" : "", "runtime", ContextRow::runtime),
                Column.of("name", ContextRow::name),
                Column.of("state", ContextRow::state),
                Column.of("policy", ContextRow::policy),
                new Column<>("", "wanted_policy", ContextRow::wantedPolicy),
                new Column<>(title(rows, "wanted", row -> row.missedPolicy() != null), "", ContextRow::missedPolicy),
                new Column<>("", "fallback_policy", ContextRow::fallbackPolicy),
                new Column<>("", "policy_changes", ContextRow::policyChanges),
                new Column<>("", "workers", ContextRow::workers),
                new Column<>("workers", "", row -> Ranges.counted(row.workers())),
                new Column<>("", "shares_workers", ContextRow::sharesWorkers),
                new Column<>(nested ? "parent" : "", "parent", ContextRow::parent),
                new Column<>(title(rows, "heir", row -> row.heir() != null), "heir", ContextRow::heir),
                new Column<>(title(rows, "rank", row -> row.rank() != 0), "rank", ContextRow::rank),
                new Column<>("", "submitted", count(ContextLoad::submitted)),
                Column.of("ready", count(ContextLoad::ready)),
                Column.of("running", count(ContextLoad::running)),
                Column.of("done", count(ContextLoad::done)),
                seldom(rows, "failed", ContextLoad::failed),
                seldom(rows, "cancelled", ContextLoad::cancelled),
                new Column<>("", "tasks_per_second", row -> of(row, Throughput::tasksPerSecond)),
                new Column<>("tasks/s", "", row -> of(row, Throughput::shown)),
                new Column<>("", "seconds", row -> of(row, Throughput::seconds)),
                new Column<>("", "trouble", ContextRow::trouble));
    }

    private static String title(List<ContextRow> rows, String title, Predicate<ContextRow> hasSomething) {
        return rows.stream().anyMatch(hasSomething) ? title : "";
    }

    private static Column<ContextRow> seldom(List<ContextRow> rows, String field, ToLongFunction<ContextLoad> count) {
        return new Column<>(
                title(rows, field, row -> row.load() != null && count.applyAsLong(row.load()) > 0),
                field,
                count(count));
    }

    private static Function<ContextRow, Object> count(ToLongFunction<ContextLoad> count) {
        return row -> row.load() == null ? null : count.applyAsLong(row.load());
    }

    private static Object of(ContextRow row, Function<Throughput, ?> figure) {
        return row.throughput() == null ? null : figure.apply(row.throughput());
    }
}
