package org.asterism.core.internal.runtime.service;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * A scheduling context of the shared runtime; factory PID {@code org.asterism.context}.
 *
 * <p>Metadata for tools only: {@link ContextReader} reads the properties itself, so that it can report the place of
 * each mistake and the allowed values.
 */
@ObjectClassDefinition(
        name = "Asterism context",
        description = "A scheduling context of the runtime that is registered as a service")
@interface ContextConfiguration {
    @AttributeDefinition(
            name = "Name",
            required = false,
            description = "The context's name; if it is missing, what is behind the ~ of the configuration's PID")
    String name() default "";

    @AttributeDefinition(
            name = "Policy",
            required = false,
            description = "The policy or scheduling tree, as NAME or NAME,key=value,...")
    String policy() default "eager";

    @AttributeDefinition(
            name = "Fall-back policy",
            required = false,
            description = "Takes over when the policy in use fails or leaves; empty to park the context instead")
    String fallback_policy() default "eager";

    @AttributeDefinition(
            name = "Workers",
            required = false,
            description =
                    "all, none, names such as cpu-0,cpu-1 or cpu-0..3, a filter such as (arch=cpu), or a share such as"
                            + " 1/2 of package:0")
    String workers() default "none";

    @AttributeDefinition(name = "Share", required = false, description = "Whether its parent keeps these workers, too")
    boolean share() default false;

    @AttributeDefinition(name = "Parent", required = false, description = "The context that its workers come from")
    String parent() default "default";

    @AttributeDefinition(
            name = "Heir",
            required = false,
            description =
                    "The context that takes its workers and unfinished tasks when it is closed; empty to wait for the"
                            + " tasks, and give the workers back to the parent")
    String heir() default "";

    @AttributeDefinition(
            name = "Priorities",
            required = false,
            description =
                    "LEAST..GREATEST priority of its tasks; others are clamped, or with ,refuse behind it refused; "
                            + "empty"
                            + " for all")
    String priorities() default "";

    @AttributeDefinition(
            name = "Limit",
            required = false,
            description =
                    "GO_ON..MOST submitted tasks: at MOST submission waits until GO_ON are left; empty for no limit")
    String limit() default "";

    @AttributeDefinition(
            name = "Rank",
            required = false,
            description = "Workers of several contexts look into those of greater rank first")
    int rank() default 0;
}
