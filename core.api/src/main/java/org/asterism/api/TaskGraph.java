package org.asterism.api;

import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The tasks of a runtime and their dependencies, for policies that look ahead and for observers. Any thread may ask, at
 * any time.
 */
@ProviderType
public interface TaskGraph {
    /**
     * The tasks that wait for a task, as far as they are submitted: those named with {@code after}, those that a tag
     * holds back, and those that come next on its data. Empty for a task that has ended.
     *
     * <p>Tags and places of the runtime, such as those that cut data, may stand between a task and its successors. The
     * work of a call is bounded: it follows every dependency on the task itself, but at most 4096 dependencies behind
     * such places, the nearest first. So a call may leave out distant successors, and a policy must not rely on seeing
     * all of them.
     *
     * @param task any task of the runtime that was submitted
     * @param visitor is given each successor once per dependency that is followed, so a successor that shares several
     *     data with the task may be given several times; in no order
     */
    void forEachSuccessor(Task task, Consumer<? super Task> visitor);
}
