package org.asterism.core.internal.runtime.service;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration of the shared runtime; PID {@code org.asterism.runtime}. */
@ObjectClassDefinition(name = "Asterism runtime", description = "The runtime that is registered as a service")
@interface DefaultRuntimeConfiguration {
    @AttributeDefinition(name = "Policy", description = "The policy of the default context")
    String policy() default "eager";

    @AttributeDefinition(name = "Policy properties", description = "The policy's properties, each as name=value")
    String[] policy_properties() default {};

    @AttributeDefinition(
            name = "Fall-back policy",
            description = "Takes over when the policy in use fails or leaves; empty to park the context instead")
    String fallback_policy() default "eager";

    /**
     * The workers that get no thread, in the notation of
     * {@link org.asterism.api.RuntimeConfiguration#withoutThreadsFor}.
     */
    @AttributeDefinition(
            name = "Workers without threads",
            description =
                    "Workers that programs drive: names of drivers, names of workers, or filters such as (arch=cpu); "
                            + "read when the"
                            + " runtime begins")
    String[] workers_without_threads() default {};

    /** The range of the priorities of the default context's tasks; see {@link org.asterism.api.PriorityRange#parse}. */
    @AttributeDefinition(
            name = "Priorities",
            description =
                    "LEAST..GREATEST priority of the default context's tasks; others are clamped, or with ,refuse "
                            + "behind it"
                            + " refused; empty for all")
    String priorities() default "";

    @AttributeDefinition(
            name = "Limit",
            description =
                    "GO_ON..MOST submitted tasks of the default context: at MOST submission waits until GO_ON are "
                            + "left; empty"
                            + " for no limit")
    String limit() default "";

    @AttributeDefinition(
            name = "Balancer",
            description = "Moves workers between contexts; empty to leave them where they are")
    String balancer() default "";

    @AttributeDefinition(name = "Balancer properties", description = "The balancer's properties, each as name=value")
    String[] balancer_properties() default {};

    /** The CPU workers that run parallel tasks together; see {@link org.asterism.api.TeamSettings#parse}. */
    @AttributeDefinition(
            name = "Teams",
            description = "Which CPU workers run parallel tasks together:"
                    + " any of least=N, most=N, level=TYPE, arity=N and single, with commas between; read "
                    + "when the runtime begins")
    String teams() default "";

    /** In seconds; see {@link org.asterism.api.RuntimeConfiguration#withClosingTimeout}. */
    @AttributeDefinition(
            name = "Closing timeout",
            description =
                    "For how many seconds closing waits for a kernel or a copy that does not end; more than 0, read "
                            + "when the"
                            + " runtime begins",
            min = "1")
    long closing_timeout_seconds() default 600;

    /** See {@link org.asterism.api.RuntimeConfiguration#withPrefetch}. */
    @AttributeDefinition(
            name = "Prefetch",
            description = "Whether policies may have data fetched before a worker takes the task; read when the runtime"
                    + " begins")
    boolean prefetch() default true;
}
