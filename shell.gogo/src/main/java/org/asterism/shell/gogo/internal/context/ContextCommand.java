package org.asterism.shell.gogo.internal.context;

import java.util.Arrays;
import java.util.List;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.report.text.Answer;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.shell.gogo.internal.command.Trees;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:context}, which creates, shows, changes and closes contexts. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "context")
public final class ContextCommand extends Command {
    private final ContextActions actions;
    private final ContextSuggestions suggestions;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes runtimes whose contexts are changed
     * @param trees declares a tree from a file
     */
    @Activate
    public ContextCommand(@Reference Runtimes runtimes, @Reference Trees trees) {
        actions = new ContextActions(runtimes, trees);
        suggestions = new ContextSuggestions(runtimes);
    }

    /**
     * Creates, shows, changes or closes a context.
     *
     * @param session session of the command
     * @param policy see {@link ContextOptions}, also for the following options
     * @param tree a file
     * @param fallback a policy
     * @param workers a selection
     * @param share whether the parent keeps them
     * @param parent a context
     * @param heir a context
     * @param priorities a range
     * @param limit two numbers
     * @param rank a number
     * @param what the verb, the context's name, and for {@code add} and {@code remove} a selection of workers
     * @return report of the change, or the state of the context
     */
    @Descriptor(
            "manages scheduling contexts: makes one, shows all of it, gives it workers or takes them away, or closes "
                    + "it")
    public Answer context(
            CommandSession session,
            @Descriptor("create: its policy, as POLICY or POLICY,key=value,...; eager if not given")
                    @Parameter(names = "--policy", absentValue = "")
                    String policy,
            @Descriptor("create: a file with the description of a tree of components, instead of --policy")
                    @Parameter(names = "--tree", absentValue = "")
                    String tree,
            @Descriptor("create: the policy that takes over when that one leaves, or none; eager if not given")
                    @Parameter(names = "--fall-back", absentValue = "")
                    String fallback,
            @Descriptor("create: its workers: all, none, names such as cpu-0,cpu-1 or cpu-0..3, a filter such as "
                            + "'(arch=cpu)', or a"
                            + " share such as '1/2 of package:0'; none if not given")
                    @Parameter(names = "--workers", absentValue = "")
                    String workers,
            @Descriptor("create: its parent keeps these workers, too")
                    @Parameter(names = "--share", presentValue = "true", absentValue = "false")
                    boolean share,
            @Descriptor("create: the context that its workers come from; default if not given")
                    @Parameter(names = "--parent", absentValue = "")
                    String parent,
            @Descriptor("create: the context that takes its workers and unfinished tasks when it is closed")
                    @Parameter(names = "--heir", absentValue = "")
                    String heir,
            @Descriptor("create: LEAST..GREATEST priority of its tasks; others are clamped, or with ,refuse behind it"
                            + " refused")
                    @Parameter(names = "--priorities", absentValue = "")
                    String priorities,
            @Descriptor("create: GO_ON..MOST submitted tasks: at MOST submission waits until GO_ON are left")
                    @Parameter(names = "--limit", absentValue = "")
                    String limit,
            @Descriptor("create: workers of several contexts look into those of greater rank first; 0 if not given")
                    @Parameter(names = "--rank", absentValue = "")
                    String rank,
            @Descriptor("create NAME, show CONTEXT, add CONTEXT WORKERS, remove CONTEXT WORKERS, or close CONTEXT")
                    String[] what) {
        ContextOptions options =
                new ContextOptions(policy, tree, fallback, workers, share, parent, heir, priorities, limit, rank);
        return actions.answer(session, options, List.of(what));
    }

    @Override
    protected List<String> usages() {
        return ContextActions.usages();
    }

    @Override
    protected List<Suggestion> examples() {
        return Arrays.asList(
                new Suggestion(
                        "asterism:context create urgent --policy prio --workers cpu-0,cpu-1",
                        "two workers leave the default context for tasks that shall not wait for others"),
                new Suggestion(
                        "asterism:context create night --workers all --share --rank -1 --heir default",
                        "all workers run its tasks while the default context has none; when it is closed, the rest "
                                + "goes there"),
                new Suggestion(
                        "asterism:context add urgent '(memory-node=1)'", "those that work in memory node 1, too"),
                new Suggestion("asterism:context close urgent", "waits for its tasks, and gives its workers back"));
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        return suggest(before, "");
    }

    @Override
    public List<Suggestion> suggest(List<String> before, String begun) {
        return suggestions.after(before, begun, options());
    }
}
