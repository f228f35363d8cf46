package org.asterism.shell.gogo.internal.tree;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.felix.service.command.CommandSession;
import org.asterism.api.tree.WrittenTree;
import org.asterism.report.text.Answer;
import org.asterism.shell.gogo.internal.command.Failing;
import org.asterism.shell.gogo.internal.command.NamedRuntime;
import org.asterism.shell.gogo.internal.command.Runtimes;
import org.asterism.shell.gogo.internal.command.Trees;

/** Check of tree descriptions with the workers of a runtime. */
final class TreeCheck {
    /**
     * Result of a check.
     *
     * @param file file of the description
     * @param workers number of workers in the check
     * @param problems one line per problem
     */
    private record Verdict(String file, int workers, List<String> problems) implements Answer {
        @Override
        public String text(int width) {
            return problems.isEmpty()
                    ? file + " can be used with the " + workers + " workers that are there"
                    : String.join("\n", problems);
        }

        @Override
        public Map<String, Object> json() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("file", file);
            fields.put("workers", workers);
            fields.put("problems", problems);
            return fields;
        }

        @Override
        public String toString() {
            return text(USUAL_WIDTH);
        }
    }

    private TreeCheck() {}

    /** Checks the description in a file. The answer fails if the description cannot be used. */
    static Answer check(Runtimes runtimes, Trees trees, CommandSession session, String name) {
        Path file = session.currentDir().resolve(name);
        WrittenTree written = trees.read(file);
        NamedRuntime runtime = runtimes.all().getFirst();
        List<String> missing = trees.missing(written);
        List<String> problems =
                missing.isEmpty() ? trees.get().check(written.description(), runtime.runtime()) : missing;
        Verdict verdict = new Verdict(name, runtime.runtime().workers().size(), problems);
        return problems.isEmpty()
                ? verdict
                : new Failing(
                        verdict,
                        name + " cannot be used: " + problems.size()
                                + (problems.size() == 1 ? " problem" : " problems"));
    }
}
