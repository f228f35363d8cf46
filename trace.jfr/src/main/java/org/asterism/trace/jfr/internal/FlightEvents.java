package org.asterism.trace.jfr.internal;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.EventFactory;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.ValueDescriptor;

/**
 * The kinds of events. They are made when one is first asked for. The flight recorder makes their classes itself: a
 * class of this bundle could not see the package of the JDK that the recorder writes calls to into event classes.
 */
enum FlightEvents {
    /** Execution of a task: its id, codelet, worker, context and policy. */
    TASK(
            "Task",
            "Execution of a task, from the launch of its kernel to its end",
            new ValueDescriptor(long.class, "task"),
            text("codelet"),
            text("worker"),
            text("context"),
            text("policy")),
    /** Copy between two memory nodes: the data, the source, the target and the bytes. */
    TRANSFER(
            "Transfer",
            "Copy of data from one memory node to another",
            text("data"),
            text("from"),
            text("to"),
            new ValueDescriptor(
                    long.class, "bytes", List.of(new AnnotationElement(DataAmount.class, DataAmount.BYTES)))),
    /** Replacement of a policy: the context, the former policy and the present one. */
    POLICY_SWAP("PolicySwap", "Replacement of the policy of a context", text("context"), text("before"), text("now"));

    private final EventFactory factory;

    FlightEvents(String name, String description, ValueDescriptor... fields) {
        factory = EventFactory.create(
                List.of(
                        new AnnotationElement(Name.class, "org.asterism." + name),
                        new AnnotationElement(Label.class, name),
                        new AnnotationElement(Category.class, new String[] {"Asterism"}),
                        new AnnotationElement(Description.class, description),
                        new AnnotationElement(StackTrace.class, false)),
                Arrays.asList(fields));
    }

    private static ValueDescriptor text(String name) {
        return new ValueDescriptor(String.class, name);
    }

    /** The factory of these events. */
    EventFactory factory() {
        return factory;
    }

    /** Whether a flight recording that runs wants any of them. Registers them, again if they were unregistered. */
    static boolean areWanted() {
        all().forEach(EventFactory::register);
        return all().anyMatch(each -> each.getEventType().isEnabled());
    }

    /** Makes the flight recorder forget them. */
    static void unregister() {
        all().forEach(EventFactory::unregister);
    }

    private static Stream<EventFactory> all() {
        return Arrays.stream(values()).map(FlightEvents::factory);
    }
}
