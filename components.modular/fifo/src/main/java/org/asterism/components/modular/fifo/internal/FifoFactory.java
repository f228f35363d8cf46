package org.asterism.components.modular.fifo.internal;

import org.asterism.kit.component.StorageComponent;
import org.asterism.kit.component.StorageSettings;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * Factory of the component {@code fifo}, which keeps tasks in the order in which they were pushed. Tasks with a
 * priority above 0 go first, the highest priority before the others. Priorities below 0 count as 0, as in StarPU's
 * component of this name.
 */
@ProvidesComponent("fifo")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=fifo",
            SchedulingComponentFactory.KIND + "=storage",
            SchedulingComponentFactory.DESCRIPTION
                    + "=keeps tasks, first in first out; those with a priority above 0 before the others",
            SchedulingComponentFactory.PARAMETERS + "=" + StorageSettings.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class FifoFactory implements SchedulingComponentFactory {
    /** Called by Declarative Services. */
    public FifoFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        StorageSettings settings = StorageSettings.of(context.parameters().allowOnly(StorageSettings.DECLARED));
        return new StorageComponent(context, settings, task -> Math.max(0, task.priority()));
    }

    @Override
    public boolean asksForEstimates() {
        return false;
    }
}
