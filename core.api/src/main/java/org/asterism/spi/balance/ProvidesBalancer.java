package org.asterism.spi.balance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Attribute;
import org.osgi.annotation.bundle.Capability;

/**
 * Declares in a bundle's manifest which balancer it provides, so that other bundles can require it:
 * {@code Require-Capability: org.asterism.balancer; filter:="(balancer.name=idle)"}. Put it on the class of the
 * service.
 *
 * <p>Programs without OSGi find the class through {@link java.util.ServiceLoader}, for which bnd writes an entry in
 * {@code META-INF/services}. So the class is public and has a public constructor without parameters.
 */
@Capability(namespace = ProvidesBalancer.NAMESPACE)
@Capability(
        namespace = "osgi.serviceloader",
        name = "org.asterism.spi.balance.ContextBalancer",
        attribute = "register:=\"${@class}\"")
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface ProvidesBalancer {
    /** The capability's namespace. */
    String NAMESPACE = "org.asterism.balancer";

    /**
     * The balancer's name.
     *
     * @return the same as the service property {@link ContextBalancer#NAME}
     */
    @Attribute(ContextBalancer.NAME)
    String value();
}
