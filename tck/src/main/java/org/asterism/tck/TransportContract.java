package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.LinkSecurity;
import org.asterism.spi.remote.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contract of every transport; see {@link Transport}. The tests use loopback addresses. */
public abstract class TransportContract {
    /** How long the contract looks for what must not happen. */
    private static final Duration GLANCE = Duration.ofMillis(300);

    private static final int MEGABYTE = 1 << 20;
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final Runnable NOTHING = () -> {};

    @TempDir
    Path folder;

    private final Queue<RecordingReceiver> receivers = new ConcurrentLinkedQueue<>();
    private ThreadCensus census;
    private Transport transport;

    /** Called by subclasses. */
    protected TransportContract() {}

    /**
     * Returns a transport for one test.
     *
     * @return transport without links
     */
    protected abstract Transport open();

    /**
     * Ends a transport, as its bundle does when it stops: all its links and threads.
     *
     * @param used what {@link #open} returned
     */
    protected abstract void close(Transport used);

    /**
     * Returns the timeout of each step.
     *
     * @return timeout; by default thirty seconds
     */
    protected Duration patience() {
        return Duration.ofSeconds(30);
    }

    @BeforeEach
    void openTransport() {
        census = new ThreadCensus();
        transport = open();
    }

    @AfterEach
    void closeTransport() throws InterruptedException {
        close(transport);
        census.expectNoNewThreads(patience());
        for (RecordingReceiver each : receivers) {
            assertEquals(List.of(), each.faults(), "what was wrong with the calls of a receiver");
        }
    }

    /**
     * Both ends of a link.
     *
     * @param out the end that has connected
     * @param atOut gets what arrives there
     * @param in the end that was accepted
     * @param atIn gets what arrives there
     */
    private record Ends(Link out, RecordingReceiver atOut, Link in, RecordingReceiver atIn) {}

    private RecordingReceiver receiver() {
        RecordingReceiver made = new RecordingReceiver();
        receivers.add(made);
        return made;
    }

    private Ends connect() throws Exception {
        return connect(receiver(), receiver(), LinkSecurity.NONE, LinkSecurity.NONE);
    }

    private Ends connect(RecordingReceiver atOut, RecordingReceiver atIn) throws Exception {
        return connect(atOut, atIn, LinkSecurity.NONE, LinkSecurity.NONE);
    }

    private Ends connect(RecordingReceiver atOut, RecordingReceiver atIn, LinkSecurity outer, LinkSecurity inner)
            throws Exception {
        try (Transport.Listening listening = transport.listen(ANY_PORT, inner, atIn::of)) {
            Link out = transport.connect(listening.address(), outer, atOut);
            return new Ends(out, atOut.of(out), atIn.awaitLink(patience()), atIn);
        }
    }

