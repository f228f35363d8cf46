package org.asterism.kit.policy.placement;

import org.asterism.kit.policy.CostWeights;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * The default weights of all policies of the family. Properties of the same names, with which a policy is requested,
 * override them.
 */
@ObjectClassDefinition(
        id = WeightsConfiguration.PID,
        name = "Asterism policies dm and dmda",
        description =
                "What the policies dm, dmda, dmdap, dmdar, dmdas, dmdasd, dmdac and heft weigh with, also while they "
                        + "are in charge")
@interface WeightsConfiguration {
    String PID = "org.asterism.policy.dmda";

    /** The weight of a later end. */
    @AttributeDefinition(name = "Alpha", description = CostWeights.ALPHA, min = "0", max = "1e12")
    double alpha() default 1;

    /** The weight of transfers. */
    @AttributeDefinition(name = "Beta", description = CostWeights.BETA, min = "0", max = "1e12")
    double beta() default 1;

    /** The weight of energy. */
    @AttributeDefinition(name = "Gamma", description = CostWeights.GAMMA, min = "0", max = "1e12")
    double gamma() default 1000;

    /** Power of the idle workers. */
    @AttributeDefinition(name = "Idle power", description = CostWeights.IDLE_POWER, min = "0", max = "1e12")
    double idle$_$power() default 0;

    /** Whether to send for data early. */
    @AttributeDefinition(name = "Prefetch", description = Weights.PREFETCH)
    boolean prefetch() default true;

    /** Whether to try what is not known. */
    @AttributeDefinition(name = "Explore", description = Weights.EXPLORE)
    boolean explore() default true;

    /** Number of tasks to examine. */
    @AttributeDefinition(name = "Window", description = Weights.WINDOW, min = "1", max = "1000000")
    int window() default 1024;
}
