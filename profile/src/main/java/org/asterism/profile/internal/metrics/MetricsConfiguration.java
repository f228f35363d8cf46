package org.asterism.profile.internal.metrics;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration of counts that are made for metrics only. */
@ObjectClassDefinition(
        id = MetricsConfiguration.PID,
        name = "Asterism metrics",
        description = "Metrics of runtimes for monitoring systems")
@interface MetricsConfiguration {
    String PID = "org.asterism.metrics";

    /**
     * Whether kernels are counted by codelet.
     *
     * @return whether they are, from the first reading on
     */
    @AttributeDefinition(
            name = "Codelets",
            description = "Count kernels and their time by codelet, from the first reading on; costs a little per task",
            required = false)
    boolean codelets() default false;
}
