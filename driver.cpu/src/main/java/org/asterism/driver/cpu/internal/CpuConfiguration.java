package org.asterism.driver.cpu.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration of the driver: the processing units that get a worker. */
@ObjectClassDefinition(
        id = CpuConfiguration.PID,
        name = "Asterism CPU driver",
        description = "Which processing units of this machine get a worker")
@interface CpuConfiguration {
    String PID = "org.asterism.driver.cpu";

    /**
     * The property's name, to see whether it was configured: it has no default, so that the environment can give one.
     */
    String WORKERS = "workers";

    /**
     * Returns the number of workers to open if the runtime does not set it.
     *
     * @return 0 for one per core
     */
    @AttributeDefinition(
            name = "Workers",
            description = "Number of workers, 0 for one per core; if not set, ASTERISM_NCPU or 0",
            required = false,
            min = "0",
            max = "4096")
    int workers();

    /**
     * Returns the number of hardware threads of each core to use.
     *
     * @return 0 for all
     */
    @AttributeDefinition(
            name = "Hardware threads per core",
            description = "How many hardware threads of each core get a worker; 0 for all of them",
            min = "0",
            max = "4096")
    int threads_per_core() default 1;

    /**
     * Whether to bind each worker's thread to its processing unit.
     *
     * @return false to leave it to the operating system
     */
    @AttributeDefinition(name = "Bind", description = "Whether each worker stays on its processing unit")
    boolean bind() default true;

    /**
     * The processing units to use, in this order.
     *
     * @return numbers of the operating system, such as {@code 0,2,4-7}; empty for all
     */
    @AttributeDefinition(
            name = "CPUs",
            description =
                    "The operating system's numbers of the processing units to use, such as 0,2,4-7; empty for all",
            required = false)
    String cpus() default "";
}
