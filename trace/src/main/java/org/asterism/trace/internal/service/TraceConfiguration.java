package org.asterism.trace.internal.service;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration of a recording that begins with the container. */
@ObjectClassDefinition(
        id = TraceConfiguration.PID,
        name = "Asterism trace",
        description = "A recording of the runtime that programs share, from its start on")
@interface TraceConfiguration {
    String PID = "org.asterism.trace";

    /**
     * How long to keep events in memory.
     *
     * @return such as {@code 10s}; empty to write all events to the file
     */
    @AttributeDefinition(
            name = "Keep last",
            description =
                    "How long to keep events in memory, such as 500ms, 10s or 5min; empty to write all to the file",
            required = false)
    String keep_last() default "";

    /**
     * The file that the recording is written to.
     *
     * @return empty for a recording in memory only
     */
    @AttributeDefinition(
            name = "File",
            description = "The file to write; with a time to keep, it is written when the recording ends",
            required = false)
    String file() default "";

    /**
     * The most memory that events take.
     *
     * @return bytes
     */
    @AttributeDefinition(
            name = "Memory",
            description = "How many bytes of events to keep in memory; the oldest are dropped first",
            min = "1")
    long memory_bytes() default 67_108_864;

    /**
     * The size of the buffer of each thread.
     *
     * @return bytes
     */
    @AttributeDefinition(
            name = "Buffer",
            description = "The bytes of the buffer of each thread that reports events",
            min = "512",
            max = "67108864")
    int ring_bytes() default 524_288;
}
