package org.asterism.topology.hwloc.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration of the topology's source. */
@ObjectClassDefinition(
        id = HwlocConfiguration.PID,
        name = "Asterism topology",
        description = "Where Asterism learns how the machine is built, and how it binds threads")
@interface HwlocConfiguration {
    String PID = "org.asterism.topology.hwloc";

    /**
     * Whether to use libhwloc.
     *
     * @return false to use what the JDK can see even if libhwloc is there
     */
    @AttributeDefinition(name = "Use libhwloc", description = "false: read /sys even if libhwloc is installed")
    boolean enabled() default true;

    /**
     * The library to load.
     *
     * @return a file name or path, or empty
     */
    @AttributeDefinition(
            name = "Library",
            description = "File name or path of libhwloc; empty for the system's",
            required = false)
    String library() default "";
}
