package org.asterism.shell.gogo.internal.tree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.ContextState;
import org.asterism.api.SchedulingContext;
import org.asterism.api.tree.DeclaredTree;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.api.tree.TreeView;
import org.asterism.api.tree.WrittenTree;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Fields;
import org.asterism.report.text.NearestNames;
import org.asterism.report.tree.TreePicture;
import org.asterism.report.tree.TreeText;
import org.asterism.run.Failure;
import org.asterism.run.StatusException;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Json;
import org.asterism.shell.gogo.internal.command.NamedRuntime;
import org.asterism.shell.gogo.internal.command.Output;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.shell.gogo.internal.command.Terminals;
import org.asterism.shell.gogo.internal.command.Trees;
import org.asterism.shell.gogo.internal.watch.Watch;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code asterism:tree}. */
@Component(service = Command.class, immediate = true)
@GogoCommand(scope = Command.SCOPE, function = "tree")
public final class TreeCommand extends Command {
    private static final String CHECK = "check";

    private final Runtimes runtimes;
    private final Trees trees;

    /**
     * Called by Declarative Services.
     *
     * @param runtimes whose contexts are shown
     * @param trees by whom descriptions are checked
     */
    @Activate
    public TreeCommand(@Reference Runtimes runtimes, @Reference Trees trees) {
        this.runtimes = runtimes;
        this.trees = trees;
    }

    /**
     * What came of a check without complaints.
     *
     * @param file the description
     * @param workers how many workers it was tried with
     */
    record Sound(String file, int workers) implements Answer {
        @Override
        public String text(int width) {
            return file + " can be used with the " + workers + " workers that are there";
        }

        @Override
        public Map<String, Object> json() {
            return verdict(file, workers, List.of());
        }

        @Override
        public String toString() {
            return text(USUAL_WIDTH);
        }
    }

    private static Map<String, Object> verdict(String file, int workers, List<String> problems) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("file", file);
        fields.put("workers", workers);
        fields.put("problems", problems);
        return fields;
    }

    /**
     * Shows the tree of a context, or checks a description.
     *
     * @param session where the command was typed
     * @param json whether for machines
     * @param watch whether it is shown again and again
     * @param all whether components that are alike are shown one by one
     * @param svg the file that a picture is written to; empty for none
     * @param what {@code CONTEXT}, or {@code check FILE}
     * @return the tree, or what came of the check
     * @throws IOException if the picture cannot be written
     */
    @Descriptor("shows the tree that schedules a context; with 'check FILE', says what is wrong with a"
            + " description of a tree")
    public Object tree(
            CommandSession session,
            @Descriptor("as JSON, on one line")
                    @Parameter(names = "--json", presentValue = "true", absentValue = "false")
                    boolean json,
            @Descriptor("again every second, until a key is pressed")
                    @Parameter(names = "--watch", presentValue = "true", absentValue = "false")
                    boolean watch,
            @Descriptor("each component by itself, rather than those that are alike together")
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
            if (watch || all || !svg.isEmpty()) {
                throw new UsageException("--watch, --all and --svg show the tree of a context, not a description");
            }
            return check(session, what[1], json);
        }
        Runtimes.Located located = located(what);
        if (!svg.isEmpty()) {
            if (watch) {
                throw new UsageException("give either --svg FILE or --watch");
            }
            return answer(draw(session, located, svg, all), json);
        }
        if (watch) {
            view(located); // So that what cannot be shown at all is said at once.
            Watch.in(session)
                    .show(
                            () -> now(located, all, json, session),
                            () -> located.context().state() != ContextState.CLOSED);
            return null;
        }
        return answer(new TreeText(located.runtime().name(), located.label(), view(located), all), json);
    }

    private Runtimes.Located located(String[] what) {
        return what.length == 0 ? runtimes.contexts().getFirst() : runtimes.context(what[0]);
    }

    private TreeView view(Runtimes.Located located) {
        return located.context().tree().orElseThrow(() -> new UsageException(noTree(located)));
    }

    private String noTree(Runtimes.Located located) {
        SchedulingContext context = located.context();
        List<String> usable = trees.ifThere().map(SchedulingTrees::declared).orElse(List.of()).stream()
                .filter(tree -> tree.missing().isEmpty())
                .map(DeclaredTree::name)
                .toList();
        return "context '" + located.label() + "' "
                + context.policy()
                        .map(policy -> "is scheduled by '" + policy + "', which is no tree of components")
                        .orElse("is parked")
                + "; "
                + (usable.isEmpty()
                        ? "there are no trees"
                        : "of trees " + NearestNames.instead("", usable, "asterism:trees"));
    }

    private String now(Runtimes.Located located, boolean all, boolean json, CommandSession session) {
        return located.context()
                .tree()
                .map(tree -> new TreeText(located.runtime().name(), located.label(), tree, all))
                .map(text -> json ? Json.line(text.json()) : text.text(Terminals.width(session)))
                .orElseGet(() -> noTree(located));
    }

    private Fields draw(CommandSession session, Runtimes.Located located, String svg, boolean all) throws IOException {
        if (!svg.endsWith(".svg")) {
            throw new UsageException("option '--svg' is '" + svg + "'; the name must end in .svg");
        }
        Path file = session.currentDir().resolve(svg);
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new UsageException("there is no folder " + folder + " for --svg " + svg);
        }
        TreeView tree = view(located);
        Files.writeString(file, new TreePicture(located.label(), tree, all).draw());
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("context", located.label());
        fields.put("policy", tree.policy());
        fields.put("components", tree.components().size());
        fields.put("file", file.toString());
        return new Fields(fields);
    }

    /** Shows all problems, each in a line, and fails if there are any. */
    private Object check(CommandSession session, String name, boolean json) {
        Path file = session.currentDir().resolve(name);
        WrittenTree written = trees.read(file);
        NamedRuntime runtime = runtimes.all().getFirst();
        int workers = runtime.runtime().workers().size();
        List<String> missing = trees.missing(written);
        List<String> problems =
                missing.isEmpty() ? trees.get().check(written.description(), runtime.runtime()) : missing;
        if (problems.isEmpty()) {
            return answer(new Sound(name, workers), json);
        }
        if (json) {
            Output.of(session).println(Json.line(verdict(name, workers, problems)));
        } else {
            problems.forEach(Output.of(session)::println);
        }
        throw new StatusException(
                Failure.FAILED,
                SCOPE + ":tree: " + name + " cannot be used: " + problems.size()
                        + (problems.size() == 1 ? " problem" : " problems"),
                null);
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
        runtimes.contexts()
                .forEach(each -> suggestions.add(
                        new Suggestion(each.label(), each.context().policy().orElse("parked"))));
        return suggestions;
    }
}
