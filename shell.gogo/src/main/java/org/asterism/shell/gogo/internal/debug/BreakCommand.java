package org.asterism.shell.gogo.internal.debug;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.debug.Breakpoint;
import org.asterism.debug.Breakpoints;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Said;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Retained;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.spi.application.UsageException;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:break}. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "break")
public final class BreakCommand extends Command {
    private final Breakpoints breakpoints;
    private final Runtimes runtimes;
    private final Retained<StopReports> reports;

    /**
     * Called by Declarative Services.
     *
     * @param breakpoints where they are set
     * @param runtimes with the tasks
     * @param bundle finds what prints a line when a task is stopped
     */
    @Activate
    public BreakCommand(@Reference Breakpoints breakpoints, @Reference Runtimes runtimes, BundleContext bundle) {
        this.breakpoints = breakpoints;
        this.runtimes = runtimes;
        reports = new Retained<>(bundle, StopReports.class);
    }

    /**
     * Sets, lists or deletes breakpoints.
     *
     * @param session where stops are reported from now on
     * @param all whether the whole runtime stops
     * @param delete the number of a breakpoint; empty to delete none
     * @param deleteAll whether all are deleted
     * @param words the point, the tasks and the condition; empty to list the breakpoints
     * @return a {@link Said} or a {@link BreakListing}
     */
    @Descriptor("stops tasks at a point: push, sched, pop or exec; 'continue' and 'step' let them go on")
    public Answer break_(
            CommandSession session,
            @Descriptor("no worker of the runtime takes a task while one is stopped")
                    @Parameter(names = "--all", presentValue = "true", absentValue = "false")
                    boolean all,
            @Descriptor("deletes a breakpoint, as asterism:breaks lists them")
                    @Parameter(names = "--delete", absentValue = "")
                    String delete,
            @Descriptor("deletes all breakpoints; stopped tasks stay stopped")
                    @Parameter(names = "--delete-all", presentValue = "true", absentValue = "false")
                    boolean deleteAll,
            @Descriptor("POINT, TASK or codelet=NAME or data=NAME, and perhaps: if CONDITION") String[] words) {
        boolean deletes = deleteAll || !delete.isEmpty();
        if (deletes && (words.length > 0 || all || deleteAll && !delete.isEmpty())) {
            throw new UsageException("give --delete or --delete-all alone; usage: " + usages().get(1));
        }
        if (deletes) {
            return deleteAll ? deleteAll() : delete(delete);
        }
        if (words.length == 0) {
            return new BreakListing(breakpoints.all(), breakpoints.stops());
        }
        BreakWords read = BreakWords.of(List.of(words), runtimes);
        Breakpoint set = read.set(breakpoints, all);
        reports.get("debug").showIn(session);
        return said("breakpoint " + set.number() + ": " + set + read.note(runtimes), set.number());
    }

    private Said deleteAll() {
        List<Breakpoint> present = breakpoints.all();
        present.forEach(each -> breakpoints.delete(each.number()));
        return said(
                present.size() == 1 ? "1 breakpoint was deleted" : present.size() + " breakpoints were deleted",
                present.stream().map(Breakpoint::number).toArray(Integer[]::new));
    }

    private Said delete(String typed) {
        int number = Numbers.of(
                typed,
                "breakpoint",
                breakpoints.all().stream().map(Breakpoint::number).toList());
        breakpoints.delete(number);
        return said("breakpoint " + number + " was deleted", number);
    }

    private static Said said(String sentence, Integer... numbers) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("breakpoints", List.of(numbers));
        return new Said(sentence, fields);
    }

    @Override
    protected List<String> usages() {
        return List.of(
                SCOPE + ":break [--json] push|sched|pop|exec TASK|codelet=NAME|data=NAME [if CONDITION] [--all]",
                SCOPE + ":break --delete N|--delete-all");
    }

    @Override
    protected List<Suggestion> examples() {
        return List.of(
                new Suggestion("break exec codelet=potrf", "stops the worker of each task of potrf before its kernel"),
                new Suggestion("break push 'data=A(1,1)'", "a name with brackets needs quotes"),
                new Suggestion("break pop gemm#12 --all", "stops task 12 and everybody else when a worker takes it"),
                new Suggestion(
                        "break push codelet=gemm if 'priority > 5 and id < 100'",
                        "compares " + String.join(", ", org.asterism.debug.Condition.attributes())));
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        return BreakSuggestions.after(before, breakpoints, runtimes);
    }
}
