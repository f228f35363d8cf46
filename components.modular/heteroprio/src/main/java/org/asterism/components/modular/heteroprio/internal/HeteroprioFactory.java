package org.asterism.components.modular.heteroprio.internal;

import org.asterism.kit.policy.CostWeights;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Factory of the component {@code heteroprio}. */
@ProvidesComponent("heteroprio")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=heteroprio",
            SchedulingComponentFactory.KIND + "=resource mapping",
            SchedulingComponentFactory.DESCRIPTION
                    + "=keeps tasks by how much accelerators are faster; these take the most accelerated first, and"
                    + " processor cores the least accelerated",
            SchedulingComponentFactory.PARAMETERS + "=" + CostWeights.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class HeteroprioFactory implements SchedulingComponentFactory {
    /** Called by Declarative Services. */
    public HeteroprioFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        return new HeteroprioComponent(
                context, CostWeights.USUAL.with(context.parameters().allowOnly(CostWeights.DECLARED)));
    }
}
