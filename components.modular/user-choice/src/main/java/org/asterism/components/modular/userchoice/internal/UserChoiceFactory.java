package org.asterism.components.modular.userchoice.internal;

import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Factory of the component {@code user-choice}. */
@ProvidesComponent("user-choice")
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=user-choice",
            SchedulingComponentFactory.KIND + "=special purpose",
            SchedulingComponentFactory.DESCRIPTION + "=gives each task to the child whose number it has as a hint",
            SchedulingComponentFactory.PARAMETERS + "=" + UserChoiceFactory.OTHERWISE
        },
        configurationPolicy = ConfigurationPolicy.IGNORE)
public final class UserChoiceFactory implements SchedulingComponentFactory {
    static final String OTHERWISE = "otherwise (0; from 0): the number of the child for tasks without a hint";

    /** Called by Declarative Services. */
    public UserChoiceFactory() {}

    @Override
    public SchedulingComponent create(ComponentContext context) {
        context.parameters().allowOnly(OTHERWISE);
        return new UserChoiceComponent(context);
    }

    @Override
    public boolean asksForEstimates() {
        return false;
    }
}
