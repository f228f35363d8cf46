package org.asterism.policy.modular.internal.policy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.policy.modular.internal.tree.Node;
import org.asterism.policy.modular.internal.tree.Tree;

/** Says what is wrong with a tree in which nothing moves although tasks are inside. */
final class StandStill {
    private static final String BUT =
            "; a component that takes a task must push it on, or keep it, say so in storedTasks() and give it when it "
                    + "is asked";

    private StandStill() {}

    /**
     * Says what is wrong.
     *
     * @param inside how many tasks are in the components by the account of what went in and out
     * @param executable how many of them can certainly be executed by workers of the tree
     * @return null if nothing is
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

    /**
     * Whether tasks may have to wait because other contexts' trees have taken the room that they share with this one.
     */
    private static boolean waitsForOthers(Tree tree) {
        return tree.nodes().stream()
                .anyMatch(node -> node.isShared() && node.component().isBounded());
    }

    /** How many tasks the components say that they keep. */
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
                            ? number + ", which gives them to nobody"
                            : number + ", which gives them to nobody, or " + Blame.quoted(namesOf(between))
                                    + " below it, which let nothing through");
        }
        return String.join("; ", sentences);
    }

    /** The components between a store and the next stores or workers. */
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
