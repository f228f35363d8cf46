package org.asterism.remote.member.internal;

import org.asterism.kit.remote.DriverOption;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration of a member: its name, and what it gives to a coordinator. */
@ObjectClassDefinition(
        id = MemberConfiguration.PID,
        name = "Asterism member",
        description = "Lets this process run tasks of a coordinator in another one")
@interface MemberConfiguration {
    String PID = "org.asterism.remote.member";

    /**
     * Returns the member's name.
     *
     * @return unique among the members of a coordinator
     */
    @AttributeDefinition(
            name = "Name",
            description = "What the names of its workers begin with at the coordinator; letters, digits, '.', '_', '-'")
    String name();

    /**
     * Returns how much memory is held for a coordinator at most.
     *
     * @return MiB
     */
    @AttributeDefinition(
            name = "Memory",
            description = "MiB held for a coordinator; it may allocate half of them",
            min = "1")
    long memory() default 1024;

    /**
     * Returns how many units are opened for a coordinator at most.
     *
     * @return 0 for all
     */
    @AttributeDefinition(
            name = "Workers",
            description = "Processor cores that a coordinator may use; 0 for all",
            min = "0",
            required = false)
    int workers() default 0;

    /**
     * Returns the drivers whose units are opened for a coordinator.
     *
     * @return each as {@code NAME} or {@code NAME,key=value,...} with properties of the driver
     */
    @AttributeDefinition(
            name = "Drivers",
            description = "The drivers whose workers a coordinator may use, each as NAME or NAME,key=value,... with"
                    + " options of the driver, such as opencl,memory.limit=64m",
            required = false)
    String[] drivers() default DriverOption.CPU;

    /**
     * Returns how large a bundle may be that is installed because a coordinator has it.
     *
     * @return MiB; 0 if none are installed
     */
    @AttributeDefinition(
            name = "Install",
            description = "MiB of the largest bundle that is installed because the coordinator has its codelets; 0 to"
                    + " install none. Everybody who may be the coordinator can run any code here then",
            min = "0",
            max = "1024",
            required = false)
    long install() default 0;
}
