package org.asterism.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Presents one context of a runtime as a complete runtime, for an application that runs in this context. This context
 * is the default context of the presented runtime. The application sees the workers and the tasks of the context, and
 * the contexts nested in it. Contexts that the application creates are nested in it as well. Predictions and memory
 * nodes are those of the underlying runtime. Observers see the tasks of the context. They see copies only if the
 * context is the underlying runtime's default context, because copies belong to no context. The application can neither
 * close the underlying runtime nor request its termination. Any thread may use it.
 */
@ProviderType
public interface ScopedRuntime extends TaskRuntime {
    /**
     * Notes that a task belongs to the scope although {@link #task} did not make it, so that {@link #cancel} calls it
     * off.
     *
     * @param task of the same runtime
     * @return the task
     */
    Task own(Task task);

    /**
     * Calls off the tasks of the scope that have not begun, and those of contexts that were made through it, cancels
     * the {@link TaskScope scopes} that were opened through it, and refuses to make further ones. A task that was made
     * before and is submitted afterwards runs. Other tasks of the context go on.
     *
     * @param reason said in errors, such as {@code run 3 was cancelled}
     */
    void cancel(String reason);

    /**
     * Ends the scope: data that were registered through it and left open are closed when their tasks have ended. The
     * runtime and the context stay.
     */
    void end();

    /**
     * Refused, as is {@link #requestTermination}: the runtime is not the application's.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    void close();
}
