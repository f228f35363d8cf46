package org.asterism.shell.gogo.internal.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskOverview.WaitingTask;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Said;
import org.asterism.run.RunRegistry;
import org.asterism.run.RunningApplication;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.NamedRuntime;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:cancel}. */
@Component(service = Command.class, immediate = true)
@GogoCommand(scope = Command.SCOPE, function = "cancel")
public final class CancelCommand extends Command {
    private static final String BY = "asterism:cancel";
    private static final int SUGGESTED_TASKS = 10;

    private final RunRegistry registry;
    private final Runtimes runtimes;

    /**
     * Called by Declarative Services.
     *
     * @param registry with the runs
     * @param runtimes with the contexts and tasks
     */
    @Activate
    public CancelCommand(@Reference RunRegistry registry, @Reference Runtimes runtimes) {
        this.registry = registry;
        this.runtimes = runtimes;
    }

    /**
     * Cancels something.
     *
     * @param what a run's number, a context's name, or a task as other commands show it
     * @return a {@link Said}
     * @throws InterruptedException if the waiting thread is interrupted
     */
    @Descriptor("cancels a run or waiting tasks: those of a context, or one task; kernels that run already end by "
            + "themselves")
    public Answer cancel(
            @Descriptor("the number of a run as asterism:runs shows it, a context, or a task such as gemm#12")
                    String what)
            throws InterruptedException {
        if (what.chars().allMatch(Character::isDigit)) {
            return run(what);
        }
        return what.indexOf('#') >= 0 ? task(what) : context(what);
    }

    private Said run(String typed) throws InterruptedException {
        List<RunningApplication> all = registry.all();
        RunningApplication run = all.stream()
                .filter(each -> typed.equals(Integer.toString(each.number())))
                .findFirst()
                .orElseThrow(() -> new UsageException("there is no run " + typed + " under way; "
                        + (all.isEmpty()
                                ? "no application runs"
                                : (all.size() == 1 ? "there is: " : "there are: ") + join(all))
                        + "; a task is typed with its codelet, such as gemm#" + typed));
        run.cancel(BY);
        run.awaitEnd(RunningApplication.PATIENCE);
        RunningApplication.Progress progress = run.progress();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("run", run.number());
        fields.put("application", run.application());
        fields.put("ended", run.hasEnded());
        fields.put("seconds", run.seconds());
        fields.put("done", progress.done());
        fields.put("failed", progress.failed());
        fields.put("cancelled", progress.cancelled());
        fields.put("running", progress.running());
        return new Said(run.report(), fields);
    }

    private static String join(List<?> all) {
        return all.stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private Said context(String typed) {
        List<Runtimes.Located> named = runtimes.contexts().stream()
                .filter(each -> typed.equals(each.context().name()))
                .toList();
        if (named.size() > 1) {
            throw new UsageException("several runtimes have a context '" + typed + "': say which, "
                    + named.stream().map(Runtimes.Located::label).collect(Collectors.joining(" or ")));
        }
        Runtimes.Located located = runtimes.context(typed);
        SchedulingContext context = located.context();
        long cancelled = context.cancelTasks("the tasks of context '" + context.name() + "' were cancelled by " + BY);
        long running = context.load().running();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("runtime", located.runtime().name());
        fields.put("context", context.name());
        fields.put("cancelled", cancelled);
        fields.put("running", running);
        return new Said(
                String.format(
                        Locale.ROOT,
                        "%s of context %s %s cancelled, %s running",
                        cancelled == 1 ? "1 task" : cancelled + " tasks",
                        located.label(),
                        cancelled == 1 ? "was" : "were",
                        running == 0 ? "none is" : running == 1 ? "1 is still" : running + " are still"),
                fields);
    }

    /** A task and where it is. */
    private record Found(NamedRuntime runtime, Task task) {
        @Override
        public String toString() {
            return runtime.name() + "/" + task;
        }
    }

    private Said task(String typed) {
        String id = typed.substring(typed.lastIndexOf('#') + 1);
        List<Found> found = new ArrayList<>();
        for (NamedRuntime runtime : runtimes.all()) {
            runtime.runtime().unfinishedTasks().stream()
                    .filter(task -> id.equals(Long.toString(task.id())))
                    .map(task -> new Found(runtime, task))
                    .filter(each -> isMeant(typed, each))
                    .forEach(found::add);
        }
        if (found.isEmpty()) {
            throw new UsageException("there is no task '" + typed
                    + "' that has not ended; asterism:tasks lists the oldest that wait, with codelet and id");
        }
        if (found.size() > 1) {
            throw new UsageException("several runtimes have a task '" + typed + "': say which, "
                    + found.stream().map(Found::toString).collect(Collectors.joining(" or ")));
        }
        Found meant = found.getFirst();
        if (!meant.task().cancel()) {
            throw new UsageException("task " + meant.task() + " is "
                    + meant.task().state().name().toLowerCase(Locale.ROOT)
                    + ": only tasks that have not begun can be cancelled");
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("runtime", meant.runtime().name());
        fields.put("context", meant.task().context().name());
        fields.put("task", meant.task().id());
        fields.put("codelet", meant.task().codelet().name());
        return new Said("task " + meant.task() + " was cancelled, and with it the tasks that depend on it", fields);
    }

    /** {@code #12}, {@code gemm#12} and {@code cholesky/gemm#12} mean task 12. */
    private static boolean isMeant(String typed, Found found) {
        String full = found.toString();
        return typed.startsWith("#") || full.equals(typed) || full.endsWith("/" + typed);
    }

    @Override
    protected List<String> usages() {
        return List.of(SCOPE + ":cancel [--json] RUN|CONTEXT|TASK");
    }

    @Override
    protected List<Suggestion> examples() {
        return List.of(
                new Suggestion("cancel 3", "ends run 3, which asterism:runs lists"),
                new Suggestion(
                        "cancel cholesky/default",
                        "calls off all tasks of this context that wait now; those submitted later run"),
                new Suggestion("cancel gemm#1677", "calls off this task and those that depend on it"));
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        if (before.stream().anyMatch(word -> !word.startsWith("-"))) {
            return List.of();
        }
        List<Suggestion> all = new ArrayList<>();
        registry.all()
                .forEach(run -> all.add(new Suggestion(Integer.toString(run.number()), "run of " + run.application())));
        runtimes.contexts()
                .forEach(each -> all.add(new Suggestion(
                        each.label(), "context, " + each.context().policy().orElse("parked"))));
        for (NamedRuntime runtime : runtimes.all()) {
            for (WaitingTask task : runtime.runtime().tasks(SUGGESTED_TASKS).oldestWaiting()) {
                all.add(new Suggestion(
                        task.codelet() + "#" + task.id(), "task of " + runtime.name() + "/" + task.context()));
            }
        }
        return all;
    }
}
