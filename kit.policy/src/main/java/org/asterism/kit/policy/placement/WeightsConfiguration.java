package org.asterism.kit.policy.placement;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What all policies of the family weigh with, unless they were asked for with properties of the same names. */
@ObjectClassDefinition(
        id = WeightsConfiguration.PID,
        name = "Asterism policies dm and dmda",
        description =
                "What the policies dm, dmda, dmdap, dmdar, dmdas, dmdasd, dmdac and heft weigh with, also while they are in charge")
@interface WeightsConfiguration {
    String PID = "org.asterism.policy.dmda";

    /** The weight of a later end. */
    @AttributeDefinition(name = "Alpha", description = "Weight of a later end; 0 or more")
    double alpha() default 1;

    /** The weight of transfers. */
    @AttributeDefinition(name = "Beta", description = "Weight of the time that data travel; 0 or more")
    double beta() default 1;

    /** The weight of energy. */
    @AttributeDefinition(name = "Gamma", description = "What a joule weighs, in microseconds; 0 or more")
    double gamma() default 1000;

    /** What idle workers need. */
    @AttributeDefinition(
            name = "Idle power",
            description = "What the machine needs while it waits for its last worker, in watts; 0 or more")
    double idle$_$power() default 0;

    /** Whether to send for data early. */
    @AttributeDefinition(name = "Prefetch", description = "Whether data are sent for as soon as a task is placed")
    boolean prefetch() default true;

    /** Whether to try what is not known. */
    @AttributeDefinition(
            name = "Explore",
            description = "Whether tasks go to workers where their time is not known yet, or avoid these")
    boolean explore() default true;

    /** How many tasks to look at. */
    @AttributeDefinition(
            name = "Window",
            description = "How many waiting tasks are looked at for the one whose data are there; 1 to 1000000")
    int window() default 1024;
}
