package org.asterism.policy.modular.internal.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.asterism.api.Worker;
import org.asterism.policy.modular.internal.ComponentFault;
import org.asterism.policy.modular.internal.tree.Node;
import org.asterism.policy.modular.internal.tree.Tree;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Search for the component that threw an exception. It reads the stack trace, so it costs nothing while there are no
 * errors. If several components have the same class, it names all of them.
 */
final class Blame {
    private static final int MOST_NAMES = 4;

    private Blame() {}

    /**
     * Returns the exception to throw instead.
     *
     * @param worker worker of the failed call, or null if it may concern any component
     */
    static RuntimeException of(Throwable thrown, Tree tree, Worker worker) {
        if (thrown instanceof ComponentFault known) {
            return known;
        }
        if (thrown instanceof VirtualMachineError fatal && !(thrown instanceof StackOverflowError)) {
            throw fatal;
        }
        List<Node> suspects = suspects(thrown, tree, worker);
        String who = suspects.isEmpty() ? "the tree" : names(suspects);
        return new ComponentFault(who + " threw " + thrown, thrown);
    }

    /** Returns the nodes whose components are of the class closest to the throwing stack frame. */
    private static List<Node> suspects(Throwable thrown, Tree tree, Worker worker) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            List<Node> suspects = new ArrayList<>();
            for (Node node : tree.nodes()) {
                boolean isAbove = worker == null || node.workers().contains(worker);
                if (isAbove && isOf(frame.getClassName(), node.component())) {
                    suspects.add(node);
                }
            }
            if (!suspects.isEmpty()) {
                return suspects;
            }
        }
        return List.of();
    }

    /** Whether a class is the class of a component, a superclass or a nested class. */
    private static boolean isOf(String frame, SchedulingComponent component) {
        for (Class<?> type = component.getClass(); type != SchedulingComponent.class; type = type.getSuperclass()) {
            if (frame.equals(type.getName()) || frame.startsWith(type.getName() + "$")) {
                return true;
            }
        }
        return false;
    }

    private static String names(List<Node> nodes) {
        if (nodes.size() == 1) {
            return nodes.getFirst().toString();
        }
        return "one of the components " + quoted(nodes.stream().map(Node::name).toList());
    }

    /** Returns names in quotes for a sentence. */
    static String quoted(List<String> names) {
        String some =
                names.stream().limit(MOST_NAMES).map(name -> "'" + name + "'").collect(Collectors.joining(", "));
        return names.size() > MOST_NAMES ? some + " and " + (names.size() - MOST_NAMES) + " more" : some;
    }
}
