package org.asterism.components.modular.workstealing.internal;

import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Factory of the component {@code work-stealing}. */
@ProvidesComponent("work-stealing")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=work-stealing",
            SchedulingComponentFactory.KIND + "=resource mapping",
            SchedulingComponentFactory.DESCRIPTION
                    + "=keeps tasks for each child; a child that has none takes one from another, the nearest first"
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class WorkStealingFactory implements SchedulingComponentFactory {
    /** Called by Declarative Services. */
    public WorkStealingFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        return new WorkStealingComponent(context);
    }

    @Override
    public boolean asksForEstimates() {
        return false;
    }
}
