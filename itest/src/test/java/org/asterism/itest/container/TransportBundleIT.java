package org.asterism.itest.container;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.LinkSecurity;
import org.asterism.spi.remote.Receiver;
import org.asterism.spi.remote.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Constants;

/** The transport beside Netty's own bundles. The test shares the contract with it. */
class TransportBundleIT {
    private static final String TRANSPORT = "org.asterism.transport.netty";

    @TempDir
    Path folder;

    private RunningBundles bundles;
    private final Queue<String> events = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void start() throws Exception {
        Map<String, String> properties = new HashMap<>();
        properties.put(Constants.FRAMEWORK_STORAGE, folder.resolve("cache").toString());
        properties.put("felix.log.level", "0");
        properties.put(
                Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                "org.asterism.spi.remote;version=1.0,org.asterism.spi.thread;version=1.0");
        bundles = new RunningBundles(TestedFramework.FELIX, properties);
        ClassPathBundles installed = new ClassPathBundles();
        for (String name : List.of(
                "org.osgi.util.function",
                "org.osgi.util.promise",
                "org.osgi.service.component",
                "org.apache.felix.configadmin",
                "org.apache.felix.scr",
                "io.netty.common",
                "io.netty.buffer",
                "io.netty.resolver",
                "io.netty.transport",
                "io.netty.transport-native-unix-common",
                "io.netty.codec-base",
                "io.netty.handler",
                TRANSPORT)) {
            bundles.install(installed.location(name));
        }
        bundles.start();
    }

    @AfterEach
    void stop() throws Exception {
        bundles.stop();
    }

    private Receiver receiver(String name) {
        return new Receiver() {
            @Override
            public List<MemorySegment> head(Link link, ByteBuffer head, long bytes) {
                return List.of(Arena.ofAuto().allocate(bytes));
            }

            @Override
            public void body(Link link) {
                events.add(name + " got a body");
            }

            @Override
            public void closed(Link link, String reason) {
                events.add(name + " is closed: " + reason);
            }
        };
    }

    /** In a method of its own, because links keep the classes of the bundle that has made them. */
    private void exchange() throws IOException {
        Transport transport = bundles.service(Transport.class);
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        Transport.Listening listening = transport.listen(address, LinkSecurity.NONE, _ -> receiver("listener"));
        Link link = transport.connect(listening.address(), LinkSecurity.NONE, receiver("caller"));
        link.send(ByteBuffer.allocate(1), List.of(Arena.ofAuto().allocate(1 << 20)), () -> {});
        Await.until("a body came", () -> events.contains("listener got a body"));
    }

    @Test
    void shouldCloseItsLinksAndLeaveNothingWhenItsBundleIsUpdated() throws Exception {
        for (int life = 0; life < 3; life++) {
            events.clear();
            exchange();
            bundles.update(bundles.bundle(TRANSPORT), null);
            for (String end : List.of("listener", "caller")) {
                Await.until(
                        end + " is closed",
                        () -> events.stream().anyMatch(each -> each.startsWith(end + " is closed: ")));
            }
            // Both ends are of this transport: one may see the end of the other before its own.
            assertTrue(
                    events.stream().anyMatch(each -> each.endsWith(" is closed: the transport has ended")),
                    events::toString);
            Await.until(
                    "its threads have ended",
                    () -> Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(each -> each.getName().startsWith("asterism-netty")));
        }
        bundles.awaitRelease();
    }
}
