package org.asterism.components.modular.prio.internal;

import static org.asterism.api.Parameter.AND;

import org.asterism.api.Task;
import org.asterism.kit.component.StorageComponent;
import org.asterism.kit.component.StorageSettings;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * Factory of the component {@code prio}, which orders tasks by priority. Tasks of equal priority keep the order in
 * which they were pushed.
 */
@ProvidesComponent("prio")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=prio",
            SchedulingComponentFactory.KIND + "=storage",
            SchedulingComponentFactory.DESCRIPTION
                    + "=keeps tasks, the highest priority first, first in first out among equals",
            SchedulingComponentFactory.PARAMETERS + "=" + PrioFactory.DECLARED
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class PrioFactory implements SchedulingComponentFactory {
    static final String DECLARED = StorageSettings.TASKS
            + AND
            + StorageSettings.LENGTH
            + AND
            + StorageSettings.EXPECTED
            + AND
            + StorageSettings.READY
            + AND
            + StorageSettings.SHARED
            + AND
            + StorageSettings.WINDOW
            + AND
            + StorageSettings.PREFETCH;

    /** Made by Declarative Services. */
    public PrioFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        StorageSettings settings = StorageSettings.of(context.parameters().allowOnly(DECLARED));
        return new StorageComponent(context, settings, Task::priority);
    }

    @Override
    public boolean asksForEstimates() {
        return false;
    }
}
