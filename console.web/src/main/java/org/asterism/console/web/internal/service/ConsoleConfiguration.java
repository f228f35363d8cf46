package org.asterism.console.web.internal.service;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Where the live page is, unless the command says otherwise. */
@ObjectClassDefinition(
        id = ConsoleConfiguration.PID,
        name = "Asterism console",
        description = "Where asterism:console opens the live page; in effect when the page starts next")
@interface ConsoleConfiguration {
    String PID = "org.asterism.console";

    /**
     * The address of the network interface.
     *
     * @return a name or number; {@code 0.0.0.0} for all interfaces
     */
    @AttributeDefinition(
            name = "Address",
            description = "The address to listen on; others than 127.0.0.1 let other machines reach the page",
            required = false)
    String address() default "127.0.0.1";

    /**
     * The port.
     *
     * @return 0 for any free one
     */
    @AttributeDefinition(
            name = "Port",
            description = "The port, 0 for any free one",
            min = "0",
            max = "65535",
            required = false)
    int port() default 0;

    /**
     * Names under which browsers reach the page from other machines.
     *
     * @return names or addresses, without port
     */
    @AttributeDefinition(
            name = "Hosts",
            description = "Further names of this machine in the addresses that browsers use; all others are refused",
            required = false)
    String[] hosts() default {};

    /**
     * Whether {@code /metrics} needs no token.
     *
     * @return whether every program that reaches the port may read the metrics
     */
    @AttributeDefinition(
            name = "Open metrics",
            description = "Serve /metrics to every program that reaches the port, without the token",
            required = false)
    boolean metrics_open() default false;
}
