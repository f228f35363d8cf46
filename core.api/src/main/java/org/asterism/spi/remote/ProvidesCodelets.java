package org.asterism.spi.remote;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Capability;

/**
 * Lets programs without OSGi find a {@link CodeletCatalogue} through {@link java.util.ServiceLoader}: bnd writes an
 * entry in {@code META-INF/services}. Put it on the catalogue's class, which is public and has a public constructor
 * without parameters.
 */
@Capability(
        namespace = "osgi.serviceloader",
        name = "org.asterism.spi.remote.CodeletCatalogue",
        attribute = "register:=\"${@class}\"")
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface ProvidesCodelets {}
