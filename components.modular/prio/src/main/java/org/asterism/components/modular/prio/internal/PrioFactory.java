package org.asterism.components.modular.prio.internal;

import org.asterism.api.Task;
import org.asterism.kit.component.StorageComponent;
import org.asterism.kit.component.StorageSettings;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;

/**
 * Brings the component {@code prio}: keeps tasks by priority, and those of one priority in the order in which they were
 * pushed.
 */
@ProvidesComponent("prio")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=prio",
            SchedulingComponentFactory.KIND + "=storage",
            SchedulingComponentFactory.DESCRIPTION
                    + "=keeps tasks, the highest priority first, first in first out among equals",
            SchedulingComponentFactory.PARAMETERS + "=" + StorageSettings.TASKS,
            SchedulingComponentFactory.PARAMETERS + "=" + StorageSettings.LENGTH,
            SchedulingComponentFactory.PARAMETERS + "=" + StorageSettings.EXPECTED,
            SchedulingComponentFactory.PARAMETERS + "=" + StorageSettings.READY,
            SchedulingComponentFactory.PARAMETERS + "=" + StorageSettings.SHARED,
            SchedulingComponentFactory.PARAMETERS + "=" + StorageSettings.WINDOW,
            SchedulingComponentFactory.PARAMETERS + "=" + StorageSettings.PREFETCH
        })
public final class PrioFactory implements SchedulingComponentFactory {
    /** Made by Declarative Services. */
    public PrioFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        StorageSettings settings = StorageSettings.of(context.parameters()
                .allowOnly(
                        StorageSettings.TASKS,
                        StorageSettings.LENGTH,
                        StorageSettings.EXPECTED,
                        StorageSettings.READY,
                        StorageSettings.SHARED,
                        StorageSettings.WINDOW,
                        StorageSettings.PREFETCH));
        return new StorageComponent(context, settings, Task::priority);
    }

    @Override
    public boolean asksForEstimates() {
        return false;
    }
}
