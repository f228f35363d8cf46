package org.asterism.itest.container;

import java.nio.file.Path;

/** The bundles in Felix, with plug-ins that come and go as files of a folder that File Install watches. */
class FelixIT extends FrameworkJourney {
    FelixIT() {
        super(TestedFramework.FELIX);
    }

    @Override
    PluginDelivery delivery(RunningBundles running, Path load) {
        return new DroppedPlugins(running, load);
    }
}
