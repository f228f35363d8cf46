package org.asterism.driver.cpu.internal;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.asterism.spi.topology.TopologyProvider;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * Checks a configuration of the driver before it is used, for the reader of a configuration file. After each change,
 * the driver opens its workers again. With a wrong configuration there would be none. Any thread may ask.
 */
@Component(
        service = Consumer.class,
        property = "asterism.configuration=" + CpuConfiguration.PID,
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class CpuConfigurationCheck implements Consumer<Map<String, Object>> {
    private final TopologyProvider topologies;

    /**
     * Called by Declarative Services.
     *
     * @param topologies knows the machine; null if there is none
     */
    @Activate
    public CpuConfigurationCheck(
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                    TopologyProvider topologies) {
        this.topologies = topologies;
    }

    /** Throws an IllegalArgumentException with the property, its value and what is allowed. */
    @Override
    public void accept(Map<String, Object> properties) {
        if (properties.get("cpus") instanceof Object text) {
            List<Integer> cpus = Settings.cpus(text.toString());
            if (topologies != null && !cpus.isEmpty()) {
                requireThere(cpus);
            }
        }
    }

    private void requireThere(List<Integer> cpus) {
        List<Place> all = places();
        if (!all.isEmpty()) { // else workers run unbound
            Places.named(all, cpus);
        }
    }

    private List<Place> places() {
        try {
            return Places.of(topologies.machine());
        } catch (RuntimeException untold) { // the driver warns of it
            return List.of();
        }
    }
}
