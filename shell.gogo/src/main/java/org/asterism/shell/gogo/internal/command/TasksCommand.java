package org.asterism.shell.gogo.internal.command;

import java.util.List;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.report.text.Rows;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:tasks}, which shows the numbers of tasks and the waiting tasks. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "tasks")
public final class TasksCommand extends Command {
    private static final int MOST = 1_000_000;

    private final Runtimes runtimes;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes runtimes whose tasks are shown
     */
    @Activate
    public TasksCommand(@Reference Runtimes runtimes) {
        this.runtimes = runtimes;
    }

    /**
     * Counts the tasks.
     *
     * @param number how many running and how many waiting tasks to list
     * @param context at most one context, to show only its tasks
     * @return a {@link TaskListing}
     */
    @Descriptor(
            "counts the tasks per state, and lists the oldest that run, and those that wait with what they wait for")
    public Rows tasks(
            @Descriptor("how many running and waiting tasks of each runtime to list; 10 if not given")
                    @Parameter(
                            names = {"-n", "--number"},
                            absentValue = "10")
                    String number,
            @Descriptor("only those of CONTEXT, as asterism:contexts lists them") String[] context) {
        int most = number(number);
        if (context.length > 1) {
            throw new UsageException("'" + context[1] + "' is one word too many; usage: " + usages().getFirst());
        }
        List<TaskListing.Counted> counted = context.length == 1
                ? List.of(counted(runtimes.context(context[0]), most))
                : runtimes.all().stream()
                        .map(each -> new TaskListing.Counted(
                                each.name(), null, each.runtime().tasks(most)))
                        .toList();
        return new TaskListing(counted);
    }

    private static TaskListing.Counted counted(Runtimes.Located located, int most) {
        return new TaskListing.Counted(
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
        return isNumber ? List.of() : runtimes.suggestedContexts();
    }

    private static int number(String text) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 0 && number <= MOST) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            // The message below names the allowed values; the exception would add nothing.
        }
        throw new UsageException("option '-n' is '" + text + "'; allowed are whole numbers from 0 to " + MOST);
    }
}
