package org.asterism.shell.gogo.internal.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.TaskRuntime;
import org.asterism.run.Applications;
import org.asterism.run.Failure;
import org.asterism.run.Invocation;
import org.asterism.run.RunRecord;
import org.asterism.run.Runner;
import org.asterism.run.RunningApplication;
import org.asterism.run.StatusException;
import org.asterism.run.option.PolicyChoice;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.MachineNames;
import org.asterism.shell.gogo.internal.command.Option;
import org.asterism.shell.gogo.internal.command.Output;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.shell.gogo.internal.command.Terminals;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:run}, which runs an application. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "run")
public final class RunCommand extends Command {
    private final Runner runner;
    private final Applications applications;
    private final Runtimes runtimes;
    private final RunSuggestions suggestions;

    /**
     * Called by Declarative Services.
     *
     * @param runner runs applications
     * @param applications the applications
     * @param policies policies, for completion
     * @param runtimes runtimes with the default policy
     * @param machines machines, for completion
     */
    @Activate
    public RunCommand(
            @Reference Runner runner,
            @Reference Applications applications,
            @Reference PolicyNames policies,
            @Reference Runtimes runtimes,
            @Reference MachineNames machines) {
        this.runner = runner;
        this.applications = applications;
        this.runtimes = runtimes;
        suggestions = new RunSuggestions(applications, policies, runtimes, machines);
    }

    /**
     * Runs an application.
     *
     * @param session session of the command
     * @param words name of the application, and options
     * @return the {@link RunRecord} of a run, a list for several runs, or JSON on request
     * @throws Exception if a run fails
     */
    @Descriptor("runs an application in a runtime of its own; 'run --help' and 'run APP --help' tell the options")
    public Object run(
            CommandSession session,
            @Descriptor("APP, as asterism:apps lists them, and its options, such as --policy prio --cpu 2")
                    String[] words)
            throws Exception {
        RunJob job = RunJob.current(session);
        Invocation invocation;
        List<RunRecord> records = new ArrayList<>();
        try {
            invocation = Invocation.parse(applications, List.of(words), Duration.ZERO);
            if (invocation.help().isPresent()) {
                return invocation.help().get().apply(Math.min(Invocation.USUAL_COLUMNS, Terminals.width(session)));
            }
            RunningApplication run = runner.start(
                    invocation,
                    usualPolicy(),
                    session.currentDir(),
                    Output.of(session),
                    job.display(invocation),
                    records::add);
            Runnable leaveInterrupts = job.takeInterrupts(run);
            try {
                run.await();
            } finally {
                leaveInterrupts.run();
                run.reported();
            }
        } catch (Exception failure) {
            job.report(failure);
            throw failure;
        }
        Object answer = RunAnswer.of(records, invocation);
        Optional<RunRecord> wrong =
                records.stream().filter(record -> !record.correct()).findFirst();
        if (job.isInBackground() || wrong.isPresent()) {
            // Gogo shows neither the value of a background job nor a value next to an error.
            Output.show(session, answer);
            answer = null;
        }
        if (wrong.isPresent()) {
            throw new StatusException(
                    Failure.FAILED,
                    SCOPE + ":run: the result of '" + wrong.get().app() + "' is wrong",
                    null);
        }
        return answer;
    }

    /**
     * Returns the active policy of the shared runtime, which {@code asterism:use} sets, so that runs from this shell
     * use it too.
     */
    private Optional<PolicyChoice> usualPolicy() {
        return runtimes.sharedIfBegun()
                .map(TaskRuntime::defaultContext)
                .flatMap(context -> context.policy()
                        .map(name -> new PolicyChoice(
                                name,
                                name.equals(context.wantedPolicy()) ? context.wantedPolicyProperties() : Map.of())));
    }

    @Override
    protected boolean asksForHelp(List<String> words) {
        return false; // If an application is named, its own help is shown.
    }

    @Override
    public List<Option> options() {
        return suggestions.options();
    }

    @Override
    public List<Suggestion> suggest(List<String> before, String begun) {
        return suggestions.after(before, begun);
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        return suggestions.after(before, "");
    }
}
