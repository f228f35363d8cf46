package org.asterism.core.internal.runtime;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.RuntimeFactory;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.spi.thread.BackgroundThread;

/** Creates runtimes over a set of plug-ins. It also works without OSGi, for unit tests. */
public class CoreRuntimeFactory implements RuntimeFactory {
    private final Plugins plugins;
    private final Set<OwnedRuntime> made = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    public CoreRuntimeFactory(Plugins plugins) {
        this.plugins = plugins;
    }

    public Plugins plugins() {
        return plugins;
    }

    @Override
    public TaskRuntime create(RuntimeConfiguration configuration) {
        return create(configuration, false);
    }

    /** Makes a runtime that may begin without its policy. */
    public OwnedRuntime create(RuntimeConfiguration configuration, boolean mayStartParked) {
        requireOpen();
        OwnedRuntime runtime = OwnedRuntime.start(configuration, plugins, mayStartParked);
        made.removeIf(OwnedRuntime::isClosed);
        made.add(runtime);
        if (closed) {
            runtime.close(); // closeAll() may not have seen it
        }
        requireOpen();
        return runtime;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("this runtime factory has ended with its bundle org.asterism.core.impl:"
                    + " take the service RuntimeFactory anew when it is there again");
        }
    }

    /** Ends the factory: closes all runtimes that were made here and are open still, and makes no more. */
    public void closeAll() {
        closed = true;
        ClosingSteps steps = new ClosingSteps();
        steps.performForEach(made, CoreRuntimeFactory::end);
        made.clear();
        steps.throwIfAnyFailed();
    }

    /** Closes a runtime; by another thread if the calling one is its worker, which cannot wait for its own task. */
    public static void end(OwnedRuntime runtime) {
        if (runtime.currentWorker() == null) {
            runtime.close();
        } else {
            Thread closer = new BackgroundThread("asterism-closer", runtime::close);
            closer.setDaemon(false);
            closer.start();
        }
    }
}
