package org.asterism.components.modular.eagercalibration.internal;

import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Factory of the component {@code eager-calibration}. */
@ProvidesComponent("eager-calibration")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=eager-calibration",
            SchedulingComponentFactory.KIND + "=resource mapping",
            SchedulingComponentFactory.DESCRIPTION
                    + "=gives tasks to workers on which their time is not known yet, so that it is measured"
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class EagerCalibrationFactory implements SchedulingComponentFactory {
    /** Called by Declarative Services. */
    public EagerCalibrationFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        context.parameters().allowOnly();
        return new EagerCalibrationComponent(context);
    }
}
