package org.asterism.components.modular.mct.internal;

import static org.asterism.api.Parameter.AND;

import org.asterism.kit.policy.CostWeights;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Factory of the component {@code mct}. */
@ProvidesComponent("mct")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=mct",
            SchedulingComponentFactory.KIND + "=resource mapping",
            SchedulingComponentFactory.DESCRIPTION
                    + "=gives each task to the child where it costs least: its end, the way of its data, energy",
            SchedulingComponentFactory.PARAMETERS + "=" + MctFactory.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class MctFactory implements SchedulingComponentFactory {
    static final String ALWAYS =
            "always (false): whether it also decides where there is nothing to choose, with a single child";

    static final String DECLARED = CostWeights.DECLARED + AND + ALWAYS;

    /** Made by Declarative Services. */
    public MctFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        context.parameters().allowOnly(DECLARED);
        return new MctComponent(context);
    }
}
