package org.asterism.cluster.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.asterism.kit.remote.Endpoint;
import org.asterism.spi.remote.ClusterMember;
import org.asterism.spi.remote.ClusterMember.State;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.LinkSecurity;
import org.asterism.spi.remote.Receiver;
import org.asterism.spi.remote.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleContext;

/** A coordinator and a member as components, in one virtual machine, with links that carry nothing. */
class MembershipTest {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final BlockingQueue<String> farewells = new LinkedBlockingQueue<>();
    private final int port = freePort();

    /** Why no link can be opened, or null. */
    private volatile String refusal;

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new AssertionError(none);
        }
    }

    private ClusterService coordinator() {
        return coordinator("address");
    }

    private ClusterService coordinator(String discovery) {
        BundleContext bundle = (BundleContext) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {BundleContext.class}, (_, _, _) -> null);
        return new ClusterService(
                new CoordinatorConfiguration(port, discovery), new ToyTransport(), new ToyEndpoint(), bundle);
    }

    private MemberNode member(String name) {
        return member(name, "address");
    }

    private MemberNode member(String name, String discovery) {
        return new MemberNode(new NodeConfiguration(name, port, discovery), new ToyTransport(), new ToyEndpoint());
    }

    private static void await(BooleanSupplier condition, String what) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - begin < PATIENCE_NANOS, what);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private static boolean is(ClusterService service, State state) {
        List<ClusterMember> members = service.members();
        return members.size() == 1 && members.getFirst().state() == state;
    }

    @Test
    void shouldUseAMemberAndLoseItWhenItEnds() {
        ClusterService service = coordinator();
        MemberNode node = member("node1");
        await(() -> is(service, State.PRESENT), "no member");
        node.close();
        await(() -> is(service, State.LOST), "the member is still there");
        service.close();
    }

    @Test
    void shouldSayWhyItsCoordinatorDoesNotUseItUntilItDoes() throws Exception {
        refusal = "there is a member of that name already";
        ClusterService service = coordinator();
        MemberNode node = member("node1");
        await(() -> node.trouble().contains(" does not use it: " + refusal), "nothing is said");
        assertEquals(Optional.empty(), node.awaitCoordinator(Optional.empty(), Duration.ZERO));
        Duration alone = node.alone();
        await(() -> node.alone().compareTo(alone) > 0, "it counts as used");
        refusal = null;
        assertTrue(node.awaitCoordinator(Optional.empty(), PATIENCE).isPresent());
        assertEquals("", node.trouble());
        node.close();
        service.close();
    }

    @Test
    void shouldEndTheLinksOfAMemberWhoseCoordinatorEndsAndFindTheNextOne() throws Exception {
        ClusterService first = coordinator();
        MemberNode node = member("node1");
        await(() -> is(first, State.PRESENT), "no member");
        Optional<String> name = node.awaitCoordinator(Optional.empty(), PATIENCE);
        assertTrue(name.isPresent());
        first.close();
        assertEquals(Optional.empty(), node.awaitCoordinator(name, PATIENCE));
        assertTrue(farewells.poll(30, TimeUnit.SECONDS).contains("has left the group"));
        ClusterService second = coordinator();
        await(() -> is(second, State.PRESENT), "the member does not come back");
        node.close();
        second.close();
    }

    @Test
    void shouldLeaveNoThreadAndNoPortBehind() throws Exception {
        for (int round = 0; round < 2; round++) { // the second one needs the port of the first
            ClusterService service = coordinator();
            MemberNode node = member("node1");
            await(() -> is(service, State.PRESENT), "no member");
            node.close();
            service.close();
        }
        ClusterService late = coordinator();
        late.close(); // before it has joined
        await(
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("asterism-cluster")),
                "threads are left");
        await(
                () -> {
                    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                        return socket.isBound();
                    } catch (IOException used) {
                        return false;
                    }
                },
                "the port is in use");
    }

    @Test
    void shouldSayThatItsAddressIsNotOneOfThisMachine(@TempDir Path folder) {
        Map<String, Object> given = Map.of(
                "name",
                "node1",
                "address",
                "192.0.2.1",
                "coordinator",
                new String[] {"192.0.2.2"},
                "keys",
                KeyFiles.write(folder).toString(),
                "keys_password",
                KeyFiles.PASSWORD);
        MemberNodeConfiguration configuration = (MemberNodeConfiguration) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {MemberNodeConfiguration.class},
                (_, asked, _) -> given.getOrDefault(asked.getName(), asked.getDefaultValue()));
        MemberNode node = new MemberNode(configuration, new ToyTransport(), new ToyEndpoint());
        await(() -> !node.trouble().isEmpty(), "it says nothing");
        node.close();
        String expected = "property 'address' of org.asterism.remote.member is '192.0.2.1', which is no address of this"
                + " machine: give one that it has, of ";
        assertTrue(node.trouble().startsWith(expected), node.trouble());
    }

    @Test
    void shouldFindItsCoordinatorInAFolderAndEachLaterOne(@TempDir Path folder) throws Exception {
        MemberNode early = member("node1", "file:" + folder);
        await(() -> early.trouble().contains("there is no coordinator in the folder"), "it says nothing");
        ClusterService first = coordinator("file:" + folder);
        await(() -> is(first, State.PRESENT), "no member");
        first.close();
        awaitNoFile(folder);
        ClusterService second = coordinator("file:" + folder);
        await(() -> is(second, State.PRESENT), "the member does not come back");
        early.close();
        second.close();
        awaitNoFile(folder);
    }

    private static void awaitNoFile(Path folder) {
        await(() -> folder.toFile().list().length == 0, "the coordinator leaves its file");
    }

    @Test
    void shouldFindItsCoordinatorByAName() {
        ClusterService service = coordinator();
        MemberNode node = member("node1", "dns:localhost:" + port);
        await(() -> is(service, State.PRESENT), "no member");
        node.close();
        service.close();
    }

    @Test
    void shouldFindItsCoordinatorByMulticast() {
        String how = "multicast:239.255.78.2:" + port;
        DiscoveryTest.assumeMulticast(how);
        MemberNode node = member("node1", how);
        ClusterService service = coordinator(how);
        await(() -> is(service, State.PRESENT), "no member");
        node.close();
        service.close();
        await(
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("asterism-cluster-multicast")),
                "a thread is left");
    }

    @Test
    void shouldKeepMembersApartWithoutACoordinator(@TempDir Path folder) {
        MemberNode one = member("node1", "file:" + folder);
        MemberNode two = member("node2", "file:" + folder);
        await(() -> !one.trouble().isEmpty() && !two.trouble().isEmpty(), "they do not miss a coordinator");
        assertEquals(0, folder.toFile().list().length);
        one.close();
        two.close();
    }

    /** The member's side tells why it leaves; the coordinator's side is offered two units by each member. */
    private final class ToyEndpoint implements Endpoint {
        @Override
        public Connection connecting(Presence presence) {
            return new ToyConnection(presence);
        }

        @Override
        public Receiver accepted(Link accepted) {
            throw new AssertionError("links are toys");
        }

        @Override
        public void leave(String reason) {
            farewells.add(reason);
        }
    }

    private final class ToyTransport implements Transport {
        @Override
        public Listening listen(InetSocketAddress address, LinkSecurity security, Acceptor acceptor) {
            return new Listening() {
                @Override
                public InetSocketAddress address() {
                    return new InetSocketAddress(address.getAddress(), 1);
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public Link connect(InetSocketAddress address, LinkSecurity security, Receiver receiver) throws IOException {
            if (refusal != null) {
                throw new IOException(refusal);
            }
            ((ToyConnection) receiver).presence.offered("node1", 2, 1_000);
            return null;
        }
    }

    private record ToyConnection(Endpoint.Presence presence) implements Endpoint.Connection {
        @Override
        public List<MemorySegment> head(Link from, ByteBuffer head, long bytes) {
            throw new AssertionError("nobody sends");
        }

        @Override
        public void body(Link from) {
            throw new AssertionError("nobody sends");
        }

        @Override
        public void closed(Link from, String reason) {}

        @Override
        public void close(String reason) {}
    }

    @SuppressWarnings("ClassExplicitlyAnnotation")
    private record CoordinatorConfiguration(int port, String discovery) implements ClusterConfiguration {
        @Override
        public String address() {
            return "127.0.0.1:" + port;
        }

        @Override
        public String keys() {
            return "";
        }

        @Override
        public String keys_password() {
            return "";
        }

        @Override
        public int silence_milliseconds() {
            return 5_000;
        }

        @Override
        public Class<? extends Annotation> annotationType() {
            return ClusterConfiguration.class;
        }
    }

    @SuppressWarnings("ClassExplicitlyAnnotation")
    private record NodeConfiguration(String name, int port, String discovery) implements MemberNodeConfiguration {
        @Override
        public String[] coordinator() {
            return discovery.equals("address") ? new String[] {"127.0.0.1:" + port} : new String[0];
        }

        @Override
        public String address() {
            return "127.0.0.1";
        }

        @Override
        public String keys() {
            return "";
        }

        @Override
        public String keys_password() {
            return "";
        }

        @Override
        public int links() {
            return 0;
        }

        @Override
        public int silence_milliseconds() {
            return 5_000;
        }

        @Override
        public long install() {
            return 0;
        }

        @Override
        public Class<? extends Annotation> annotationType() {
            return MemberNodeConfiguration.class;
        }
    }
}
