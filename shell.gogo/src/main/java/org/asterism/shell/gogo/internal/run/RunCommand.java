package org.asterism.shell.gogo.internal.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Job;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.TaskRuntime;
import org.asterism.run.Applications;
import org.asterism.run.Display;
import org.asterism.run.Failure;
import org.asterism.run.Invocation;
import org.asterism.run.RunRecord;
import org.asterism.run.RunRecords;
import org.asterism.run.Runner;
import org.asterism.run.RunningApplication;
import org.asterism.run.StatusException;
import org.asterism.run.option.CommonOptions;
import org.asterism.run.option.PolicyChoice;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.JlineInterrupts;
import org.asterism.shell.gogo.internal.command.Json;
import org.asterism.shell.gogo.internal.command.MachineNames;
import org.asterism.shell.gogo.internal.command.Option;
import org.asterism.shell.gogo.internal.command.Output;
import org.asterism.shell.gogo.internal.command.PropertySuggestions;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.shell.gogo.internal.command.Terminals;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:run}. */
@Component(service = Command.class, immediate = true)
@GogoCommand(scope = Command.SCOPE, function = "run")
public final class RunCommand extends Command {
    private final Runner runner;
    private final Applications applications;
    private final PolicyNames policies;
    private final Runtimes runtimes;
    private final MachineNames machines;

    /**
     * Called by Declarative Services.
     *
     * @param runner runs applications
     * @param applications the applications
     * @param policies for completion
     * @param runtimes for the policy that is used when none is named
     * @param machines for completion
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
        this.policies = policies;
        this.runtimes = runtimes;
        this.machines = machines;
    }

    /**
     * Runs an application.
     *
     * @param session where the command was typed
     * @param words the application's name and options
     * @return the {@link RunRecord} of one run, a list of those of several, or JSON if asked for
     * @throws Exception if a run fails
     */
    @Descriptor("runs an application in a runtime of its own; 'run --help' and 'run APP --help' tell the options")
    public Object run(
            CommandSession session,
            @Descriptor("APP, as asterism:apps lists them, and its options, such as --policy prio --cpu 2")
                    String[] words)
            throws Exception {
        Job job = Job.Utils.current();
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
                    display(session, job, invocation),
                    records::add);
            Runnable leaveInterrupts = takeInterrupts(session, job, run);
            try {
                run.await();
            } finally {
                leaveInterrupts.run();
                run.reported();
            }
        } catch (Exception failure) {
            if (Output.isInBackground(job) || hasBeenLeft(job)) { // Gogo tells nobody.
                session.getConsole().println(SCOPE + ":run: " + Failure.line(failure));
            }
            throw failure;
        }
        Object answer = answer(records, invocation);
        boolean inBackground = Output.isInBackground(job);
        Optional<RunRecord> wrong =
                records.stream().filter(record -> !record.correct()).findFirst();
        if (inBackground || wrong.isPresent()) {
            // Gogo shows neither the value of a job in the background nor one beside an error.
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
     * Has Ctrl-C cancel the run. The second time Gogo gets it, which returns to the prompt at once.
     *
     * @return leaves Ctrl-C to Gogo again
     */
    private static Runnable takeInterrupts(CommandSession session, Job job, RunningApplication run) {
        if (job == null || !Terminals.isInteractive(session)) {
            return () -> {};
        }
        return new JlineInterrupts(session, () -> job.status() == Job.Status.Foreground && run.cancel("Ctrl-C"))::close;
    }

    /** Whether Gogo has been interrupted, and waits for the job no more. */
    private static boolean hasBeenLeft(Job job) {
        return job != null && job.status() == Job.Status.Done;
    }

    /** What {@code asterism:use} has put in charge of the shared runtime, so that the same shell runs with it. */
    private Optional<PolicyChoice> usualPolicy() {
        return runtimes.sharedIfBegun()
                .map(TaskRuntime::defaultContext)
                .flatMap(context -> context.policy()
                        .map(name -> new PolicyChoice(
                                name,
                                name.equals(context.wantedPolicy()) ? context.wantedPolicyProperties() : Map.of())));
    }

    private static Optional<Display> display(CommandSession session, Job job, Invocation invocation) {
        if (!invocation.drawsProgress() || job == null || !Terminals.isInteractive(session)) {
            return Optional.empty();
        }
        return Optional.of(new Display(
                session.getConsole(), () -> !Output.isInBackground(job) && job.status() == Job.Status.Foreground));
    }

    private static Object answer(List<RunRecord> all, Invocation invocation) {
        List<RunRecord> records =
                all.stream().filter(record -> !record.printed()).toList();
        if (records.isEmpty()) {
            return null;
        }
        if (invocation.json()) {
            return records.stream().map(record -> Json.line(record.json())).collect(Collectors.joining("\n"));
        }
        if (invocation.quiet()) {
            return null;
        }
        return records.size() == 1 ? records.getFirst() : new RunRecords(records);
    }

    @Override
    protected boolean asksForHelp(List<String> words) {
        return false; // The help of the application that is named, if one is.
    }

    @Override
    public List<Option> options() {
        List<Option> all = new ArrayList<>();
        CommonOptions.ALL.forEach(option -> all.add(Option.of(option, Optional.empty())));
        for (Applications.Installed installed : applications.all()) {
            CommonOptions.own(installed.application().options())
                    .forEach(option -> all.add(Option.of(option, Optional.of(installed.name()))));
        }
        return all;
    }

    @Override
    public List<Suggestion> suggest(List<String> before, String begun) {
        String last = before.isEmpty() ? "" : before.getLast();
        boolean namesPolicy = last.equals("--" + CommonOptions.POLICY) || last.equals("--" + CommonOptions.SWAP);
        return namesPolicy && begun.indexOf(',') > 0
                ? PropertySuggestions.within(policies.parameters(begun.substring(0, begun.indexOf(','))), begun)
                : suggest(before);
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        String last = before.isEmpty() ? "" : before.getLast();
        if (last.equals("--" + CommonOptions.POLICY) || last.equals("--" + CommonOptions.SWAP)) {
            return policies.all();
        }
        if (last.equals("--" + CommonOptions.SIM)) {
            return machines.all();
        }
        if (last.equals("--" + CommonOptions.CONTEXT)) {
            return runtimes.suggestedContexts();
        }
        if (Invocation.namesApplication(before)) {
            return List.of();
        }
        return applications.all().stream()
                .map(installed -> new Suggestion(installed.name(), installed.description()))
                .toList();
    }
}
