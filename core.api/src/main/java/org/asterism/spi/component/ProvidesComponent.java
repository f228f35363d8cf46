package org.asterism.spi.component;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Attribute;
import org.osgi.annotation.bundle.Capability;

/**
 * Declares in a bundle's manifest which component it provides, so that other bundles can require it:
 * {@code Require-Capability: org.asterism.component; filter:="(scheduling.component.name=fifo)"}. Put it on the class
 * of the factory.
 */
@Capability(namespace = ProvidesComponent.NAMESPACE)
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface ProvidesComponent {
    /** The capability's namespace. */
    String NAMESPACE = "org.asterism.component";

    /**
     * The component's name.
     *
     * @return the same as the service property {@link SchedulingComponentFactory#NAME}
     */
    @Attribute(SchedulingComponentFactory.NAME)
    String value();
}
