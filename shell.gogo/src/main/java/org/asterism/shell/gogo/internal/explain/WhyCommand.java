package org.asterism.shell.gogo.internal.explain;

import java.util.ArrayList;
import java.util.List;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.report.text.View;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.NamedTask;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:why}. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "why")
public final class WhyCommand extends Command {
    private final Runtimes runtimes;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes with the tasks and workers
     */
    @Activate
    public WhyCommand(@Reference Runtimes runtimes) {
        this.runtimes = runtimes;
    }

    /**
     * Explains a task or a worker.
     *
     * @param what a task as other commands show it, or the name of a worker
     * @return an {@link ExplanationView}
     */
    @Descriptor("explains why a task has not ended or why a worker has nothing to do, down to what they wait for")
    public View why(@Descriptor("a task such as gemm#12 or 12, or a worker such as cpu-0") String what) {
        boolean isNumber = !what.isEmpty() && what.chars().allMatch(Character::isDigit);
        if (isNumber || what.indexOf('#') >= 0) {
            NamedTask named = NamedTask.find(runtimes, isNumber ? "#" + what : what);
            return new ExplanationView(
                    named.runtime().name(), named.runtime().runtime().explain(named.task()));
        }
        return WorkerExplanations.of(runtimes, what);
    }

    @Override
    protected List<String> usages() {
        return List.of(SCOPE + ":why [--json] [--watch] TASK|WORKER");
    }

    @Override
    protected List<Suggestion> examples() {
        return List.of(
                new Suggestion("asterism:why gemm#12", "what this task waits for, down to a task that runs"),
                new Suggestion("asterism:why cpu-0", "what this worker does, or why it has nothing to do"));
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        if (before.stream().anyMatch(word -> !word.startsWith("-"))) {
            return List.of();
        }
        List<Suggestion> all = new ArrayList<>(WorkerExplanations.suggested(runtimes));
        all.addAll(NamedTask.suggested(runtimes));
        return all;
    }
}
