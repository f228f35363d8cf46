package org.asterism.tck;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.Receiver;
import org.asterism.tck.ToyTransport.Wrong;

/** A link over a socket, with a thread that sends and one that receives. */
final class ToyLink implements Link {
    private static final int CHUNK = 64 << 10;

    private record Message(ByteBuffer head, List<MemorySegment> body, Runnable sent) {}

    private static final Message LAST = new Message(ByteBuffer.allocate(0), List.of(), () -> {});

    private final Wrong wrong;
    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final BlockingQueue<Message> waiting = new LinkedBlockingQueue<>();
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private volatile String reason = "by the peer";

    ToyLink(Wrong wrong, Socket socket, DataInputStream in, DataOutputStream out) {
        this.wrong = wrong;
        this.socket = socket;
        this.in = in;
        this.out = out;
    }

    void start(Receiver receiver) {
        Thread.ofPlatform().daemon().name("toy-sender").start(this::sendAll);
        Thread.ofPlatform().daemon().name("toy-receiver").start(() -> receiveAll(receiver));
    }

    @Override
    public void send(ByteBuffer head, List<MemorySegment> body, Runnable sent) {
        if (head.remaining() > LONGEST_HEAD && wrong != Wrong.ACCEPTS_ANY_HEAD) {
            throw new IllegalArgumentException("the head is too long");
        }
        ByteBuffer copy = head;
        if (wrong != Wrong.SENDS_HEADS_LATER) {
            copy = ByteBuffer.allocate(head.remaining()).put(head.duplicate()).flip();
        }
        if (isClosed.get()) {
            sent.run();
            return;
        }
        boolean early = wrong == Wrong.TAKES_EVERYTHING || wrong == Wrong.SENDS_BODIES_LATER;
        Message message = new Message(copy, body, early ? () -> {} : sent);
        waiting.add(message);
        if (early) {
            sent.run();
        }
        if (isClosed.get() && waiting.remove(message)) {
            message.sent.run();
        }
    }

    @Override
    public String peer() {
        return String.valueOf(socket.getRemoteSocketAddress());
    }

    @Override
    public void close() {
        if (isClosed.compareAndSet(false, true)) {
            reason = "by this side";
            waiting.add(LAST);
            end();
        }
    }

    private void end() {
        try {
            // A socket with TLS wants to say good-bye, and waits for the thread that sends.
            socket.close();
        } catch (IOException failed) {
            reason = failed.toString();
        }
    }

    private void sendAll() {
        Message before = null;
        while (true) {
            Message message;
            try {
                message = waiting.take();
            } catch (InterruptedException stray) {
                return;
            }
            if (message == LAST) {
                break;
            }
            if (wrong == Wrong.SWAPS_MESSAGES && before == null && !waiting.isEmpty()) {
                before = message;
                continue;
            }
            send(message);
            if (before != null) {
                send(before);
                before = null;
            }
        }
        if (wrong != Wrong.FORGETS_WHAT_WAITS) {
            waiting.forEach(each -> each.sent.run());
        }
        waiting.clear();
    }

    private void send(Message message) {
        try {
            List<MemorySegment> body = message.body;
            if (wrong == Wrong.FORGETS_PIECES_TO_SEND && body.size() > 1) {
                body = body.subList(0, 1);
            }
            long bytes = body.stream().mapToLong(MemorySegment::byteSize).sum();
            if (wrong == Wrong.CUTS_LENGTHS) {
                bytes = (int) bytes;
            }
            if (wrong == Wrong.LOSES_BODIES && bytes == 1) {
                bytes = 0;
                body = List.of();
            }
            byte[] head = new byte[message.head.remaining()];
            message.head.get(head);
            out.writeInt(head.length);
            out.writeLong(bytes);
            out.write(head);
            for (MemorySegment piece : body) {
                write(piece);
            }
            out.flush();
        } catch (IOException failed) {
            reason = failed.toString();
            close();
        }
        if (!(isClosed.get() && wrong == Wrong.FORGETS_WHAT_WAITS)) {
            message.sent.run();
        }
        if (wrong == Wrong.TELLS_TWICE) {
            message.sent.run();
        }
    }

    private void write(MemorySegment piece) throws IOException {
        byte[] chunk = new byte[CHUNK];
        for (long at = 0; at < piece.byteSize(); at += CHUNK) {
            int length = (int) Math.min(CHUNK, piece.byteSize() - at);
            MemorySegment.copy(piece, ValueLayout.JAVA_BYTE, at, chunk, 0, length);
            out.write(chunk, 0, length);
        }
    }

    private void receiveAll(Receiver receiver) {
        try {
            while (!isClosed.get()) {
                receive(receiver);
            }
        } catch (IOException ended) {
            reason = isClosed.get() ? reason : "by the peer";
        } catch (RuntimeException failed) {
            reason = failed.toString();
        }
        if (isClosed.compareAndSet(false, true)) {
            waiting.add(LAST);
        }
        end();
        if (wrong != Wrong.KEEPS_THE_END_TO_ITSELF) {
            receiver.closed(this, reason);
        }
        if (wrong == Wrong.TELLS_THE_END_TWICE) {
            receiver.closed(this, reason);
        }
    }

    private void receive(Receiver receiver) throws IOException {
        byte[] head = new byte[in.readInt()];
        long bytes = in.readLong();
        in.readFully(head);
        List<MemorySegment> pieces;
        try {
            pieces = receiver.head(this, ByteBuffer.wrap(head), bytes);
        } catch (RuntimeException failed) {
            if (wrong != Wrong.SURVIVES_EXCEPTIONS) {
                throw failed;
            }
            in.skipNBytes(bytes);
            return;
        }
        long given = pieces.stream().mapToLong(MemorySegment::byteSize).sum();
        if (given != bytes && wrong != Wrong.ACCEPTS_ANY_MEMORY) {
            throw new IllegalStateException("memory of " + given + " bytes for " + bytes);
        }
        long left = bytes;
        for (MemorySegment piece : pieces) {
            left -= read(piece, left);
            if (wrong == Wrong.FILLS_ONE_PIECE) {
                break;
            }
        }
        in.skipNBytes(left);
        if (bytes == 0) {
            return;
        }
        if (wrong == Wrong.CALLS_WITH_TWO_THREADS) {
            Thread.ofPlatform().daemon().start(() -> receiver.body(this));
        } else {
            receiver.body(this);
        }
    }

    private long read(MemorySegment piece, long most) throws IOException {
        byte[] chunk = new byte[CHUNK];
        long bytes = Math.min(most, piece.byteSize());
        for (long at = 0; at < bytes; at += CHUNK) {
            int length = (int) Math.min(CHUNK, bytes - at);
            in.readFully(chunk, 0, length);
            MemorySegment.copy(chunk, 0, piece, ValueLayout.JAVA_BYTE, at, length);
        }
        return bytes;
    }
}
