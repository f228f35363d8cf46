package org.asterism.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Requirement;

/**
 * Requires in a bundle's manifest that an implementation of this interface is there, so that a resolver adds the core
 * to the bundles of a program. Put it on a class or package of a bundle that uses {@link TaskRuntime} or
 * {@link RuntimeFactory}.
 *
 * <p>The implementation brings neither policies nor drivers. A program that needs certain ones requires them by name,
 * for instance {@code org.asterism.policy;filter:='(policy.name=eager)'} and
 * {@code org.asterism.driver;filter:='(driver.name=cpu)'}.
 *
 * <p>The annotation has no effect in programs without OSGi.
 */
@Requirement(
        namespace = "osgi.implementation",
        name = RequireAsterism.IMPLEMENTATION,
        version = RequireAsterism.VERSION)
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.PACKAGE})
public @interface RequireAsterism {
    /** The value of {@code osgi.implementation} in the capability of an implementation. */
    String IMPLEMENTATION = "asterism";

    /**
     * The version of the capability: that of the package {@code org.asterism.api}. An implementation of the same major
     * version and at least this minor version is accepted.
     */
    String VERSION = "1.1.0";
}
