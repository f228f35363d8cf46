package org.asterism.shell.gogo.internal.tree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.felix.service.command.CommandSession;
import org.asterism.api.SchedulingContext;
import org.asterism.api.tree.DeclaredTree;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.api.tree.TreeView;
import org.asterism.report.text.Fields;
import org.asterism.report.text.NearestNames;
import org.asterism.report.tree.TreePicture;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Trees;
import org.asterism.spi.application.UsageException;

/**
 * Tree of a context, for a command that names the context.
 *
 * @param runtimes runtimes whose contexts are shown
 * @param trees declared trees, for messages
 */
record ShownTree(Runtimes runtimes, Trees trees) {
    /** Returns the named context, or the first one if none is named. */
    Runtimes.Located located(String[] what) {
        return what.length == 0 ? runtimes.contexts().getFirst() : runtimes.context(what[0]);
    }

    /** Returns the tree of a context, or throws with the trees that it could use. */
    TreeView view(Runtimes.Located located) {
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

    /** Writes a picture of a context's tree. */
    Fields draw(CommandSession session, Runtimes.Located located, String svg, boolean all) throws IOException {
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
}
