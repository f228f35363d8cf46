package org.asterism.spi.component;

import java.util.List;
import java.util.Optional;
import org.asterism.api.tree.ComponentDescription;
import org.asterism.api.tree.SchedulingTrees;
import org.asterism.spi.policy.PolicyRegistry;
import org.asterism.spi.topology.TopologyProvider;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Makes scheduling trees in a program without a container. {@link java.util.ServiceLoader} finds it. In a container,
 * its bundle registers {@link SchedulingTrees} as a service instead.
 */
@ConsumerType
public interface TreesProvider {
    /**
     * An available kind of component.
     *
     * @param description its name, purpose and parameters
     * @param ranking of several kinds of a name, the one with the highest is used
     * @param factory makes the components
     */
    record Kind(ComponentDescription description, int ranking, SchedulingComponentFactory factory) {}

    /**
     * Makes the trees, and offers those that come with it as policies.
     *
     * @param policies where each tree is offered as a policy while it is declared and all its components are there
     * @param kinds the components that trees may have
     * @param topology describes the machine; empty if nothing does
     * @return the trees, for as long as the program uses them
     */
    SchedulingTrees create(PolicyRegistry policies, List<Kind> kinds, Optional<TopologyProvider> topology);
}
