package org.asterism.topology.hwloc.internal;

import java.util.Dictionary;
import java.util.Hashtable;
import org.asterism.spi.topology.TopologyProvider;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Registers the one provider that works here. The service's properties name this provider. It looks for libhwloc at
 * activation. If libhwloc then turns out to be unusable at its first call, the properties are corrected.
 */
@Component(
        service = {},
        immediate = true,
        configurationPid = HwlocConfiguration.PID)
@Designate(ocd = HwlocConfiguration.class)
@Capability(namespace = "org.asterism.topology", attribute = TopologyProvider.NAME + "=" + HwlocProvider.PROVIDER)
@Capability(
        namespace = "osgi.service",
        effective = "active",
        attribute = "objectClass:List<String>=\"org.asterism.spi.topology.TopologyProvider\"")
public final class TopologyComponent {
    private static final System.Logger LOG = System.getLogger(TopologyComponent.class.getName());
    private static final int HWLOC_RANKING = 100;

    /** Looks for the library; see {@link HwlocProbe#find}. */
    interface Probe {
        String find(String configured) throws HwlocUnavailableException;
    }

    private final Runnable release;
    private volatile ServiceRegistration<TopologyProvider> registration;
    private volatile boolean substituted;

    /**
     * Looks for libhwloc and registers a provider.
     *
     * @param bundle the context with which to register it
     * @param configuration whether and from where to load libhwloc
     */
    @Activate
    public TopologyComponent(BundleContext bundle, HwlocConfiguration configuration) {
        this(bundle, configuration, HwlocProbe::find);
    }

    TopologyComponent(BundleContext bundle, HwlocConfiguration configuration, Probe probe) {
        JdkProvider substitute = JdkProvider.here();
        TopologyProvider provider = substitute;
        Runnable giveBack = () -> {};
        if (configuration.enabled()) {
            try {
                HwlocProvider hwloc =
                        new HwlocProvider(probe.find(configuration.library()), substitute, this::substitute);
                provider = hwloc;
                giveBack = hwloc::close;
            } catch (HwlocUnavailableException e) {
                substitute(e);
            }
        } else {
            substituted = true;
        }
        release = giveBack;
        register(bundle, provider);
    }

    private void register(BundleContext bundle, TopologyProvider provider) {
        boolean asSubstitute = substituted;
        registration = bundle.registerService(TopologyProvider.class, provider, properties());
        if (substituted != asSubstitute) {
            correctProperties(); // whoever waited for the provider has asked it while it was being registered
        }
    }

    /**
     * Called at most once: at activation, or by the thread that made the first call, which holds the provider's lock.
     */
    private void substitute(HwlocUnavailableException reason) {
        HwlocProvider.warn(reason);
        substituted = true;
        if (registration != null) {
            correctProperties();
        }
    }

    private void correctProperties() {
        try {
            registration.setProperties(properties());
        } catch (IllegalStateException e) {
            LOG.log(System.Logger.Level.DEBUG, "topology.hwloc: stopped during its first call", e);
        }
    }

    private Dictionary<String, Object> properties() {
        Dictionary<String, Object> properties = new Hashtable<>();
        properties.put(TopologyProvider.NAME, substituted ? JdkProvider.PROVIDER : HwlocProvider.PROVIDER);
        properties.put(Constants.SERVICE_RANKING, substituted ? 0 : HWLOC_RANKING);
        return properties;
    }

    /** Withdraws the provider. */
    @Deactivate
    void deactivate() {
        registration.unregister();
        release.run();
    }
}
