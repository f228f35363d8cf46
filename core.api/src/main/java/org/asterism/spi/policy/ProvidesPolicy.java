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
 */
@Capability(namespace = ProvidesPolicy.NAMESPACE)
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
