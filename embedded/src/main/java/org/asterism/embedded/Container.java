package org.asterism.embedded;

import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.RuntimeFactory;
import org.asterism.api.TaskRuntime;

/**
 * An OSGi framework within a plain Java program. Its plug-ins are bundles: those of the class path, and those of
 * watched folders, which arrive, change and leave while tasks run. The program and the plug-ins share the types of
 * Asterism's interface.
 *
 * <p>{@link Asterism#container()} makes one. It ends with the process at the latest.
 *
 * <p><b>Threads.</b> Any.
 */
public interface Container extends RuntimeFactory, AutoCloseable {
    /**
     * Returns the runtime that the programs and the shell of this container share. It begins at its first use. Its
     * configuration is the file {@code org.asterism.runtime.cfg} of a watched folder. The container closes it.
     *
     * @return the runtime of this moment; an update of the core makes another one
     * @throws IllegalStateException if the container has stopped, or the core is being replaced
     */
    TaskRuntime runtime();

    /**
     * Makes a further runtime with the plug-ins of this container; the caller closes it before the container.
     *
     * @throws IllegalStateException if the container has stopped, or the core is being replaced
     */
    @Override
    TaskRuntime create(RuntimeConfiguration configuration);

    /**
     * Waits until the container stops: another thread closes it, or the user leaves the shell.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    void awaitStop() throws InterruptedException;

    /**
     * Returns an object of the framework, for programs that register or look up services themselves.
     *
     * @param type {@code org.osgi.framework.BundleContext}
     * @param <T> the type
     * @return the context of the framework's system bundle
     * @throws IllegalArgumentException if the type is another one
     * @throws IllegalStateException if the container has stopped
     */
    <T> T unwrap(Class<T> type);

    /**
     * Ends the shared runtime with all its tasks, stops all plug-ins and deletes temporary files. Must not be called by
     * a task or a plug-in, because it waits for them. Closing a second time does nothing.
     */
    @Override
    void close();
}
