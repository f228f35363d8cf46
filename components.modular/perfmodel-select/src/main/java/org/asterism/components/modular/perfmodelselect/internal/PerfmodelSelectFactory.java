package org.asterism.components.modular.perfmodelselect.internal;

import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Factory of the component {@code perfmodel-select}. */
@ProvidesComponent("perfmodel-select")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=perfmodel-select",
            SchedulingComponentFactory.KIND + "=special purpose",
            SchedulingComponentFactory.DESCRIPTION + "=has a branch for tasks whose times are known (perf),"
                    + " one for those to be measured (calibrate), and one for those without a model (else)"
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class PerfmodelSelectFactory implements SchedulingComponentFactory {
    /** Called by Declarative Services. */
    public PerfmodelSelectFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        context.parameters().allowOnly();
        return new PerfmodelSelectComponent(context);
    }
}
