package org.asterism.spi.policy;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Attribute;
import org.osgi.annotation.bundle.Capability;

/**
 * Declares in a bundle's manifest which policy it provides, so that other bundles can require it:
 * {@code Require-Capability: org.asterism.policy; filter:="(policy.name=eager)"}. Put it on the class of the factory.
 *
 * <p>Programs without OSGi find the class through {@link java.util.ServiceLoader}, for which bnd writes an entry in
 * {@code META-INF/services}. So the class is public and has a public constructor without parameters.
 */
@Capability(namespace = ProvidesPolicy.NAMESPACE)
@Capability(
        namespace = "osgi.serviceloader",
        name = "org.asterism.spi.policy.SchedulingPolicyFactory",
        attribute = "register:=\"${@class}\"")
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface ProvidesPolicy {
    /** The capability's namespace. */
    String NAMESPACE = "org.asterism.policy";

    /**
     * The policy's name.
     *
     * @return the same as the service property {@link SchedulingPolicyFactory#NAME}
     */
    @Attribute(SchedulingPolicyFactory.NAME)
    String value();
}
