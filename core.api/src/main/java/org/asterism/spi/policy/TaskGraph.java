package org.asterism.spi.policy;

import java.util.function.Consumer;
import org.asterism.api.Task;
import org.osgi.annotation.versioning.ProviderType;

/** The tasks of a runtime and who waits for whom, for policies that look ahead. Any thread may ask, at any time. */
@ProviderType
public interface TaskGraph {
    /**
     * The tasks that wait for a task, as far as they are submitted: those named with {@code after}, those that a tag holds
     * back, and those that come next on its data. Empty for a task that has ended.
     *
     * @param task any task of the runtime that was submitted
     * @param visitor is given each of them once or several times, in no order
     */
    void forEachSuccessor(Task task, Consumer<? super Task> visitor);
}
