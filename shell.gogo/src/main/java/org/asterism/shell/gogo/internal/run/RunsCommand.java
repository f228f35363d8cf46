package org.asterism.shell.gogo.internal.run;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.Rows;
import org.asterism.run.RunRegistry;
import org.asterism.run.RunningApplication;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:runs}, which lists the runs of applications. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "runs")
public final class RunsCommand extends Command {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    /** Row for a run. */
    record Row(
            int number,
            String application,
            String context,
            String policy,
            RunningApplication run,
            double seconds,
            RunningApplication.Progress tasks) {}

    private final RunRegistry registry;
    private final Runtimes runtimes;

    /**
     * Called by Declarative Services.
     *
     * @param registry registry with the runs
     * @param runtimes runtimes with the names of their contexts
     */
    @Activate
    public RunsCommand(@Reference RunRegistry registry, @Reference Runtimes runtimes) {
        this.registry = registry;
        this.runtimes = runtimes;
    }

    /**
     * Lists the runs.
     *
     * @return one row per run
     */
    @Descriptor("lists the running applications and their progress; 'cancel RUN' ends one")
    public Rows runs() {
        List<RunningApplication> all = registry.all();
        List<Runtimes.Located> contexts = all.isEmpty() ? List.of() : runtimes.contexts();
        Listing<Row> listing = new Listing<>(
                all.stream().map(run -> row(run, contexts)).toList(),
                List.of(
                        new Column<>("run", "run", Row::number),
                        Column.of("application", Row::application),
                        Column.of("context", Row::context),
                        Column.of("policy", Row::policy),
                        new Column<>(
                                "since",
                                "",
                                row -> TIME.format(row.run().since().atZone(ZoneId.systemDefault()))),
                        new Column<>(
                                "",
                                "since",
                                row -> row.run()
                                        .since()
                                        .truncatedTo(ChronoUnit.MILLIS)
                                        .toString()),
                        Column.of("seconds", row -> Math.round(row.seconds() * 10) / 10.0),
                        Column.of("done", row -> row.tasks().done()),
                        Column.of("left", row -> row.tasks().left()),
                        Column.of("running", row -> row.tasks().running()),
                        new Column<>("", "failed", row -> row.tasks().failed()),
                        new Column<>("", "cancelled", row -> row.tasks().cancelled()),
                        Column.of("state", row -> row.run().isCancelled() ? "cancelling" : "running")),
                "no application runs");
        return listing;
    }

    private static Row row(RunningApplication run, List<Runtimes.Located> contexts) {
        Optional<SchedulingContext> context = run.runtime().map(TaskRuntime::defaultContext);
        return new Row(
                run.number(),
                run.application(),
                context.flatMap(its -> contexts.stream()
                                .filter(each -> each.context() == its)
                                .findFirst())
                        .map(Runtimes.Located::label)
                        .orElse(null),
                context.flatMap(SchedulingContext::policy).orElse(null),
                run,
                run.seconds(),
                run.progress());
    }
}
