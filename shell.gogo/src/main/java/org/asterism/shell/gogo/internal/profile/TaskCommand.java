package org.asterism.shell.gogo.internal.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.Task;
import org.asterism.profile.TaskHistory;
import org.asterism.report.text.View;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.NamedRuntime;
import org.asterism.shell.gogo.internal.command.Retained;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.spi.application.UsageException;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:task}. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "task")
public final class TaskCommand extends Command {
    private final Runtimes runtimes;
    private final Retained<Profilers> profilers;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes whose tasks are shown
     * @param bundle finds what remembers tasks
     */
    @Activate
    public TaskCommand(@Reference Runtimes runtimes, BundleContext bundle) {
        this.runtimes = runtimes;
        profilers = new Retained<>(bundle, Profilers.class);
    }

    /**
     * Shows a task.
     *
     * @param name the name of the runtime; empty for the first that has the task
     * @param id the task's number
     * @return a page
     */
    @Descriptor("shows the history of a task: times, predecessors, successors, data, predictions, and who decided")
    public View task(
            @Descriptor("the runtime whose task is meant; the first that has it if this is not given")
                    @Parameter(names = "--runtime", absentValue = "")
                    String name,
            @Descriptor("the task's number or name, such as 12 or gemm#12, as asterism:tasks lists them") String id) {
        long number = number(id);
        List<NamedRuntime> searched = name.isEmpty() ? runtimes.all() : List.of(runtimes.named(name));
        List<String> others = new ArrayList<>();
        for (NamedRuntime runtime : searched) {
            Optional<Task> live = runtime.runtime().unfinishedTasks().stream()
                    .filter(task -> task.id() == number)
                    .findFirst();
            Optional<TaskHistory> history = history(number, profiled -> profiled.runtime() == runtime.runtime());
            if (live.isPresent() || history.isPresent()) {
                String codelet = live.map(task -> task.codelet().name())
                        .orElseGet(() -> history.orElseThrow().codelet());
                if (isMeant(id, runtime.name(), codelet)) {
                    return new TaskFacts(runtime, live, history).page();
                }
                others.add(runtime.name() + "/" + codelet + "#" + number);
            }
        }
        Optional<TaskHistory> ended = history(
                number,
                profiled -> profiled.runtime() == null
                        && (name.isEmpty() || profiled.name().equals(name)));
        if (ended.isPresent()) {
            String runtime = endedRuntime();
            if (isMeant(id, runtime, ended.get().codelet())) {
                return new TaskFacts(null, Optional.empty(), ended).page();
            }
            others.add(runtime + "/" + ended.get().codelet() + "#" + number);
        }
        if (!others.isEmpty()) {
            throw new UsageException(
                    "there is no task '" + id + "': task " + number + " is " + String.join(" or ", others));
        }
        throw new UsageException("there is no unfinished task " + number + " in "
                + searched.stream().map(NamedRuntime::name).collect(Collectors.joining(", "))
                + (profilers.get("profile").isOn()
                        ? ", and it is none of the last finished ones that are remembered"
                        : "; finished ones are remembered while profiling is on: type asterism:stats on"));
    }

    /** {@code 12}, {@code #12}, {@code gemm#12} and {@code cholesky/gemm#12} mean task 12 of cholesky, a gemm. */
    private static boolean isMeant(String typed, String runtime, String codelet) {
        String before = typed.substring(0, Math.max(0, typed.lastIndexOf('#')));
        return before.isEmpty() || before.equals(codelet) || before.equals(runtime + "/" + codelet);
    }

    private String endedRuntime() {
        return profilers.get("profile").all().stream()
                .filter(profiled -> profiled.runtime() == null)
                .map(Profilers.Profiled::name)
                .findFirst()
                .orElse("");
    }

    private Optional<TaskHistory> history(long number, Predicate<Profilers.Profiled> which) {
        return profilers.get("profile").all().stream()
                .filter(which)
                .flatMap(profiled -> profiled.profiler().task(number).stream())
                .findFirst();
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text.substring(text.lastIndexOf('#') + 1)); // also potrf#1
        } catch (NumberFormatException noNumber) {
            throw new UsageException("'" + text + "' is no number of a task; asterism:tasks lists them");
        }
    }

    @Override
    protected List<String> usages() {
        return List.of(SCOPE + ":task [--json] [--watch] [--runtime NAME] ID");
    }
}
