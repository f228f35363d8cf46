package org.asterism.components.modular.eager.internal;

import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Factory of the component {@code eager}. */
@ProvidesComponent("eager")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=eager",
            SchedulingComponentFactory.KIND + "=resource mapping",
            SchedulingComponentFactory.DESCRIPTION + "=gives each task to the first child that asks"
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class EagerFactory implements SchedulingComponentFactory {
    /** Called by Declarative Services. */
    public EagerFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        return new EagerComponent(context);
    }

    @Override
    public boolean asksForEstimates() {
        return false;
    }
}
