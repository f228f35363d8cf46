package org.asterism.cluster.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Properties of a member's configuration that describe its coordinator. Bundle remote.member reads the others. */
@ObjectClassDefinition(
        id = MemberNodeConfiguration.PID,
        name = "Asterism member: its coordinator",
        description = "Where a member finds its coordinator")
@interface MemberNodeConfiguration {
    String PID = "org.asterism.remote.member";

    /**
     * Returns the member's name.
     *
     * @return unique among the members of a coordinator
     */
    @AttributeDefinition(name = "Name", description = "What the names of its workers begin with at the coordinator")
    String name();

    /**
     * Returns where the coordinator is.
     *
     * @return as {@code HOST} or {@code HOST:PORT}; several if it may be at one of several; none if {@code discovery}
     *     finds it, or other programs open the links
     */
    @AttributeDefinition(
            name = "Coordinator",
            description = "Where the coordinator is, as HOST or HOST:PORT (port 7800 if none is given)",
            required = false)
    String[] coordinator() default {};

    /**
     * Returns where this process listens.
     *
     * @return as {@code HOST} or {@code HOST:PORT}; port 0 for any free one
     */
    @AttributeDefinition(
            name = "Address",
            description = "The interface at which this process listens to the coordinator and other members, as HOST or"
                    + " HOST:PORT",
            required = false)
    String address() default "localhost";

    /**
     * Returns how members find the coordinator.
     *
     * @return {@code address}, {@code file:FOLDER}, {@code multicast}, {@code multicast:ADDRESS:PORT} or
     *     {@code dns:NAME}
     */
    @AttributeDefinition(
            name = "Discovery",
            description = "How members find the coordinator: address, file:FOLDER with a folder that all machines"
                    + " share, multicast, multicast:ADDRESS:PORT, or dns:NAME",
            required = false)
    String discovery() default Discovery.BY_ADDRESS;

    /**
     * Returns the file of keys.
     *
     * @return a key store in the format PKCS12; empty for none
     */
    @AttributeDefinition(
            name = "Keys",
            description = "The file with the own key and the trusted certificates, in the format PKCS12; required"
                    + " unless the address is a loopback address",
            required = false)
    String keys() default "";

    /**
     * Returns the password of the file of keys.
     *
     * @return the password; empty to take it from the environment variable {@code ASTERISM_KEYS_PASSWORD}
     */
    @AttributeDefinition(
            name = "Password of the keys",
            description = "Empty to take it from the environment variable ASTERISM_KEYS_PASSWORD",
            required = false)
    String keys_password() default "";

    /**
     * Returns the port at which this process takes links.
     *
     * @return 0 for any free one
     */
    @AttributeDefinition(
            name = "Links",
            description = "The port at which this process takes links for tasks and data; 0 for any free one",
            min = "0",
            max = "65535",
            required = false)
    int links() default 0;

    /**
     * Returns after how long a process that says nothing counts as gone.
     *
     * @return milliseconds; it is asked a last time then, which takes 0.3 s
     */
    @AttributeDefinition(
            name = "Silence",
            description =
                    "Milliseconds after which a process that says nothing is asked a last time, and counts as gone"
                            + " 0.3 s later; at least 500, and more on machines that are busy",
            min = "500",
            required = false)
    int silence_milliseconds() default 900;

    /**
     * Returns whether bundles are installed because a coordinator has them.
     *
     * @return MiB of the largest bundle; 0 if none are installed
     */
    @AttributeDefinition(
            name = "Install",
            description = "MiB of the largest bundle that is installed because the coordinator has its codelets; 0 to"
                    + " install none. Requires keys, since everybody who may be the coordinator can run any code then",
            min = "0",
            max = "1024",
            required = false)
    long install() default 0;
}
