package org.asterism.cluster.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Configuration of a coordinator: its address, and the file with the keys that it trusts. */
@ObjectClassDefinition(
        id = ClusterConfiguration.PID,
        name = "Asterism cluster",
        description = "Lets members on this machine and others join this process, which then uses their workers")
@interface ClusterConfiguration {
    String PID = "org.asterism.cluster";

    /**
     * Returns where members find this process.
     *
     * @return as {@code HOST} or {@code HOST:PORT}; empty if no members may come but those that this process starts
     */
    @AttributeDefinition(
            name = "Address",
            description = "Where members find this process, as HOST or HOST:PORT (port 7800 if none is given); empty"
                    + " if no members may come but those that this process starts itself",
            required = false)
    String address() default "";

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
}
