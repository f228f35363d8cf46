package org.asterism.components.modular.bestimplementation.internal;

import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Factory of the component {@code best-implementation}. */
@ProvidesComponent("best-implementation")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=best-implementation",
            SchedulingComponentFactory.KIND + "=special purpose",
            SchedulingComponentFactory.DESCRIPTION
                    + "=chooses which of a codelet's implementations a task runs with: the fastest one for its worker"
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class BestImplementationFactory implements SchedulingComponentFactory {
    /** Called by Declarative Services. */
    public BestImplementationFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        context.parameters().allowOnly();
        return new BestImplementationComponent(context);
    }

    @Override
    public boolean asksForEstimates() {
        return false;
    }
}
