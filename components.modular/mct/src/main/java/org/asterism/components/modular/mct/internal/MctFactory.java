package org.asterism.components.modular.mct.internal;

import org.asterism.kit.policy.CostWeights;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;

/** Brings the component {@code mct}. */
@ProvidesComponent("mct")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=mct",
            SchedulingComponentFactory.KIND + "=resource mapping",
            SchedulingComponentFactory.DESCRIPTION
                    + "=gives each task to the child where it costs least: its end, the way of its data, energy",
            SchedulingComponentFactory.PARAMETERS + "=" + CostWeights.ALPHA,
            SchedulingComponentFactory.PARAMETERS + "=" + CostWeights.BETA,
            SchedulingComponentFactory.PARAMETERS + "=" + CostWeights.GAMMA,
            SchedulingComponentFactory.PARAMETERS + "=" + CostWeights.IDLE_POWER,
            SchedulingComponentFactory.PARAMETERS + "=" + MctFactory.ALWAYS
        })
public final class MctFactory implements SchedulingComponentFactory {
    static final String ALWAYS =
            "always (false): whether it also decides where there is nothing to choose, with a single child";

    /** Made by Declarative Services. */
    public MctFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        context.parameters()
                .allowOnly(CostWeights.ALPHA, CostWeights.BETA, CostWeights.GAMMA, CostWeights.IDLE_POWER, ALWAYS);
        return new MctComponent(context);
    }
}
