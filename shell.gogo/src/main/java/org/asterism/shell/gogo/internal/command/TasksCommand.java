package org.asterism.shell.gogo.internal.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.TaskOverview;
import org.asterism.api.TaskOverview.OverdueTask;
import org.asterism.api.TaskOverview.WaitingTask;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.Rows;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:tasks}. */
@Component(service = Command.class, immediate = true)
@GogoCommand(scope = Command.SCOPE, function = "tasks")
public final class TasksCommand extends Command {
    private static final int MOST = 1_000_000;

    private final Runtimes runtimes;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes whose tasks are shown
     */
    @Activate
    public TasksCommand(@Reference Runtimes runtimes) {
        this.runtimes = runtimes;
    }

    /** The tasks of one runtime, or of one context of it; else the context is null. */
    record Counted(String runtime, String context, TaskOverview tasks) {}

    private record Waiting(String runtime, WaitingTask task) {}

    private record Overdue(String runtime, OverdueTask task) {}

    /** The tasks of all runtimes, for scripts a list of them: a table each of counts, waiting and overdue tasks for people. */
    record Report(List<Counted> runtimes) implements Rows {
        @Override
        public String text(int width) {
            String runtime = runtimes.size() > 1 ? "runtime" : "";
            String counts = new Listing<Counted>(
                            runtimes,
                            List.of(
                                    new Column<>(runtime, "runtime", Counted::runtime),
                                    new Column<>(isOfContext() ? "context" : "", "context", Counted::context),
                                    Column.of("submitted", each -> each.tasks().submitted()),
                                    Column.of("blocked", each -> each.tasks().blocked()),
                                    Column.of("ready", each -> each.tasks().ready()),
                                    Column.of("running", each -> each.tasks().running()),
                                    Column.of("done", each -> each.tasks().done()),
                                    Column.of("failed", each -> each.tasks().failed()),
                                    Column.of("cancelled", each -> each.tasks().cancelled())),
                            "")
                    .text(width);
            return counts + waitingText(runtime, width) + overdueText(runtime, width);
        }

        private boolean isOfContext() {
            return runtimes.getFirst().context() != null;
        }

        private String waitingText(String runtime, int width) {
            List<Waiting> waiting = new ArrayList<>();
            for (Counted each : runtimes) {
                each.tasks().oldestWaiting().forEach(task -> waiting.add(new Waiting(each.runtime(), task)));
            }
            if (waiting.isEmpty()) {
                return "";
            }
            return "\n\n"
                    + new Listing<Waiting>(
                                    waiting,
                                    List.of(
                                            new Column<>(runtime, "runtime", Waiting::runtime),
                                            Column.of("id", each -> each.task().id()),
                                            Column.of(
                                                    "codelet",
                                                    each -> each.task().codelet()),
                                            Column.of(
                                                    "context",
                                                    each -> each.task().context()),
                                            Column.of("state", each -> state(each.task())),
                                            Column.of(
                                                    "priority",
                                                    each -> each.task().priority()),
                                            Column.of(
                                                    "waits_for",
                                                    each -> each.task().waitsFor())),
                                    "")
                            .text(width);
        }

        private String overdueText(String runtime, int width) {
            List<Overdue> overdue = new ArrayList<>();
            for (Counted each : runtimes) {
                each.tasks().overdue().forEach(task -> overdue.add(new Overdue(each.runtime(), task)));
            }
            if (overdue.isEmpty()) {
                return "";
            }
            return "\n\n"
                    + new Listing<Overdue>(
                                    overdue,
                                    List.of(
                                            new Column<>(runtime, "runtime", Overdue::runtime),
                                            Column.of("id", each -> each.task().id()),
                                            Column.of(
                                                    "codelet",
                                                    each -> each.task().codelet()),
                                            Column.of(
                                                    "context",
                                                    each -> each.task().context()),
                                            Column.of(
                                                    "overdue_on",
                                                    each -> each.task().worker()),
                                            Column.of(
                                                    "elapsed_ms",
                                                    each -> each.task()
                                                            .elapsed()
                                                            .toMillis()),
                                            Column.of(
                                                    "limit_ms",
                                                    each -> each.task().limit().toMillis())),
                                    "")
                            .text(width);
        }