    private static ByteBuffer head(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(RecordingReceiver.Received message) {
        return new String(message.head(), StandardCharsets.UTF_8);
    }

    private static MemorySegment body(byte[] content) {
        MemorySegment memory = Arena.ofAuto().allocate(content.length);
        MemorySegment.copy(content, 0, memory, ValueLayout.JAVA_BYTE, 0, content.length);
        return memory;
    }

    private static byte[] content(Random random, int bytes) {
        byte[] content = new byte[bytes];
        random.nextBytes(content);
        return content;
    }

    private void await(CountDownLatch latch, String otherwise) throws InterruptedException {
        assertTrue(latch.await(patience().toMillis(), TimeUnit.MILLISECONDS), otherwise);
    }

    private void await(BooleanSupplier condition, String otherwise) {
        long end = System.nanoTime() + patience().toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, otherwise);
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldDeliverMessagesOfAllSizesInOrderInBothDirections() throws Exception {
        Random random = new Random(Seed.take("shouldDeliverMessagesOfAllSizesInOrderInBothDirections"));
        Ends ends = connect();
        List<byte[]> heads = new ArrayList<>();
        List<byte[]> bodies = new ArrayList<>();
        for (int bytes : new int[] {0, 1, MEGABYTE, 0, 12, 4095, 65_536, 65_537, 3 * MEGABYTE + 1, 1, 0}) {
            bodies.add(content(random, bytes));
        }
        for (int number = 0; number < 300; number++) {
            bodies.add(content(random, random.nextInt(10) == 0 ? random.nextInt(200_000) : random.nextInt(100)));
        }
        for (byte[] body : bodies) {
            heads.add(content(random, random.nextInt(200)));
            List<MemorySegment> pieces = body.length == 0 ? List.of() : List.of(body(body));
            ends.out().send(ByteBuffer.wrap(heads.getLast()), pieces, NOTHING);
            ends.in().send(ByteBuffer.wrap(heads.getLast()), pieces, NOTHING);
        }
        for (RecordingReceiver receiver : List.of(ends.atIn(), ends.atOut())) {
            List<RecordingReceiver.Received> messages = receiver.awaitMessages(bodies.size(), patience());
            for (int number = 0; number < bodies.size(); number++) {
                assertArrayEquals(heads.get(number), messages.get(number).head(), "head of message " + number);
                assertArrayEquals(bodies.get(number), messages.get(number).body(), "body of message " + number);
            }
        }
    }

    @Test
    void shouldCarryHeadsUpToTheGreatestLength() throws Exception {
        Random random = new Random(Seed.take("shouldCarryHeadsUpToTheGreatestLength"));
        Ends ends = connect();
        byte[] longest = content(random, Link.LONGEST_HEAD);
        ends.out().send(ByteBuffer.wrap(new byte[0]), List.of(), NOTHING);
        ends.out().send(ByteBuffer.wrap(longest), List.of(body(new byte[] {1, 2, 3})), NOTHING);
        assertThrows(
                IllegalArgumentException.class,
                () -> ends.out().send(ByteBuffer.allocate(Link.LONGEST_HEAD + 1), List.of(), NOTHING),
                "a head that is too long");
        ends.out().send(head("last"), List.of(), NOTHING);
        List<RecordingReceiver.Received> messages = ends.atIn().awaitMessages(3, patience());
        assertEquals(0, messages.get(0).head().length, "length of an empty head");
        assertArrayEquals(longest, messages.get(1).head(), "the longest head");
        assertArrayEquals(new byte[] {1, 2, 3}, messages.get(1).body(), "the body after the longest head");
        assertEquals("last", text(messages.get(2)));
    }

    @Test
    void shouldTakeTheHeadFromItsPositionToItsLimitWithinTheCall() throws Exception {
        Ends ends = connect();
        ByteBuffer head = ByteBuffer.allocateDirect(100);
        for (int number = 0; number < 100; number++) {
            head.clear();
            head.position(7);
            head.put(("message " + number).getBytes(StandardCharsets.UTF_8));
            head.flip().position(7);
            ends.out().send(head, List.of(), NOTHING);
        }
        List<RecordingReceiver.Received> messages = ends.atIn().awaitMessages(100, patience());
        for (int number = 0; number < 100; number++) {
            assertEquals("message " + number, text(messages.get(number)));
        }
    }

    @Test
    void shouldGatherAndScatterPieces() throws Exception {
        Random random = new Random(Seed.take("shouldGatherAndScatterPieces"));
        for (int round = 0; round < 10; round++) {
            int[] parts = random.ints(1 + random.nextInt(8), 0, 200_000).toArray();
            RecordingReceiver atIn = receiver().memory(bytes -> {
                List<MemorySegment> pieces = new ArrayList<>();
                for (long left = bytes; left > 0; left -= pieces.getLast().byteSize()) {
                    pieces.add(Arena.ofAuto().allocate(Math.min(left, random.nextInt(150_000))));
                }
                return pieces;
            });
            Ends ends = connect(receiver(), atIn);
            byte[] all = content(random, 1 + Arrays.stream(parts).sum());
            MemorySegment whole = body(all);
            List<MemorySegment> pieces = new ArrayList<>();
            long at = 0;
            for (int part : parts) {
                pieces.add(whole.asSlice(at, part));
                at += part;
            }
            pieces.add(whole.asSlice(at));
            ends.out().send(head("pieces"), pieces, NOTHING);
            ends.out().send(head("next"), List.of(), NOTHING);
            List<RecordingReceiver.Received> messages = atIn.awaitMessages(2, patience());
            assertArrayEquals(all, messages.get(0).body(), "pieces, put together");
            assertEquals("next", text(messages.get(1)));
            ends.out().close();
        }
    }

    /** A body that is longer than an int says. The receiver has it written to the same memory again and again. */
    @Test
    void shouldCarryABodyOfMoreThanTwoGigabytes() throws Exception {
        long bytes = (2L << 30) + 12_345;
        MemorySegment target = Arena.ofAuto().allocate(64 * MEGABYTE);
        RecordingReceiver atIn = receiver().keepingNoBodies().memory(length -> {
            List<MemorySegment> pieces = new ArrayList<>();
            for (long left = length; left > 0; left -= pieces.getLast().byteSize()) {
                pieces.add(target.asSlice(0, Math.min(left, target.byteSize())));
            }
            return pieces;
        });
        Ends ends = connect(receiver(), atIn);
        Path file = folder.resolve("sparse");
        try (Arena arena = Arena.ofShared();
                FileChannel sparse = FileChannel.open(
                        file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            sparse.write(ByteBuffer.wrap(new byte[] {42}), bytes - 1);
            MemorySegment source = sparse.map(FileChannel.MapMode.READ_ONLY, 0, bytes, arena);
            CountDownLatch sent = new CountDownLatch(1);
            ends.out().send(head("long"), List.of(source), sent::countDown);
            ends.out().send(head("next"), List.of(), NOTHING);
            atIn.awaitMessages(1, patience().multipliedBy(4));
            await(sent, "a long body was not sent");
            List<RecordingReceiver.Received> messages = atIn.awaitMessages(2, patience());
            assertEquals(bytes, atIn.bytes(), "length of the body");
            long last = (bytes - 1) % target.byteSize();
            assertEquals(42, target.get(ValueLayout.JAVA_BYTE, last), "the last byte of the body");
            assertEquals("next", text(messages.get(1)));
        }
        Files.delete(file);
    }

    @Test
    void shouldNeedABodyUntilItSaysThatItWasSent() throws Exception {
        Random random = new Random(Seed.take("shouldNeedABodyUntilItSaysThatItWasSent"));
        Ends ends = connect();
        byte[] content = content(random, MEGABYTE);
        AtomicInteger[] told = new AtomicInteger[50];
        CountDownLatch all = new CountDownLatch(told.length);
        for (int number = 0; number < told.length; number++) {
            MemorySegment memory = body(content);
            AtomicInteger count = new AtomicInteger();
            told[number] = count;
            ends.out().send(head("number " + number), List.of(memory), () -> {
                memory.fill((byte) 0);
                count.incrementAndGet();
                all.countDown();
            });
        }
        for (RecordingReceiver.Received message : ends.atIn().awaitMessages(told.length, patience())) {
            assertArrayEquals(content, message.body(), () -> "body of " + text(message));
        }
        await(all, "a sender was not told that its body was sent");
        ends.out().close();
        ends.atOut().awaitClosed(patience());
        for (int number = 0; number < told.length; number++) {
            assertEquals(1, told[number].get(), "how often the sender was told that body " + number + " was sent");
        }
    }

    @Test
    void shouldKeepTheOrderOfEachOfManyThreads() throws Exception {
        int threads = 6;
        int each = 400;
        Ends ends = connect();
        AtomicInteger sent = new AtomicInteger();
        List<Thread> senders = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int number = thread;
            senders.add(Thread.ofPlatform().name("contract-sender-" + thread).start(() -> {
                for (int message = 0; message < each; message++) {
                    byte[] content = new byte[message % 50 == 0 ? 100_000 : message % 7];
                    Arrays.fill(content, (byte) number);
                    ends.out()
                            .send(
                                    head(number + " " + message),
                                    content.length == 0 ? List.of() : List.of(body(content)),
                                    sent::incrementAndGet);
                }
            }));
        }
        int[] next = new int[threads];
        for (RecordingReceiver.Received message : ends.atIn().awaitMessages(threads * each, patience())) {
            String[] words = text(message).split(" ");
            int sender = Integer.parseInt(words[0]);
            assertEquals(next[sender]++, Integer.parseInt(words[1]), "next message of thread " + sender);
            for (byte one : message.body()) {
                assertEquals(sender, one, "content of a body of thread " + sender);
            }
        }
        for (Thread sender : senders) {
            sender.join();
        }
        await(() -> sent.get() == threads * each, "senders were not told of all messages");
    }

    @Test
    void shouldServeManyLinksOfOnePort() throws Exception {
        Queue<RecordingReceiver> accepted = new ConcurrentLinkedQueue<>();
        try (Transport.Listening listening = transport.listen(ANY_PORT, LinkSecurity.NONE, link -> {
            RecordingReceiver made = receiver().of(link);
            accepted.add(made);
            return made;
        })) {
            for (int number = 0; number < 20; number++) {
                Link link = transport.connect(listening.address(), LinkSecurity.NONE, receiver());
                link.send(head("first of " + number), List.of(), NOTHING);
                link.send(head("second of " + number), List.of(body(new byte[] {(byte) number})), NOTHING);
            }
            await(() -> accepted.size() == 20, "not all links were accepted");
            List<Byte> numbers = new ArrayList<>();
            for (RecordingReceiver receiver : accepted) {
                List<RecordingReceiver.Received> messages = receiver.awaitMessages(2, patience());
                numbers.add(messages.get(1).body()[0]);
                assertEquals("first of " + numbers.getLast(), text(messages.get(0)));
                assertFalse(receiver.link().peer().isBlank(), "the name of a peer");
            }
            assertEquals(20, numbers.stream().distinct().count(), "links with messages");
        }
    }

    /** Otherwise a fast sender fills the memory. */
    @Test
    void shouldNotTakeMoreThanThePeerReads() throws Exception {
        expectBackPressure(LinkSecurity.NONE, LinkSecurity.NONE);
    }

    private void expectBackPressure(LinkSecurity outer, LinkSecurity inner) throws Exception {
        int messages = 256;
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        MemorySegment target = Arena.ofAuto().allocate(MEGABYTE);
        RecordingReceiver atIn = receiver()
                .keepingNoBodies()
                .memory(_ -> List.of(target))
                .atHead(() -> {
                    held.countDown();
                    hold(go);
                });
        Ends ends = connect(receiver(), atIn, outer, inner);
        MemorySegment body = body(new byte[MEGABYTE]);
        CountDownLatch sent = new CountDownLatch(messages);
        for (int number = 0; number < messages; number++) {
            ends.out().send(head("number " + number), List.of(body), sent::countDown);
        }
        await(held, "no message came");
        boolean allSent = sent.await(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
        go.countDown();
        assertFalse(allSent, "256 MiB were called sent, although the peer has read nothing");
        await(sent, "not all messages were sent when the peer read them");
        atIn.awaitMessages(messages, patience());
    }

    private void hold(CountDownLatch go) {
        try {
            go.await(2 * patience().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stray) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldTellBothSidesWhenTheSideThatHasConnectedCloses() throws Exception {
        Ends ends = connect();
        ends.out().send(head("hello"), List.of(), NOTHING);
        ends.atIn().awaitMessages(1, patience());
        expectClose(ends.out(), ends);
    }

    @Test
    void shouldTellBothSidesWhenTheSideThatHasAcceptedCloses() throws Exception {
        Ends ends = connect();
        expectClose(ends.in(), ends);
    }

    private void expectClose(Link closing, Ends ends) throws Exception {
        closing.close();
        closing.close();
        ends.atOut().awaitClosed(patience());
        ends.atIn().awaitClosed(patience());
        for (Link each : List.of(ends.out(), ends.in())) {
            CountDownLatch dropped = new CountDownLatch(1);
            each.send(head("too late"), List.of(body(new byte[10])), dropped::countDown);
            await(dropped, "the sender of a message for a closed link was not told that its body is not needed");
            each.close();
        }
    }

    @Test
    void shouldCloseALinkWithinTheCallOfAReceiver() throws Exception {
        RecordingReceiver atIn = receiver();
        atIn.atHead(() -> atIn.link().close());
        Ends ends = connect(receiver(), atIn);
        for (int number = 0; number < 100; number++) {
            ends.out().send(head("number " + number), List.of(), NOTHING);
        }
        ends.atOut().awaitClosed(patience());
        atIn.awaitClosed(patience());
    }

    @Test
    void shouldAnswerWithinTheCallOfAReceiver() throws Exception {
        RecordingReceiver atIn = receiver();
        atIn.atHead(() -> atIn.link().send(head("answer"), List.of(body(new byte[] {7})), NOTHING));
        Ends ends = connect(receiver(), atIn);
        ends.out().send(head("question"), List.of(), NOTHING);
        assertArrayEquals(
                new byte[] {7},
                ends.atOut().awaitMessages(1, patience()).getFirst().body());
    }

    @Test
    void shouldCloseTheLinkOfAReceiverThatThrowsAtAHead() throws Exception {
        RecordingReceiver atIn = receiver().atHead(TransportContract::refuse);
        expectCloseBy(atIn, "wanted by the contract");
    }

    @Test
    void shouldCloseTheLinkOfAReceiverThatThrowsAtABody() throws Exception {
        RecordingReceiver atIn = receiver().atBody(TransportContract::refuse);
        expectCloseBy(atIn, "wanted by the contract");
    }

    private static void refuse() {
        throw new IllegalStateException("wanted by the contract");
    }

    @Test
    void shouldCloseTheLinkOfAReceiverThatGivesTooLittleMemory() throws Exception {
        expectCloseBy(receiver().memory(bytes -> List.of(Arena.ofAuto().allocate(bytes - 1))), "");
    }

    @Test
    void shouldCloseTheLinkOfAReceiverThatGivesTooMuchMemory() throws Exception {
        expectCloseBy(receiver().memory(bytes -> List.of(Arena.ofAuto().allocate(bytes + 1))), "");
    }

    private void expectCloseBy(RecordingReceiver atIn, String reason) throws Exception {
        Ends ends = connect(receiver(), atIn);
        ends.out().send(head("head"), List.of(body(new byte[100])), NOTHING);
        ends.out().send(head("next"), List.of(body(new byte[100])), NOTHING);
        String known = atIn.awaitClosed(patience());
        assertTrue(known.contains(reason), () -> "the reason must say why, but is: " + known);
        ends.atOut().awaitClosed(patience());
        Ends others = connect();
        others.out().send(head("hello"), List.of(), NOTHING);
        others.atIn().awaitMessages(1, patience());
    }

    @Test
    void shouldTellSendersOfMessagesThatCannotBeSentAnyMore() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        RecordingReceiver atIn = receiver().atHead(() -> {
            held.countDown();
            hold(go);
        });
        Ends ends = connect(receiver(), atIn);
        MemorySegment body = body(new byte[MEGABYTE]);
        AtomicInteger told = new AtomicInteger();
        for (int number = 0; number < 100; number++) {
            ends.out().send(head("number " + number), List.of(body), told::incrementAndGet);
        }
        await(held, "no message came");
        ends.out().close();
        go.countDown();
        ends.atOut().awaitClosed(patience());
        await(() -> told.get() >= 100, "not all senders were told that their bodies are not needed any more");
        atIn.awaitClosed(patience());
        assertEquals(100, told.get(), "how often senders of 100 messages were told");
    }

    @Test
    void shouldKeepLinksWhenTheAcceptanceEnds() throws Exception {
        Ends ends = connect();
        ends.out().send(head("still there"), List.of(), NOTHING);
        ends.in().send(head("here, too"), List.of(), NOTHING);
        assertEquals(
                "still there", text(ends.atIn().awaitMessages(1, patience()).getFirst()));
        assertEquals("here, too", text(ends.atOut().awaitMessages(1, patience()).getFirst()));
    }

    @Test
    void shouldAcceptNobodyWhenTheAcceptanceHasEnded() throws Exception {
        Transport.Listening listening =
                transport.listen(ANY_PORT, LinkSecurity.NONE, link -> receiver().of(link));
        InetSocketAddress address = listening.address();
        assertTrue(address.getPort() > 0, "the port in use");
        listening.close();
        expectRefusal(address, LinkSecurity.NONE, address.getPort() + "");
        transport
                .listen(address, LinkSecurity.NONE, link -> receiver().of(link))
                .close();
    }

    @Test
    void shouldNameThePortThatIsInUse() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = (InetSocketAddress) other.getLocalSocketAddress();
            IOException refusal = assertThrows(
                    IOException.class, () -> transport.listen(address, LinkSecurity.NONE, link -> receiver()));
            expectLine(refusal, address.getPort() + "");
        }
    }

    @Test
    void shouldNameTheHostThatIsUnknown() {
        InetSocketAddress nowhere = InetSocketAddress.createUnresolved("nowhere.invalid", 1);
        expectRefusal(nowhere, LinkSecurity.NONE, "nowhere.invalid");
        IOException refusal =
                assertThrows(IOException.class, () -> transport.listen(nowhere, LinkSecurity.NONE, link -> receiver()));
        expectLine(refusal, "nowhere.invalid");
    }

    private void expectRefusal(InetSocketAddress address, LinkSecurity security, String named) {
        RecordingReceiver receiver = receiver();
        IOException refusal = assertThrows(IOException.class, () -> transport.connect(address, security, receiver));
        expectLine(refusal, named);
        assertFalse(receiver.isClosed(), "the receiver of a link that never was must not be called");
    }

    private static void expectLine(IOException refusal, String named) {
        String message = refusal.getMessage();
        assertNotNull(message, "a refusal without message");
        assertTrue(message.contains(named), () -> "the message must name " + named + " but is: " + message);
        assertEquals(1, message.lines().count(), () -> "lines of the message: " + message);
    }

    @Test
    void shouldRefuseLinksWithoutKeysToOtherMachines() {
        IOException refusal = assertThrows(
                IOException.class,
                () -> transport.listen(new InetSocketAddress("0.0.0.0", 0), LinkSecurity.NONE, link -> receiver()),
                "listening at all interfaces without TLS");
        expectLine(refusal, "0.0.0.0");
        // An address for documentation, which nobody has. A transport that tries all the same takes its time limit.
        expectRefusal(new InetSocketAddress("192.0.2.1", 9), LinkSecurity.NONE, "TLS");
    }

    /** Keys of all tests: it takes a second to make one. */
    private static final class Keys {
        static final TestKeys COORDINATOR = TestKeys.of("coordinator");
        static final TestKeys MEMBER = TestKeys.of("member");
        static final TestKeys STRANGER = TestKeys.of("stranger");
        /** Its certificate has the name of a member, but nobody knows its key. */
        static final TestKeys IMPOSTOR = TestKeys.of("member");

        static final LinkSecurity OF_COORDINATOR = LinkSecurity.of(COORDINATOR.trusting(MEMBER));
        static final LinkSecurity OF_MEMBER = LinkSecurity.of(MEMBER.trusting(COORDINATOR));
    }

    @Test
    void shouldEncryptBetweenPeersThatTrustEachOther() throws Exception {
        Random random = new Random(Seed.take("shouldEncryptBetweenPeersThatTrustEachOther"));
        Ends ends = connect(receiver(), receiver(), Keys.OF_MEMBER, Keys.OF_COORDINATOR);
        List<byte[]> bodies = new ArrayList<>();
        for (int bytes : new int[] {1, MEGABYTE, 0, 16_384, 5 * MEGABYTE + 3, 17}) {
            bodies.add(content(random, bytes));
            List<MemorySegment> pieces = bytes == 0 ? List.of() : List.of(body(bodies.getLast()));
            ends.out().send(head("length " + bytes), pieces, NOTHING);
            ends.in().send(head("length " + bytes), pieces, NOTHING);
        }
        for (RecordingReceiver receiver : List.of(ends.atIn(), ends.atOut())) {
            List<RecordingReceiver.Received> messages = receiver.awaitMessages(bodies.size(), patience());
            for (int number = 0; number < bodies.size(); number++) {
                assertEquals("length " + bodies.get(number).length, text(messages.get(number)));
                assertArrayEquals(bodies.get(number), messages.get(number).body(), "body of message " + number);
            }
        }
        expectClose(ends.in(), ends);
    }

    @Test
    void shouldNotEncryptMoreThanThePeerReads() throws Exception {
        expectBackPressure(Keys.OF_MEMBER, Keys.OF_COORDINATOR);
    }

    @Test
    void shouldRefuseAPeerThatIsNotTrusted() throws Exception {
        LinkSecurity stranger = LinkSecurity.of(Keys.STRANGER.trusting(Keys.COORDINATOR));
        expectNoLink(Keys.OF_COORDINATOR, stranger);
    }

    @Test
    void shouldRefuseAPeerThatUsesTheNameOfAnother() throws Exception {
        LinkSecurity impostor = LinkSecurity.of(Keys.IMPOSTOR.trusting(Keys.COORDINATOR));
        expectNoLink(Keys.OF_COORDINATOR, impostor);
    }

    @Test
    void shouldRefuseAListenerThatIsNotTrusted() throws Exception {
        LinkSecurity stranger = LinkSecurity.of(Keys.STRANGER.trusting(Keys.MEMBER));
        expectNoLink(stranger, Keys.OF_MEMBER);
    }

    @Test
    void shouldRefuseAPeerWithoutKey() throws Exception {
        expectNoLink(Keys.OF_COORDINATOR, LinkSecurity.NONE);
    }

    @Test
    void shouldRefuseAListenerWithoutKey() throws Exception {
        expectNoLink(LinkSecurity.NONE, Keys.OF_MEMBER);
    }

    private void expectNoLink(LinkSecurity inner, LinkSecurity outer) throws Exception {
        AtomicInteger accepted = new AtomicInteger();
        try (Transport.Listening listening = transport.listen(ANY_PORT, inner, link -> {
            accepted.incrementAndGet();
            return receiver().of(link);
        })) {
            expectRefusal(listening.address(), outer, listening.address().getPort() + "");
            assertEquals(0, accepted.get(), "acceptor of links with peers that are not trusted");
        }
    }
}
