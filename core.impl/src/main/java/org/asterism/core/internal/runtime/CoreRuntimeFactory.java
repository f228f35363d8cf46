package org.asterism.core.internal.runtime;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.asterism.api.Runtime;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.RuntimeFactory;
import org.asterism.core.internal.plugin.Plugins;

/** Makes runtimes over a set of plug-ins. Works without OSGi as well, which unit tests use. */
public class CoreRuntimeFactory implements RuntimeFactory {
    private final Plugins plugins;
    private final Set<CoreRuntime> made = ConcurrentHashMap.newKeySet();

    public CoreRuntimeFactory(Plugins plugins) {
        this.plugins = plugins;
    }

    @Override
    public Runtime create(RuntimeConfiguration configuration) {
        return create(configuration, false);
    }

    /** Makes a runtime that may begin without its policy. */
    public Runtime create(RuntimeConfiguration configuration, boolean mayStartParked) {
        CoreRuntime runtime = CoreRuntime.start(configuration, plugins, mayStartParked);
        made.removeIf(CoreRuntime::isClosed);
        made.add(runtime);
        return runtime;
    }

    /** Closes all runtimes that were made here and are open still. */
    public void closeAll() {
        made.forEach(CoreRuntime::close);
        made.clear();
    }
}
