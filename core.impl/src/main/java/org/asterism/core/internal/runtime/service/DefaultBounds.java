package org.asterism.core.internal.runtime.service;

import java.util.function.Function;
import org.asterism.api.ContextDescription;
import org.asterism.api.PriorityRange;
import org.asterism.api.SchedulingContext;
import org.asterism.core.internal.context.Context;

/**
 * The configured limits of the shared runtime's default context.
 *
 * @param priorities the range of its tasks' priorities
 * @param goOn the number of tasks left at which submission continues
 * @param most the number of tasks at which submission waits
 */
record DefaultBounds(PriorityRange priorities, long goOn, long most) {
    private static final System.Logger LOG = System.getLogger(DefaultBounds.class.getName());

    /** Every priority, and no limit. */
    static final DefaultBounds NONE = of(ContextDescription.named(SchedulingContext.DEFAULT));

    private static DefaultBounds of(ContextDescription description) {
        return new DefaultBounds(description.priorities(), description.goOnSubmitting(), description.mostSubmitted());
    }

    /** As a configuration says; what makes no sense in it is reported, and stays as it is here. */
    DefaultBounds changed(String configuredPriorities, String configuredLimit) {
        PriorityRange range = read(
                "priorities",
                configuredPriorities,
                text -> text.isEmpty() ? NONE.priorities : PriorityRange.parse(text),
                priorities);
        return read(
                "limit",
                configuredLimit,
                text -> {
                    DefaultBounds limits = text.isEmpty()
                            ? NONE
                            : of(ContextDescription.named(SchedulingContext.DEFAULT)
                                    .withLimit(text));
                    return new DefaultBounds(range, limits.goOn, limits.most);
                },
                new DefaultBounds(range, goOn, most));
    }

    private static <T> T read(String property, String text, Function<String, T> reader, T present) {
        try {
            return reader.apply(text.strip());
        } catch (IllegalArgumentException wrong) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "configuration org.asterism.runtime: property ''{0}'' is ''{1}'': {2}; it stays as it was",
                    property,
                    text,
                    wrong.getMessage());
            return present;
        }
    }

    /**
     * Applies these bounds to a context. Bounds that are unchanged stay as they are, because the program may have
     * changed them.
     */
    void apply(Context context, DefaultBounds before) {
        if (!priorities.equals(before.priorities)) {
            context.range(priorities);
        }
        if (goOn != before.goOn || most != before.most) {
            context.limitSubmitted(goOn, most);
        }
    }
}
