package org.asterism.components.modular.heft.internal;

import org.asterism.kit.component.StorageSettings;
import org.asterism.kit.policy.CostWeights;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.spi.policy.PolicyProperties;
import org.osgi.service.component.annotations.Component;

/** Brings the component {@code heft}. */
@ProvidesComponent("heft")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=heft",
            SchedulingComponentFactory.KIND + "=resource mapping",
            SchedulingComponentFactory.DESCRIPTION
                    + "=keeps tasks by priority, and gives of the first ones the one that ends"
                    + " first to the child where it costs least: its end, the way of its data, energy",
            SchedulingComponentFactory.PARAMETERS + "=" + CostWeights.ABOUT_ALPHA,
            SchedulingComponentFactory.PARAMETERS + "=" + CostWeights.ABOUT_BETA,
            SchedulingComponentFactory.PARAMETERS + "=" + CostWeights.ABOUT_GAMMA,
            SchedulingComponentFactory.PARAMETERS + "=" + CostWeights.ABOUT_IDLE_POWER,
            SchedulingComponentFactory.PARAMETERS
                    + "=choices (5): how many tasks of the highest priority are compared, from 1",
            SchedulingComponentFactory.PARAMETERS + "=" + StorageSettings.ABOUT_PREFETCH
        })
public final class HeftFactory implements SchedulingComponentFactory {
    static final String CHOICES = "choices";

    private static final int USUAL_CHOICES = 5;
    private static final int MOST_CHOICES = 1000;

    /** Made by Declarative Services. */
    public HeftFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        PolicyProperties parameters = context.parameters()
                .allowOnly(
                        CostWeights.ALPHA,
                        CostWeights.BETA,
                        CostWeights.GAMMA,
                        CostWeights.IDLE_POWER,
                        CHOICES,
                        StorageSettings.PREFETCH);
        return new HeftComponent(
                context,
                StorageSettings.of(parameters),
                CostWeights.USUAL.with(parameters),
                parameters.integer(CHOICES, USUAL_CHOICES, 1, MOST_CHOICES));
    }
}
