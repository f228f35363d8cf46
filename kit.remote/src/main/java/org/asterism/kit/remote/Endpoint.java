package org.asterism.kit.remote;

import org.asterism.spi.remote.Receiver;
import org.asterism.spi.remote.Transport;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The service of a side: it takes links to the other side, from whoever opens connections. Either side may listen. The
 * side that has accepted a link greets first, and the other one answers.
 */
@ProviderType
public interface Endpoint extends Transport.Acceptor {
    /** The service property that tells the side: {@link #COORDINATOR} or {@link #MEMBER}. */
    String ROLE = "endpoint.role";

    /** The side that has tasks. */
    String COORDINATOR = "coordinator";

    /** The side that runs them. */
    String MEMBER = "member";

    /**
     * Returns the receiver for a link that this side opens.
     *
     * @return to be given to {@link Transport#connect}, once
     */
    Receiver connecting();
}
