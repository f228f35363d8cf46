package org.asterism.components.modular.mct.internal;

import org.asterism.kit.component.CompletionWeights;
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
            SchedulingComponentFactory.PARAMETERS + "=" + CompletionWeights.ABOUT_ALPHA,
            SchedulingComponentFactory.PARAMETERS + "=" + CompletionWeights.ABOUT_BETA,
            SchedulingComponentFactory.PARAMETERS + "=" + CompletionWeights.ABOUT_GAMMA,
            SchedulingComponentFactory.PARAMETERS + "=" + CompletionWeights.ABOUT_IDLE_POWER,
            SchedulingComponentFactory.PARAMETERS
                    + "=always (false): whether it also decides where there is nothing to choose, with a single child"
        })
public final class MctFactory implements SchedulingComponentFactory {
    static final String ALWAYS = "always";

    /** Made by Declarative Services. */
    public MctFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        context.parameters()
                .allowOnly(
                        CompletionWeights.ALPHA,
                        CompletionWeights.BETA,
                        CompletionWeights.GAMMA,
                        CompletionWeights.IDLE_POWER,
                        ALWAYS);
        return new MctComponent(context);
    }
}
