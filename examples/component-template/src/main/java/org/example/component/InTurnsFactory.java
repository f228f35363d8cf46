package org.example.component;

import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.ProvidesComponent;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;
import org.osgi.service.component.annotations.Component;

/** The service by which Asterism finds the component. It makes one for each place in a tree. */
@Component(
        property = {
            SchedulingComponentFactory.NAME + "=" + InTurnsFactory.COMPONENT,
            SchedulingComponentFactory.KIND + "=resource mapping",
            SchedulingComponentFactory.DESCRIPTION + "=gives tasks to its children in turns",
            SchedulingComponentFactory.PARAMETERS + "=" + InTurns.RUN
        })
@ProvidesComponent(InTurnsFactory.COMPONENT)
public final class InTurnsFactory implements SchedulingComponentFactory {
    /** The name of the component in descriptions of trees: {@code fifo / in-turns}. */
    static final String COMPONENT = "in-turns";

    @Override
    public SchedulingComponent create(ComponentContext context) {
        return new InTurns(context);
    }
}
