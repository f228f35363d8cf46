package org.asterism.components.modular.stage.internal;

import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Factory of the component {@code stage}. */
@ProvidesComponent("stage")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=stage",
            SchedulingComponentFactory.KIND + "=special purpose",
            SchedulingComponentFactory.DESCRIPTION
                    + "=lets workers pull from several branches, from the first one that has a task"
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class StageFactory implements SchedulingComponentFactory {
    /** Called by Declarative Services. */
    public StageFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        context.parameters().allowOnly();
        return new StageComponent(context);
    }

    @Override
    public boolean asksForEstimates() {
        return false;
    }
}
