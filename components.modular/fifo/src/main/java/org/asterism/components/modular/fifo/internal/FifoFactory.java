package org.asterism.components.modular.fifo.internal;

import org.asterism.kit.component.StorageComponent;
import org.asterism.kit.component.StorageSettings;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;

/**
 * Brings the component {@code fifo}: keeps tasks in the order in which they were pushed, except that tasks with
 * priorities above 0 go before the others, the highest first. Priorities below 0 count as 0, as they do in StarPU's
 * component of this name.
 */
@ProvidesComponent("fifo")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=fifo",
            SchedulingComponentFactory.KIND + "=storage",
            SchedulingComponentFactory.DESCRIPTION
                    + "=keeps tasks, first in first out; those with a priority above 0 before the others",
            SchedulingComponentFactory.PARAMETERS + "=ntasks (0): how many tasks it keeps at most, 0 for any number",
            SchedulingComponentFactory.PARAMETERS
                    + "=exp-len (0ns): how long the tasks it keeps may take together, 0 for any time",
            SchedulingComponentFactory.PARAMETERS
                    + "=exp (true if there is exp-len): whether it adds up how long its tasks are expected to take",
            SchedulingComponentFactory.PARAMETERS
                    + "=ready (false): of tasks of the highest priority, the one goes first whose data are there",
            SchedulingComponentFactory.PARAMETERS
                    + "=ready-first (false): of all tasks, the one goes first whose data are there",
            SchedulingComponentFactory.PARAMETERS
                    + "=shared (none): a name; those in other contexts that have the same name count their tasks together",
            SchedulingComponentFactory.PARAMETERS + "=window (1024): how many tasks are looked at for that",
            SchedulingComponentFactory.PARAMETERS + "=" + StorageSettings.ABOUT_PREFETCH
        })
public final class FifoFactory implements SchedulingComponentFactory {
    /** Made by Declarative Services. */
    public FifoFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        StorageSettings settings = StorageSettings.of(context.parameters()
                .allowOnly(
                        StorageSettings.TASKS,
                        StorageSettings.LENGTH,
                        StorageSettings.EXPECTED,
                        StorageSettings.READY,
                        StorageSettings.READY_FIRST,
                        StorageSettings.WINDOW,
                        StorageSettings.PREFETCH));
        return new StorageComponent(context, settings, task -> Math.max(0, task.priority()));
    }

    @Override
    public boolean asksForEstimates() {
        return false;
    }
}
