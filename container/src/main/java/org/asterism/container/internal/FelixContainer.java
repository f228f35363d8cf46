package org.asterism.container.internal;

import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.RuntimeFactory;
import org.asterism.api.TaskRuntime;
import org.asterism.embedded.Container;
import org.asterism.framework.RunningFramework;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/** A running Felix with its core. Services are looked up at each call, because an update replaces them. */
final class FelixContainer implements Container {
    private static final System.Logger LOG = System.getLogger(FelixContainer.class.getName());

    private final RunningFramework framework;

    FelixContainer(RunningFramework framework) {
        this.framework = framework;
    }

    private BundleContext context() {
        BundleContext context = framework.context();
        if (context == null) {
            throw new IllegalStateException("the container has stopped: start another one");
        }
        return context;
    }

    private <S> S service(Class<S> type) {
        BundleContext context = context();
        return reference(context, type)
                .map(context::getService)
                .map(type::cast)
                .orElseThrow(() -> new IllegalStateException("the container has no " + type.getSimpleName()
                        + " now: its core is being replaced; try again later"));
    }

    /**
     * Finds a service of the core. The usual way skips services that are also registered with a class of the core,
     * because the class path has another copy of that class.
     */
    private static Optional<ServiceReference<?>> reference(BundleContext context, Class<?> type) {
        try {
            ServiceReference<?>[] found = context.getAllServiceReferences(type.getName(), null);
            return found == null
                    ? Optional.empty()
                    : Arrays.stream(found).max(Comparator.<ServiceReference<?>>naturalOrder());
        } catch (InvalidSyntaxException impossible) { // without a filter
            throw new IllegalStateException(impossible);
        }
    }

    boolean hasRuntime() {
        return reference(context(), TaskRuntime.class).isPresent();
    }

    @Override
    public TaskRuntime runtime() {
        return service(TaskRuntime.class);
    }

    @Override
    public TaskRuntime create(RuntimeConfiguration configuration) {
        return service(RuntimeFactory.class).create(configuration);
    }

    @Override
    public void awaitStop() throws InterruptedException {
        framework.awaitStop();
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        if (type != BundleContext.class) {
            throw new IllegalArgumentException(
                    "a container has no " + type.getName() + "; it has " + BundleContext.class.getName());
        }
        return type.cast(context());
    }

    /** Before the policies, which its last tasks need. */
    private void stopCore() throws BundleException {
        BundleContext context = framework.context();
        if (context != null) {
            for (Bundle bundle : context.getBundles()) {
                if (ClassPath.CORE.equals(bundle.getSymbolicName())) {
                    bundle.stop(Bundle.STOP_TRANSIENT);
                }
            }
        }
    }

    @Override
    public void close() {
        try {
            stopCore();
            framework.stop();
        } catch (BundleException failed) {
            LOG.log(Level.WARNING, "no clean end of the container", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt(); // the tasks are cut off
        }
        framework.close();
    }
}
