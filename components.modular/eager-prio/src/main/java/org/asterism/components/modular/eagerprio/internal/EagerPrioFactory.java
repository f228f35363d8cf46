package org.asterism.components.modular.eagerprio.internal;

import org.asterism.kit.component.StorageSettings;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Factory of the component {@code eager-prio}. */
@ProvidesComponent("eager-prio")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=eager-prio",
            SchedulingComponentFactory.KIND + "=resource mapping",
            SchedulingComponentFactory.DESCRIPTION
                    + "=keeps tasks by priority, and gives each to the first child that has room",
            SchedulingComponentFactory.PARAMETERS + "=" + StorageSettings.PREFETCH
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class EagerPrioFactory implements SchedulingComponentFactory {
    /** Called by Declarative Services. */
    public EagerPrioFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        return new EagerPrioComponent(context);
    }

    @Override
    public boolean asksForEstimates() {
        return false;
    }
}
