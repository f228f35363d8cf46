package org.asterism.itest.container;

import java.io.InputStream;
import java.util.Locale;
import org.asterism.itest.fixture.BandLayoutFactory;
import org.asterism.itest.fixture.CountingApplication;
import org.asterism.itest.fixture.EvenBalancer;
import org.asterism.itest.fixture.JourneyComponentFactory;
import org.asterism.itest.fixture.JourneyPolicyFactory;
import org.asterism.itest.fixture.OneCoreTopology;
import org.asterism.itest.fixture.RedeployedDriver;

/** A plug-in of each kind that a third party may bring, each in a bundle of its own, in any version. */
enum ThirdPartyPlugin {
    DRIVER(PluginBundle.Kind.DRIVER, "redeployed", RedeployedDriver.class),
    POLICY(PluginBundle.Kind.POLICY, "journey", JourneyPolicyFactory.class),
    COMPONENT(PluginBundle.Kind.COMPONENT, "journey", JourneyComponentFactory.class),
    LAYOUT(PluginBundle.Kind.LAYOUT, "band", BandLayoutFactory.class),
    BALANCER(PluginBundle.Kind.BALANCER, "even", EvenBalancer.class),
    TOPOLOGY(PluginBundle.Kind.TOPOLOGY, "one-core", OneCoreTopology.class),
    APP(PluginBundle.Kind.APP, "counting", CountingApplication.class);

    /** Above those of the distribution. */
    private static final int RANKING = 1000;

    private final PluginBundle.Kind kind;
    private final String plugin;
    private final Class<?> type;

    ThirdPartyPlugin(PluginBundle.Kind kind, String plugin, Class<?> type) {
        this.kind = kind;
        this.plugin = plugin;
        this.type = type;
    }

    InputStream bundle(String version) {
        return PluginBundle.of(kind, plugin, version, type, RANKING);
    }

    String symbolicName() {
        return PluginBundle.symbolicName(kind, plugin);
    }

    /** Without the version, as of a file that is replaced by that of another version. */
    String file() {
        return name().toLowerCase(Locale.ROOT) + ".jar";
    }
}
