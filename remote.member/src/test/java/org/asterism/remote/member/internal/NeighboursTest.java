package org.asterism.remote.member.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Data;
import org.asterism.kit.remote.Message.Pull;
import org.asterism.kit.remote.Message.Pulled;
import org.asterism.kit.remote.MessageCodec;
import org.asterism.kit.remote.Peers;
import org.asterism.kit.remote.StridedRange;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.Receiver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The test is the neighbour. */
@Timeout(60)
class NeighboursTest {
    private static final List<StridedRange> RANGE = List.of(new StridedRange(4096, 64, new long[0], new long[0]));
    private static final Message.Neighbour NODE2 = new Message.Neighbour(1, "node2", "somewhere", 2, new byte[] {1});

    /** A link that says nothing, and tells the member when it is closed. */
    private final class SilentLink implements Link {
        private boolean isClosed;

        @Override
        public void send(ByteBuffer head, List<MemorySegment> body, Runnable sent) {
            sent.run();
        }

        @Override
        public String peer() {
            return "node2:2";
        }

        @Override
        public void close() {
            isClosed = true;
            receiver.closed(this, "closed by the member");
        }
    }

    private final SilentLink link = new SilentLink();
    private final BlockingQueue<Message> answers = new LinkedBlockingQueue<>();
    private final CopyFailures failures = new CopyFailures(answers::add, _ -> {});
    private final MemberMemory memory = new MemberMemory(1 << 20, 1 << 20);
    private final SessionMemory session = new SessionMemory("node1", memory, _ -> {});
    private Neighbours neighbours;
    private volatile Receiver receiver;

    private void begin(Duration patience) {
        neighbours = new Neighbours(session, this::dial, answers::add, failures, patience);
        memory.allocate(4096, 64);
        neighbours.pull(new Pull(5, NODE2, RANGE, RANGE));
    }

    private CompletionStage<Link> dial(String host, int port, Receiver dialed) {
        receiver = dialed;
        return CompletableFuture.completedFuture(link);
    }

    private List<MemorySegment> say(Message message, long bytes) {
        return receiver.head(link, MessageCodec.encode(message), bytes);
    }

    private String obstacle() throws InterruptedException {
        return assertInstanceOf(Pulled.class, answers.poll(30, TimeUnit.SECONDS))
                .obstacle();
    }

    @AfterEach
    void end() {
        neighbours.end();
        memory.close();
        assertEquals(0, memory.held());
    }

    @Test
    void shouldGiveUpANeighbourThatDoesNotGreet() throws Exception {
        begin(Duration.ofMillis(1));
        assertTrue(obstacle().startsWith("no data have come for"));
    }

    @Test
    void shouldCloseTheLinkOfANeighbourThatDoesNotGreet() throws Exception {
        Neighbour silent = beginUnanswered();
        silent.requireProgress(Duration.ZERO);
        assertTrue(obstacle().startsWith("no data have come for"));
        assertTrue(link.isClosed);
    }

    @Test
    void shouldGiveUpANeighbourThatSendsNothing() throws Exception {
        Neighbour silent = beginAlone();
        silent.requireProgress(Duration.ZERO);
        assertTrue(obstacle().startsWith("no data have come for"));
        silent.pull(pulling(new Pull(6, NODE2, RANGE, RANGE)));
        assertFalse(obstacle().isEmpty(), "nothing is tried again");
    }

    @Test
    void shouldGiveUpANeighbourThatStopsInTheMiddle() throws Exception {
        Neighbour silent = beginAlone();
        assertEquals(64, say(new Data(5), 64).getFirst().byteSize());
        silent.requireProgress(Duration.ofSeconds(30));
        assertTrue(answers.isEmpty());
        silent.requireProgress(Duration.ZERO);
        assertTrue(obstacle().startsWith("no data have come for"));
    }

    /** A neighbour that has greeted and owes data, which no thread watches. */
    private Neighbour beginAlone() {
        Neighbour alone = beginUnanswered();
        say(Peers.hello("node2"), 0);
        return alone;
    }

    private Neighbour beginUnanswered() {
        neighbours = new Neighbours(session, null, answers::add, failures, Duration.ofSeconds(30));
        memory.allocate(4096, 64);
        Neighbour alone = new Neighbour(NODE2, this::dial, answers::add, failures);
        alone.pull(pulling(new Pull(5, NODE2, RANGE, RANGE)));
        return alone;
    }

    @Test
    void shouldKeepANeighbourThatOwesNothing() throws Exception {
        begin(Duration.ofSeconds(30));
        Neighbour idle = new Neighbour(NODE2, this::dial, answers::add, failures);
        for (long number = 6; number < 8; number++) {
            idle.pull(pulling(new Pull(number, NODE2, RANGE, RANGE)));
            if (number == 6) {
                say(Peers.hello("node2"), 0);
            }
            say(new Data(number), 64);
            receiver.body(link);
            assertEquals("", obstacle());
            idle.requireProgress(Duration.ZERO);
        }
    }

    @Test
    void shouldTakeNoDataBeforeTheGreeting() {
        begin(Duration.ofSeconds(30));
        assertThrows(MalformedMessageException.class, () -> say(new Data(5), 64));
        assertTrue(answers.poll() instanceof Pulled(long _, String obstacle) && obstacle.contains("before a Hello"));
    }

    private Neighbour.Pulling pulling(Pull pull) {
        return Neighbour.Pulling.of(pull, session.target(pull.to(), () -> {}));
    }
}
