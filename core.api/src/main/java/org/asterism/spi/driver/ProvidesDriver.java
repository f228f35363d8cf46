package org.asterism.spi.driver;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Attribute;
import org.osgi.annotation.bundle.Capability;

/**
 * Declares in a bundle's manifest which driver it provides. Put it on the driver's class.
 *
 * <p>Programs without OSGi find the class through {@link java.util.ServiceLoader}, for which bnd writes an entry in
 * {@code META-INF/services}. So the class is public and has a public constructor without parameters.
 */
@Capability(namespace = ProvidesDriver.NAMESPACE)
@Capability(
        namespace = "osgi.serviceloader",
        name = "org.asterism.spi.driver.Driver",
        attribute = "register:=\"${@class}\"")
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface ProvidesDriver {
    /** The capability's namespace. */
    String NAMESPACE = "org.asterism.driver";

    /**
     * The driver's name.
     *
     * @return the same as the service property {@link Driver#NAME}
     */
    @Attribute(Driver.NAME)
    String value();
}
