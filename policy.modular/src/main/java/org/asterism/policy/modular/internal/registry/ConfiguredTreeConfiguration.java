package org.asterism.policy.modular.internal.registry;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** A tree of components, and so a policy; factory PID {@code org.asterism.tree}. */
@ObjectClassDefinition(
        name = "Asterism tree",
        description = "A tree of scheduling components, which contexts can use as a policy")
@interface ConfiguredTreeConfiguration {
    /** The name of the policy; if it is missing, what is behind the {@code ~} of the configuration's PID. */
    @AttributeDefinition(
            name = "Name",
            required = false,
            description = "The name of the policy; if it is missing, what is behind the ~ of the configuration's PID")
    String name() default "";

    /** What the policy does, in a sentence. */
    @AttributeDefinition(name = "Summary", required = false, description = "What the policy does, in a sentence")
    String summary() default "";

    /** The tree, as {@code docs/trees.md} tells. */
    @AttributeDefinition(
            name = "Description",
            description = "The tree, such as: prio / eager / each worker: best-implementation")
    String description() default "";
}
