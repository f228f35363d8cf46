package org.asterism.components.modular.random.internal;

import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Factory of the component {@code random}. */
@ProvidesComponent("random")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=random",
            SchedulingComponentFactory.KIND + "=resource mapping",
            SchedulingComponentFactory.DESCRIPTION
                    + "=draws a child for each task, as often as the speed of its workers says"
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class RandomFactory implements SchedulingComponentFactory {
    /** Called by Declarative Services. */
    public RandomFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        return new RandomComponent(context);
    }

    @Override
    public boolean asksForEstimates() {
        return false;
    }
}
