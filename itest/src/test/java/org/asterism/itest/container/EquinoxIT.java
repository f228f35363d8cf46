package org.asterism.itest.container;

import java.nio.file.Path;

/** The bundles in Equinox, with plug-ins that a program installs, updates and uninstalls. */
class EquinoxIT extends FrameworkJourney {
    EquinoxIT() {
        super(TestedFramework.EQUINOX);
    }

    @Override
    PluginDelivery delivery(RunningBundles running, Path load) {
        return new InstalledPlugins(running);
    }
}
