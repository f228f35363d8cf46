package org.asterism.trace.report.internal.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceTree;

/** The trees of contexts, one for each policy that had one. */
final class Trees {
    /** The page has at most so many pictures of trees. */
    private static final int MOST = 20;

    private final List<TreeUse> all = new ArrayList<>();
    private final Map<String, TreeUse> current = new HashMap<>();

    void add(TraceEvent event) {
        switch (event) {
            case TraceEvent.TreeChanged it ->
                it.tree()
                        .ifPresentOrElse(
                                tree -> current.put(it.context(), use(it.context(), it.time(), tree)),
                                () -> current.remove(it.context()));
            case TraceEvent.Stored it -> {
                TreeUse use = current.get(it.context());
                if (use != null) {
                    use.stored(it.component());
                }
            }
            default -> {
                // Other events concern no tree.
            }
        }
    }

    private TreeUse use(String context, long time, TraceTree tree) {
        for (TreeUse known : all) {
            if (known.context().equals(context) && known.tree().policy().equals(tree.policy())) {
                known.became(tree);
                return known;
            }
        }
        TreeUse use = new TreeUse(context, time, tree);
        if (all.size() < MOST) {
            all.add(use);
        }
        return use;
    }

    /** The first ones, in the order in which they came. */
    List<TreeUse> all() {
        return all;
    }
}
