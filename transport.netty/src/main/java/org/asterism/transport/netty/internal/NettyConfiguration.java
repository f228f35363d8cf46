package org.asterism.transport.netty.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration of the transport. A change closes all links. */
@ObjectClassDefinition(
        id = NettyConfiguration.PID,
        name = "Asterism transport by Netty",
        description = "Threads and time limits of links between members")
@interface NettyConfiguration {
    String PID = "org.asterism.transport.netty";

    /**
     * The number of threads that serve links.
     *
     * @return 0 for one, and one more for each eight processors, up to four
     */
    @AttributeDefinition(
            name = "Threads",
            description = "Threads that serve links; 0 means one, and one more for each eight processors, up to four",
            min = "0",
            max = "64",
            required = false)
    int threads() default 0;

    /**
     * The time limit of each step towards a link.
     *
     * @return seconds
     */
    @AttributeDefinition(
            name = "Timeout",
            description = "Seconds that a peer may take to accept a connection, and again to prove its identity",
            min = "1",
            max = "3600",
            required = false)
    int timeout_seconds() default 10;
}
