package org.asterism.shell.gogo.internal.tree;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.ContextState;
import org.asterism.report.text.Answer;
import org.asterism.report.tree.TreeText;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Form;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.shell.gogo.internal.command.Trees;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:tree}, which shows the tree of a context or checks a description. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "tree")
public final class TreeCommand extends Command {
    private static final String CHECK = "check";
    private static final String NOT_A_DESCRIPTION =
            "--watch, --all and --svg show the tree of a context, not a description";

    private final Runtimes runtimes;
    private final Trees trees;
    private final ShownTree shown;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes runtimes whose contexts are shown
     * @param trees service that checks descriptions
     */
    @Activate
    public TreeCommand(@Reference Runtimes runtimes, @Reference Trees trees) {
        this.runtimes = runtimes;
        this.trees = trees;
        shown = new ShownTree(runtimes, trees);
    }

    /**
     * Shows the tree of a context, or checks a description.
     *
     * @param session session of the command
     * @param all whether equal components are shown separately
     * @param svg file for a picture; empty for none
     * @param what {@code CONTEXT}, or {@code check FILE}
     * @return the tree, or the result of the check
     * @throws IOException if the picture cannot be written
     */
    @Descriptor("shows the tree that schedules a context; with 'check FILE', says what is wrong with a"
            + " description of a tree")
    public Answer tree(
            CommandSession session,
            @Descriptor("show each component separately, rather than equal ones together")
                    @Parameter(names = "--all", presentValue = "true", absentValue = "false")
                    boolean all,
            @Descriptor("draw the tree, as SVG; the name ends in .svg") @Parameter(names = "--svg", absentValue = "")
                    String svg,
            @Descriptor("CONTEXT, as asterism:contexts lists them, or check FILE") String[] what)
            throws IOException {
        boolean checks = what.length > 0 && what[0].equals(CHECK);
        if (what.length > (checks ? 2 : 1) || checks && what.length < 2) {
            throw new UsageException("give CONTEXT, or check FILE");
        }
        if (checks) {
            if (all || !svg.isEmpty()) {
                throw new UsageException(NOT_A_DESCRIPTION);
            }
            return TreeCheck.check(runtimes, trees, session, what[1]);
        }
        Runtimes.Located located = shown.located(what);
        if (!svg.isEmpty()) {
            return shown.draw(session, located, svg, all);
        }
        return new TreeText(located.runtime().name(), located.label(), shown.view(located), all);
    }

    @Override
    protected Set<Form> forms() {
        return EnumSet.of(Form.JSON, Form.WATCH);
    }

    @Override
    protected Optional<String> watchRefusal(List<String> words) {
        if (words.contains(CHECK)) {
            return Optional.of(NOT_A_DESCRIPTION);
        }
        return words.stream().anyMatch(word -> word.startsWith("--svg"))
                ? Optional.of("give either --svg FILE or --watch")
                : Optional.empty();
    }

    /** Whether the context still exists, with any policy. */
    @Override
    protected boolean isThereStill(List<String> words) {
        List<String> names =
                words.stream().filter(word -> !word.startsWith("-")).toList();
        return names.isEmpty()
                || runtimes.contexts().stream()
                        .anyMatch(each -> each.context().state() != ContextState.CLOSED
                                && (names.getFirst().equals(each.context().name())
                                        || names.getFirst()
                                                .equals(each.runtime().name() + "/"
                                                        + each.context().name())));
    }

    @Override
    protected List<String> usages() {
        return List.of(
                "asterism:tree [CONTEXT] [--all] [--watch]",
                "asterism:tree [CONTEXT] --svg FILE [--all]",
                "asterism:tree check FILE");
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        if (before.stream().anyMatch(word -> !word.startsWith("-"))) {
            return List.of();
        }
        List<Suggestion> suggestions = new ArrayList<>();
        suggestions.add(new Suggestion(CHECK, "says what is wrong with the description in a file"));
        suggestions.addAll(runtimes.suggestedContexts());
        return suggestions;
    }
}
