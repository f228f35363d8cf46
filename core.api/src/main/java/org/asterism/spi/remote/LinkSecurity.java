package org.asterism.spi.remote;

import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How both sides of a link prove who they are.
 *
 * @param tls the own key and the trusted peers, for TLS with certificates of both sides; empty for links without
 *     encryption, which only loopback addresses may have
 */
public record LinkSecurity(Optional<SSLContext> tls) {
    /** Links without encryption and authentication. */
    public static final LinkSecurity NONE = new LinkSecurity(Optional.empty());

    /**
     * Mutual authentication by TLS.
     *
     * @param tls the own key and the trusted peers
     * @return security with it
     */
    public static LinkSecurity of(SSLContext tls) {
        return new LinkSecurity(Optional.of(tls));
    }
}