        @Override
        public List<Map<String, Object>> records() {
            return runtimes.stream().map(Report::json).toList();
        }

        private static Map<String, Object> json(Counted counted) {
            TaskOverview tasks = counted.tasks();
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("runtime", counted.runtime());
            if (counted.context() != null) {
                fields.put("context", counted.context());
            }
            fields.put("submitted", tasks.submitted());
            fields.put("blocked", tasks.blocked());
            fields.put("ready", tasks.ready());
            fields.put("running", tasks.running());
            fields.put("done", tasks.done());
            fields.put("failed", tasks.failed());
            fields.put("cancelled", tasks.cancelled());
            fields.put(
                    "oldest_waiting",
                    tasks.oldestWaiting().stream().map(Report::waiting).toList());
            fields.put("overdue", tasks.overdue().stream().map(Report::overdue).toList());
            return fields;
        }

        private static Map<String, Object> waiting(WaitingTask task) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("id", task.id());
            fields.put("codelet", task.codelet());
            fields.put("context", task.context());
            fields.put("state", state(task));
            fields.put("priority", task.priority());
            fields.put("waits_for", task.waitsFor());
            return fields;
        }

        private static Map<String, Object> overdue(OverdueTask task) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("id", task.id());
            fields.put("codelet", task.codelet());
            fields.put("context", task.context());
            fields.put("worker", task.worker());
            fields.put("elapsed_ms", task.elapsed().toMillis());
            fields.put("limit_ms", task.limit().toMillis());
            return fields;
        }

        private static String state(WaitingTask task) {
            return task.state().name().toLowerCase(Locale.ROOT);
        }

        @Override
        public String toString() {
            return text(USUAL_WIDTH);
        }
    }

    /**
     * Counts the tasks.
     *
     * @param number how many waiting tasks to list
     * @param context one at most, whose tasks alone are meant
     * @return a {@link Report}
     */
    @Descriptor("counts the tasks per state, and lists the oldest that wait and what they wait for")
    public Rows tasks(
            @Descriptor("how many waiting tasks of each runtime to list; 10 if not given")
                    @Parameter(
                            names = {"-n", "--number"},
                            absentValue = "10")
                    String number,
            @Descriptor("only those of CONTEXT, as asterism:contexts lists them") String[] context) {
        int most = number(number);
        if (context.length > 1) {
            throw new UsageException("'" + context[1] + "' is one word too many; usage: " + usages().getFirst());
        }
        List<Counted> counted = context.length == 1
                ? List.of(counted(runtimes.context(context[0]), most))
                : runtimes.all().stream()
                        .map(each ->
                                new Counted(each.name(), null, each.runtime().tasks(most)))
                        .toList();
        return new Report(counted);
    }

    private static Counted counted(Runtimes.Located located, int most) {
        return new Counted(
                located.runtime().name(),
                located.context().name(),
                located.runtime().runtime().tasks(located.context(), most));
    }

    @Override
    protected List<String> usages() {
        return List.of(SCOPE + ":tasks [--json] [-n N] [CONTEXT]");
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        boolean isNumber = !before.isEmpty() && List.of("-n", "--number").contains(before.getLast());
        return isNumber
                ? List.of()
                : runtimes.contexts().stream()
                        .map(each -> new Suggestion(
                                each.label(), each.context().policy().orElse("parked")))
                        .toList();
    }

    private static int number(String text) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 0 && number <= MOST) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            // The message below says what is allowed, which is all that this exception could tell.
        }
        throw new UsageException("option '-n' is '" + text + "'; allowed are whole numbers from 0 to " + MOST);
    }
}
