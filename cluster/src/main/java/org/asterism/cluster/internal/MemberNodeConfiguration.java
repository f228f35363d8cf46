package org.asterism.cluster.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What a member's configuration says of its coordinator; {@code remote.member} reads the rest of it. */
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
     * @return as {@code HOST} or {@code HOST:PORT}; several if it may be at one of several; none if other programs open
     *     the links
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
}
