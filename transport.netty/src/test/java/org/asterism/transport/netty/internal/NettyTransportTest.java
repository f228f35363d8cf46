package org.asterism.transport.netty.internal;

import java.time.Duration;
import org.asterism.spi.remote.Transport;
import org.asterism.tck.TransportContract;

/** The contract of transports. */
final class NettyTransportTest extends TransportContract {
    @Override
    protected Transport open() {
        return new NettyTransport(2, Duration.ofSeconds(5));
    }

    @Override
    protected void close(Transport used) {
        ((NettyTransport) used).close();
    }
}
