package org.asterism.policy.modular.internal.policy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.policy.modular.internal.tree.Node;
import org.asterism.policy.modular.internal.tree.Tree;

/** Diagnosis of a tree in which tasks are inside but nothing moves. */
final class StandStill {
    private static final String BUT =
            "; a component that takes a task must push it on, or keep it, say so in storedTasks() and give it when it "
                    + "is asked";

    private StandStill() {}

    /**
     * Returns a description of the fault.
     *
     * @param inside number of tasks in the components: those that went in minus those that came out
     * @param executable number of these tasks that workers of the tree can certainly execute
     * @return the description, or null if there is no fault
     */
    static String of(Tree tree, long inside, long executable) {
        long stored = stored(tree);
        if (inside > stored) {
            return "its components have lost " + tasks(inside - stored) + ": " + inside
                    + " went in and did not come out, all idle workers have looked for them in vain, and "
                    + kept(tree, stored) + ". It can have been any of "
                    + Blame.quoted(namesOf(suspects(tree))) + BUT;
        }
        if (executable > 0 && inside > 0 && !waitsForOthers(tree)) {
            return "its components hold back " + tasks(inside) + " from workers that are idle and could execute them: "
                    + heldBack(tree) + BUT;
        }
        return null;
    }

    /** Whether tasks may have to wait because trees of other contexts use up the shared room. */
    private static boolean waitsForOthers(Tree tree) {
        return tree.nodes().stream()
                .anyMatch(node -> node.isShared() && node.component().isBounded());
    }

    /** Returns the number of tasks that the components report as stored. */
    static long stored(Tree tree) {
        long stored = 0;
        for (Node node : tree.nodes()) {
            stored += node.component().storedTasks();
        }
        return stored;
    }

    private static String tasks(long count) {
        return count == 1 ? "1 task" : count + " tasks";
    }

    private static String kept(Tree tree, long stored) {
        return stored == 0
                ? "none is kept anywhere"
                : "only " + stored + " are kept, by "
                        + keepers(tree).stream().map(Node::name).collect(Collectors.joining("', '", "'", "'"));
    }

    private static List<Node> keepers(Tree tree) {
        return tree.nodes().stream()
                .filter(node -> node.component().storedTasks() > 0)
                .toList();
    }

    private static List<Node> suspects(Tree tree) {
        return tree.nodes().stream().filter(node -> !node.isEnd()).toList();
    }

    private static String heldBack(Tree tree) {
        List<String> sentences = new ArrayList<>();
        for (Node keeper : keepers(tree)) {
            Set<Node> between = new LinkedHashSet<>();
            collectBelow(keeper, between);
            String number = keeper.component().storedTasks() + " by '" + keeper.name() + "'";
            sentences.add(
                    between.isEmpty()
                            ? number + ", which gives them to no component"
                            : number + ", which gives them to no component, or " + Blame.quoted(namesOf(between))
                                    + " below it, which let nothing through");
        }
        return String.join("; ", sentences);
    }

    /** Collects the components between a store and the next stores or workers. */
    private static void collectBelow(Node node, Set<Node> between) {
        for (Node child : node.childNodes()) {
            if (!child.isEnd() && !child.component().isReservoir() && between.add(child)) {
                collectBelow(child, between);
            }
        }
    }

    private static List<String> namesOf(Iterable<Node> nodes) {
        List<String> names = new ArrayList<>();
        nodes.forEach(node -> names.add(node.name()));
        return names;
    }
}
