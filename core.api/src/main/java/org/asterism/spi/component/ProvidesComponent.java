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
 *
 * <p>Programs without OSGi find the class through {@link java.util.ServiceLoader}, for which bnd writes an entry in
 * {@code META-INF/services}. So the class is public and has a public constructor without parameters.
 */
@Capability(namespace = ProvidesComponent.NAMESPACE)
@Capability(
        namespace = "osgi.serviceloader",
        name = "org.asterism.spi.component.SchedulingComponentFactory",
        attribute = "register:=\"${@class}\"")
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
