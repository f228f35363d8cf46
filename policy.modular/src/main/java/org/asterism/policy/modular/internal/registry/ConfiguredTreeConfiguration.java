package org.asterism.policy.modular.internal.registry;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Configuration of a policy that is a tree of components; factory PID {@code org.asterism.tree}. */
@ObjectClassDefinition(
        name = "Asterism tree",
        description = "A tree of scheduling components, which contexts can use as a policy")
@interface ConfiguredTreeConfiguration {
    /** Name of the policy. By default, the part of the configuration's PID after the {@code ~}. */
    @AttributeDefinition(
            name = "Name",
            required = false,
            description = "The name of the policy; if it is missing, what is behind the ~ of the configuration's PID")
    String name() default "";

    /** Purpose of the policy, in one sentence. */
    @AttributeDefinition(name = "Summary", required = false, description = "What the policy does, in a sentence")
    String summary() default "";

    /** The tree, in the notation of {@code docs/trees.md}. */
    @AttributeDefinition(
            name = "Description",
            description = "The tree, such as: prio / eager / each worker: best-implementation")
    String description() default "";
}
