package org.asterism.api;

import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The tasks of a runtime and their dependencies. It serves observers, and policies that look ahead. Any thread may
 * query it at any time.
 */
@ProviderType
public interface TaskGraph {
    /**
     * Visits the submitted tasks that wait for a task: those named with {@code after}, those that a tag holds back, and
     * those that come next on its data. A task that has ended has none.
     *
     * @param task any task of the runtime that was submitted
     * @param visitor gets each successor once per dependency that is followed, so a successor that shares several data
     *     with the task may occur several times; in no order
     */
    void forEachSuccessor(Task task, Consumer<? super Task> visitor);
}
