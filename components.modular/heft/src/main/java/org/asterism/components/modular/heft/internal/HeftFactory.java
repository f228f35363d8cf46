package org.asterism.components.modular.heft.internal;

import static org.asterism.api.Parameter.AND;

import org.asterism.kit.component.StorageSettings;
import org.asterism.kit.policy.CostWeights;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.asterism.spi.policy.PolicyProperties;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Factory of the component {@code heft}. */
@ProvidesComponent("heft")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=heft",
            SchedulingComponentFactory.KIND + "=resource mapping",
            SchedulingComponentFactory.DESCRIPTION
                    + "=keeps tasks by priority, and gives of the first ones the one that ends"
                    + " first to the child where it costs least: its end, the way of its data, energy",
            SchedulingComponentFactory.PARAMETERS + "=" + HeftFactory.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class HeftFactory implements SchedulingComponentFactory {
    static final String CHOICES = "choices (5; 1 to 1000): how many tasks of the highest priority are compared";

    static final String DECLARED = CostWeights.DECLARED + AND + CHOICES + AND + StorageSettings.PREFETCH;

    /** Made by Declarative Services. */
    public HeftFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        PolicyProperties parameters = context.parameters().allowOnly(DECLARED);
        return new HeftComponent(
                context,
                StorageSettings.of(parameters),
                CostWeights.USUAL.with(parameters),
                parameters.integer(CHOICES));
    }
}
