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
            SchedulingComponentFactory.PARAMETERS + "=ntasks (0): how many tasks it keeps at most, 0 for any number",
            SchedulingComponentFactory.PARAMETERS
                    + "=exp-len (0ns): how long the tasks it keeps may take together, 0 for any time",
            SchedulingComponentFactory.PARAMETERS
                    + "=exp (true if there is exp-len): whether it adds up how long its tasks are expected to take",
            SchedulingComponentFactory.PARAMETERS
                    + "=ready (false): of tasks of the highest priority, the one goes first whose data are there",
            SchedulingComponentFactory.PARAMETERS
                    + "=shared (none): a name; those in other contexts that have the same name count their tasks together",
            SchedulingComponentFactory.PARAMETERS + "=window (1024): how many tasks are looked at for that",
            SchedulingComponentFactory.PARAMETERS + "=" + StorageSettings.ABOUT_PREFETCH
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
                        StorageSettings.WINDOW,
                        StorageSettings.PREFETCH));
        return new StorageComponent(context, settings, Task::priority);
    }

    @Override
    public boolean asksForEstimates() {
        return false;
    }
}
