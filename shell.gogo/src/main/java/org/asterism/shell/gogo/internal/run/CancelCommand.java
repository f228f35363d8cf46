package org.asterism.shell.gogo.internal.run;

import java.util.ArrayList;
import java.util.List;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Said;
import org.asterism.run.RunRegistry;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.NamedTask;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:cancel}, which cancels a run, the tasks of a context, or a task. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "cancel")
public final class CancelCommand extends Command {
    /** Name of the command in the reason of a cancellation. */
    static final String BY = "asterism:cancel";

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
     * Cancels a run, the waiting tasks of a context, or a task.
     *
     * @param what number of a run, name of a context, or name of a task in other commands' output
     * @return a {@link Said}
     * @throws InterruptedException if the waiting thread is interrupted
     */
    @Descriptor("cancels a run or waiting tasks: those of a context, or one task; kernels that run already end by "
            + "themselves")
    public Answer cancel(
            @Descriptor("the number of a run in asterism:runs, a context, or a task such as gemm#12") String what)
            throws InterruptedException {
        if (what.chars().allMatch(Character::isDigit)) {
            return RunCancellation.cancel(registry, what);
        }
        return what.indexOf('#') >= 0
                ? TaskCancellation.cancel(runtimes, what)
                : ContextTasksCancellation.cancel(runtimes, what);
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
        all.addAll(NamedTask.suggested(runtimes));
        return all;
    }
}
