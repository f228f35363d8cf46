package org.asterism.shell.gogo.internal.tree;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.asterism.api.tree.DeclaredTree;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.report.text.Answer;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;
import org.asterism.report.text.NearestNames;
import org.asterism.shell.gogo.internal.command.Command;
import org.asterism.shell.gogo.internal.command.Form;
import org.asterism.shell.gogo.internal.command.Suggestion;
import org.asterism.shell.gogo.internal.command.Trees;
import org.asterism.spi.application.UsageException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;

/** Command {@code asterism:trees}, which lists the declared trees or prints one of them. */
@Component(service = Command.class, configurationPolicy = ConfigurationPolicy.IGNORE)
@GogoCommand(scope = Command.SCOPE, function = "trees")
public final class TreesCommand extends Command {
    private final Trees trees;

    /**
     * Called by Declarative Services.
     *
     * @param trees trees to show
     */
    @Activate
    public TreesCommand(@Reference Trees trees) {
        this.trees = trees;
    }

    /**
     * Text of one tree, which users can write to a file and change.
     *
     * @param tree the tree
     * @param description description of the tree as text
     */
    record Written(DeclaredTree tree, String description) implements Answer {
        @Override
        public String text(int width) {
            return description;
        }

        @Override
        public Map<String, Object> json() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("name", tree.name());
            fields.put("source", tree.source());
            fields.put("missing", tree.missing());
            fields.put("summary", tree.summary());
            fields.put("description", description);
            return fields;
        }

        @Override
        public String toString() {
            return text(USUAL_WIDTH);
        }
    }

    /**
     * Lists the trees.
     *
     * @param name nothing, or the name of a tree
     * @return one row per tree, ordered by name
     */
    @Descriptor("lists the declared trees of components, and which components they miss; with a NAME, how that"
            + " one is built")
    public Answer trees(@Descriptor("nothing, or NAME") String[] name) {
        SchedulingTrees there = trees.get();
        List<DeclaredTree> declared = there.declared();
        if (name.length > 1) {
            throw new UsageException("give nothing or NAME; asterism:trees lists the names");
        }
        if (name.length == 1) {
            DeclaredTree found = declared.stream()
                    .filter(tree -> tree.name().equals(name[0]))
                    .findFirst()
                    .orElseThrow(() -> new UsageException("there is no tree '" + name[0] + "'; "
                            + (declared.isEmpty()
                                    ? "there are none"
                                    : NearestNames.instead(
                                            name[0],
                                            declared.stream()
                                                    .map(DeclaredTree::name)
                                                    .toList(),
                                            "asterism:trees"))));
            return new Written(found, there.write(found.description()));
        }
        boolean incomplete = declared.stream().anyMatch(tree -> !tree.missing().isEmpty());
        List<Column<DeclaredTree>> columns = List.of(
                Column.of("name", DeclaredTree::name),
                Column.of("source", DeclaredTree::source),
                new Column<>(incomplete ? "missing" : "", "missing", DeclaredTree::missing),
                Column.of("summary", DeclaredTree::summary),
                new Column<>("", "description", tree -> there.write(tree.description())));
        return new Listing<>(declared, columns, "There are no trees.");
    }

    @Override
    protected Set<Form> forms() {
        return EnumSet.allOf(Form.class);
    }

    @Override
    protected List<String> usages() {
        return List.of("asterism:trees [NAME]");
    }

    @Override
    public List<Suggestion> suggest(List<String> before) {
        return before.stream().anyMatch(word -> !word.startsWith("-"))
                ? List.of()
                : trees.ifThere().stream()
                        .flatMap(there -> there.declared().stream())
                        .map(tree -> new Suggestion(tree.name(), tree.summary()))
                        .toList();
    }
}
