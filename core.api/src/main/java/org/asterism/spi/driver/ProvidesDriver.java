package org.asterism.spi.driver;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Attribute;
import org.osgi.annotation.bundle.Capability;

/** Declares in a bundle's manifest which driver it provides. Put it on the driver's class. */
@Capability(namespace = ProvidesDriver.NAMESPACE)
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
