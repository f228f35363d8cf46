package org.asterism.policy.modular.internal.registry;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.asterism.api.tree.WrittenTree;
import org.asterism.policy.modular.internal.language.DescriptionReader;

/**
 * Tree that follows a changing text, such as a file. It always corresponds to the last correct text; errors are
 * reported and leave it unchanged. Guarded by its own monitor.
 */
final class FollowedTree {
    private static final Logger LOG = System.getLogger(FollowedTree.class.getName());

    private final TreeRegistry registry;
    private final TreeSource source;
    private TreeRegistry.DeclaredEntry entry;
    private boolean closed;

    FollowedTree(TreeRegistry registry, TreeSource source) {
        this.registry = registry;
        this.source = source;
    }

    /** Declares the tree, or changes its declaration. */
    synchronized void follow(String name, String summary, String text) {
        if (closed) {
            return;
        }
        try {
            WrittenTree written = DescriptionReader.read(text);
            if (entry != null && entry.name().equals(name)) {
                entry.change(summary, written);
            } else {
                TreeRegistry.DeclaredEntry fresh = registry.declare(name, summary, written, source);
                if (entry != null) {
                    entry.close();
                }
                entry = fresh;
            }
        } catch (IllegalArgumentException wrong) {
            report(wrong.getMessage());
        }
    }

    /** Reports a problem of the source of the tree. */
    synchronized void report(String problem) {
        LOG.log(
                Level.ERROR,
                source.words() + ": " + problem
                        + (entry == null
                                ? "; there is no policy of it"
                                : "; policy '" + entry.name() + "' stays as it was"));
    }

    synchronized void close() {
        closed = true;
        if (entry != null) {
            entry.close();
            entry = null;
        }
    }
}
