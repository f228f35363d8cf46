package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.Rows;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:workers}, which lists the workers. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "workers")
public final class WorkersCommand extends Command {
    private final Runtimes runtimes;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes runtimes whose workers are shown
     */
    @Activate
    public WorkersCommand(@Reference Runtimes runtimes) {
        this.runtimes = runtimes;
    }

    /** Row of the listing. */
    record Row(
            String runtime,
            int id,
            String name,
            String architecture,
            int memoryNode,
            String device,
            String state,
            List<String> flags,
            String drivenBy,
            String thread,
            List<String> contexts,
            long executedTasks,
            Map<String, Object> properties) {}

    /**
     * Lists the workers.
     *
     * @return one row per worker
     */
    @Descriptor("lists the workers: their architectures, states, contexts and numbers of executed tasks")
    public Rows workers() {
        return listing(runtimes.all());
    }

    static Listing<Row> listing(List<NamedRuntime> runtimes) {
        List<Row> rows = new ArrayList<>();
        for (NamedRuntime runtime : runtimes) {
            Map<Integer, List<String>> contexts = contexts(runtime.runtime());
            for (Worker worker : runtime.runtime().workers()) {
                rows.add(new Row(
                        runtime.name(),
                        worker.id(),
                        worker.name(),
                        worker.architecture().name(),
                        worker.memoryNode(),
                        Device.of(worker),
                        worker.state().name().toLowerCase(Locale.ROOT),
                        worker.flags().stream()
                                .map(flag ->
                                        flag.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                                .toList(),
                        worker.isDriven() ? "program" : "runtime",
                        worker.thread().map(Thread::getName).orElse(null),
                        contexts.getOrDefault(worker.id(), List.of()),
                        worker.executedTasks(),
                        worker.properties()));
            }
        }
        boolean anyDriven = rows.stream().anyMatch(row -> row.drivenBy().equals("program"));
        boolean anyDevice = rows.stream().anyMatch(row -> row.device() != null);
        boolean anyFlag = rows.stream().anyMatch(row -> !row.flags().isEmpty());
        List<Column<Row>> columns = List.of(
                new Column<>(runtimes.size() > 1 ? "runtime" : "", "runtime", Row::runtime),
                Column.of("id", Row::id),
                Column.of("name", Row::name),
                new Column<>("arch", "architecture", Row::architecture),
                new Column<>("node", "memory_node", Row::memoryNode),
                new Column<>(anyDevice ? "device" : "", "", Row::device),
                Column.of("state", Row::state),
                new Column<>(anyFlag ? "flags" : "", "flags", Row::flags),
                new Column<>(anyDriven ? "driven by" : "", "driven_by", Row::drivenBy),
                new Column<>(anyDriven ? "thread" : "", "thread", Row::thread),
                Column.of("contexts", Row::contexts),
                new Column<>("tasks", "executed_tasks", Row::executedTasks),
                new Column<>("properties", "", row -> Device.without(row.properties())),
                new Column<>("", "properties", Row::properties));
        return new Listing<>(rows, columns, "There are no workers: no driver has opened a compute unit.");
    }

    /** Returns the contexts of each worker, by worker id. */
    private static Map<Integer, List<String>> contexts(TaskRuntime runtime) {
        Map<Integer, List<String>> contexts = new HashMap<>();
        for (SchedulingContext context : runtime.contexts()) {
            for (Worker worker : context.workers()) {
                contexts.computeIfAbsent(worker.id(), any -> new ArrayList<>(1)).add(context.name());
            }
        }
        return contexts;
    }
}
