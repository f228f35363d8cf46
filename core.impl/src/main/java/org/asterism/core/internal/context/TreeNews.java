package org.asterism.core.internal.context;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.asterism.api.tree.TreeView;
import org.asterism.core.internal.context.CallRecord.AbandonedError;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Tells observers of the tree of the policy in charge: before the policy gets the tasks of the context, and when it has
 * rebuilt the tree. A policy is asked for its tree only if somebody observes trees. For changes of the context, by one
 * thread at a time.
 */
final class TreeNews {
    private static final Logger LOG = System.getLogger(TreeNews.class.getName());

    private final Context context;
    private final ReadyPool pool;
    private final Observers observers;

    /** Whether observers may know of a tree. */
    private boolean mayBeKnown = true;

    TreeNews(Context context, ReadyPool pool, Observers observers) {
        this.context = context;
        this.pool = pool;
        this.observers = observers;
    }

    /** A policy has rebuilt its tree; ignored unless it is in charge. */
    void changed(SchedulingPolicy policy) {
        PolicyInstance now = pool.inCharge();
        if (now != null && now.policy() == policy) {
            tell(policy);
        }
    }

    /** A policy gets the tasks next; null if none does. */
    void takesOver(SchedulingPolicy policy) {
        tell(policy);
    }

    private void tell(SchedulingPolicy policy) {
        if (!observers.wantTrees()) {
            mayBeKnown = true; // an observer that comes later asks the context
            return;
        }
        Optional<TreeView> tree = policy == null ? Optional.empty() : treeOf(policy);
        if (tree.isPresent() || mayBeKnown) {
            observers.treeChanged(context, tree);
        }
        mayBeKnown = tree.isPresent();
    }

    /** Returns the policy's answer. A failure is only logged, since it must not depend on whether somebody observes. */
    private Optional<TreeView> treeOf(SchedulingPolicy policy) {
        try {
            return policy.tree();
        } catch (AbandonedError abandoned) {
            throw abandoned;
        } catch (Throwable thrown) {
            SafeLog.log(
                    LOG,
                    Level.ERROR,
                    "context '" + context.name() + "': policy " + policy + " cannot describe its tree",
                    thrown);
            return Optional.empty();
        }
    }
}
