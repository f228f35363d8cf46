package org.asterism.cluster.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.LinkSecurity;
import org.asterism.spi.remote.Receiver;
import org.asterism.spi.remote.Transport;
import org.junit.jupiter.api.Test;

class PeerDialerTest {
    private static final long PATIENCE_SECONDS = 30;

    private final CompletableFuture<Receiver> connected = new CompletableFuture<>();
    private final CompletableFuture<Thread> thread = new CompletableFuture<>();
    private final CompletableFuture<String> failed = new CompletableFuture<>();
    private final Silent receiver = new Silent();
    private volatile IOException refusal;

    private final class ToyTransport implements Transport {
        @Override
        public Listening listen(InetSocketAddress address, LinkSecurity security, Acceptor acceptor) {
            throw new AssertionError("nobody listens here");
        }

        @Override
        public Link connect(InetSocketAddress address, LinkSecurity security, Receiver to) throws IOException {
            thread.complete(Thread.currentThread());
            assertEquals(7, address.getPort());
            if (refusal != null) {
                throw refusal;
            }
            connected.complete(to);
            return null;
        }
    }

    private static final class Silent implements Receiver {
        @Override
        public List<MemorySegment> head(Link link, ByteBuffer head, long bytes) {
            return List.of();
        }

        @Override
        public void body(Link link) {}

        @Override
        public void closed(Link link, String reason) {}
    }

    private void dial(String host) {
        new PeerDialer(new ToyTransport(), LinkSecurity.NONE)
                .dial(host, 7, receiver)
                .whenComplete((_, refused) -> failed.complete(refused == null ? "" : refused.getMessage()));
    }

    @Test
    void shouldOpenALinkOnAThreadOfItsOwn() throws Exception {
        dial("127.0.0.1");
        assertSame(receiver, connected.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertNotSame(Thread.currentThread(), thread.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    @Test
    void shouldSayWhyThereIsNoLink() throws Exception {
        refusal = new IOException("cannot connect");
        dial("127.0.0.1");
        assertEquals("cannot connect", failed.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    @Test
    void shouldSayThatThereIsNoSuchHost() throws Exception {
        dial("no-such-host.invalid");
        assertEquals("there is no host 'no-such-host.invalid'", failed.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }
}
