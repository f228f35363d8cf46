package org.asterism.shell.gogo.internal.command;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.asterism.api.TaskOverview;
import org.asterism.api.TaskOverview.OverdueTask;
import org.asterism.api.TaskOverview.RunningTask;
import org.asterism.api.TaskOverview.WaitingTask;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.Rows;

/**
 * Tasks of all runtimes. As text, it shows tables of counts, running, waiting and overdue tasks. As JSON it is one
 * object per runtime, as CSV the counts, and for scripts a list.
 */
final class TaskListing extends AbstractList<TaskListing.Counted> implements Rows {
    /** Counts of one runtime, or of one of its contexts. The context is null for a whole runtime. */
    record Counted(String runtime, String context, TaskOverview tasks) {}

    /** Task with its runtime. */
    private record Of<T>(String runtime, T task) {}

    private static final List<Column<WaitingTask>> WAITING = List.of(
            Column.of("id", WaitingTask::id),
            Column.of("codelet", WaitingTask::codelet),
            Column.of("context", WaitingTask::context),
            Column.of("state", task -> task.state().name().toLowerCase(Locale.ROOT)),
            Column.of("priority", WaitingTask::priority),
            Column.of("waits_for", WaitingTask::waitsFor));
    private static final List<Column<RunningTask>> RUNNING = List.of(
            Column.of("id", RunningTask::id),
            Column.of("codelet", RunningTask::codelet),
            Column.of("context", RunningTask::context),
            Column.of("state", task -> task.state().name().toLowerCase(Locale.ROOT)),
            Column.of("priority", RunningTask::priority),
            new Column<>("taken by", "worker", RunningTask::worker));
    private static final List<Column<OverdueTask>> OVERDUE = List.of(
            Column.of("id", OverdueTask::id),
            Column.of("codelet", OverdueTask::codelet),
            Column.of("context", OverdueTask::context),
            new Column<>("overdue on", "worker", OverdueTask::worker),
            Column.of("elapsed_ms", task -> task.elapsed().toMillis()),
            Column.of("limit_ms", task -> task.limit().toMillis()));

    private final List<Counted> runtimes;

    TaskListing(List<Counted> runtimes) {
        this.runtimes = List.copyOf(runtimes);
    }

    @Override
    public Counted get(int index) {
        return runtimes.get(index);
    }

    @Override
    public int size() {
        return runtimes.size();
    }

    private Listing<Counted> counts(List<Counted> shown) {
        boolean ofContext = runtimes.getFirst().context() != null;
        List<Column<Counted>> columns = new ArrayList<>();
        columns.add(new Column<>(runtimeTitle(), "runtime", Counted::runtime));
        if (ofContext) {
            columns.add(Column.of("context", Counted::context));
        }
        columns.add(Column.of("submitted", each -> each.tasks().submitted()));
        columns.add(Column.of("blocked", each -> each.tasks().blocked()));
        columns.add(Column.of("ready", each -> each.tasks().ready()));
        columns.add(Column.of("running", each -> each.tasks().running()));
        columns.add(Column.of("done", each -> each.tasks().done()));
        columns.add(Column.of("failed", each -> each.tasks().failed()));
        columns.add(Column.of("cancelled", each -> each.tasks().cancelled()));
        return new Listing<>(shown, columns, "");
    }

    private String runtimeTitle() {
        return runtimes.size() > 1 ? "runtime" : "";
    }

    @Override
    public String text(int width) {
        return counts(runtimes).text(width)
                + below(TaskOverview::oldestRunning, RUNNING, width)
                + below(TaskOverview::oldestWaiting, WAITING, width)
                + below(TaskOverview::overdue, OVERDUE, width);
    }

    /** Returns a table of selected tasks of all runtimes; empty if there are none. */
    private <T> String below(Function<TaskOverview, List<T>> which, List<Column<T>> columns, int width) {
        List<Of<T>> tasks = runtimes.stream()
                .flatMap(each -> which.apply(each.tasks()).stream().map(task -> new Of<>(each.runtime(), task)))
                .toList();
        Stream<Column<Of<T>>> ofTask = columns.stream()
                .map(column -> new Column<>(
                        column.title(), column.field(), of -> column.value().apply(of.task())));
        List<Column<Of<T>>> all = Stream.concat(
                        Stream.of(new Column<Of<T>>(runtimeTitle(), "runtime", Of::runtime)), ofTask)
                .toList();
        return tasks.isEmpty() ? "" : "\n\n" + new Listing<>(tasks, all, "").text(width);
    }

    @Override
    public List<Map<String, Object>> records() {
        return counts(runtimes).records();
    }

    @Override
    public Object json() {
        return runtimes.stream().map(this::json).toList();
    }

    private Map<String, Object> json(Counted counted) {
        Map<String, Object> fields =
                new LinkedHashMap<>(counts(List.of(counted)).records().getFirst());
        fields.put("oldest_running", new Listing<>(counted.tasks().oldestRunning(), RUNNING, "").records());
        fields.put("oldest_waiting", new Listing<>(counted.tasks().oldestWaiting(), WAITING, "").records());
        fields.put("overdue", new Listing<>(counted.tasks().overdue(), OVERDUE, "").records());
        return fields;
    }

    @Override
    public String toString() {
        return text(USUAL_WIDTH);
    }
}
