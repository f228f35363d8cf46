package org.asterism.remote.member.internal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Bye;
import org.asterism.kit.remote.Message.Data;
import org.asterism.kit.remote.Message.Hello;
import org.asterism.kit.remote.Message.Pull;
import org.asterism.kit.remote.Message.Pulled;
import org.asterism.kit.remote.Message.Read;
import org.asterism.kit.remote.Message.Uncopied;
import org.asterism.kit.remote.Message.Visit;
import org.asterism.kit.remote.MessageCodec;
import org.asterism.kit.remote.Peers;
import org.asterism.kit.remote.StridedRange;
import org.asterism.spi.remote.Link;
import org.asterism.spi.remote.Receiver;

/**
 * Another member, from which this one gets data by a link that is opened with the first of them. Each copy is answered
 * once: when its data have come, or when nothing can write to its memory any more. After the first failure nothing is
 * tried again, since the coordinator copies another way then.
 *
 * <p><b>Threads.</b> The coordinator's link begins copies, the neighbour's link ends them, any thread closes.
 */
final class Neighbour implements Receiver {
    /** A copy, with the place where its data go. */
    record Pulling(long transfer, List<StridedRange> from, CopyTarget to, long bytes) {
        /** Makes one. */
        static Pulling of(Pull pull, CopyTarget to) {
            return new Pulling(pull.transfer(), pull.from(), to, to.bytes());
        }
    }

    private final Message.Neighbour place;
    private final Endpoint.Dialer dialer;
    private final Consumer<Message> answers;
    private final CopyFailures failures;

    /** The copies that are not answered, by number: asked for once there is a link. Guarded by this object. */
    private final Map<Long, Pulling> pending = new LinkedHashMap<>();

    /** Guarded by this object, like the next three. */
    private boolean isDialed;

    private Link link;

    /** Whether the neighbour has greeted: nothing can write to the memory of a copy before. */
    private boolean hasGreeted;

    /** Why nothing can be had any more; null if nothing is wrong. */
    private String obstacle;

    /** The copy whose data are being received, or null. Changed by the link's thread. */
    private Pulling receiving;

    /** When something was asked for after nothing was, or has come last; by {@link System#nanoTime}. */
    private long progress;

    /**
     * Makes it without a link.
     *
     * @param answers gets what the coordinator shall hear
     * @param failures hear of data that a device here does not take
     */
    Neighbour(Message.Neighbour place, Endpoint.Dialer dialer, Consumer<Message> answers, CopyFailures failures) {
        this.place = place;
        this.dialer = dialer;
        this.answers = answers;
        this.failures = failures;
    }

    /** Begins to get data. */
    void pull(Pulling pulling) {
        Link open;
        String refusal;
        boolean isFirst = false;
        synchronized (this) {
            open = hasGreeted ? link : null;
            refusal = obstacle;
            if (refusal == null) {
                if (pending.size() == Message.MOST_PULLS || pending.containsKey(pulling.transfer())) {
                    pulling.to().close();
                    throw new MalformedMessageException("more than " + Message.MOST_PULLS
                            + " copies from a neighbour at a time, or two of one number");
                }
                if (!isWaiting()) {
                    progress = System.nanoTime();
                }
                pending.put(pulling.transfer(), pulling);
                isFirst = !isDialed;
                isDialed = true;
            }
        }
        if (refusal != null) {
            end(pulling, refusal);
        } else if (isFirst) {
            dialer.dial(place.host(), place.port(), this).whenComplete(this::isDialed);
        } else if (open != null) {
            ask(open, pulling);
        }
    }

    private void isDialed(Link opened, Throwable refusal) {
        if (opened == null) {
            boolean isExplained = refusal instanceof IOException && refusal.getMessage() != null;
            failed(isExplained ? refusal.getMessage() : String.valueOf(refusal));
            return;
        }
        boolean isLate;
        synchronized (this) {
            link = opened;
            isLate = obstacle != null;
        }
        if (isLate) {
            opened.close();
        }
    }

    /** Under the lock. */
    private boolean isWaiting() {
        return receiving != null || !pending.isEmpty();
    }

    /** Gives up if data are awaited, and none have come for some time: a network may drop them without a word. */
    void requireProgress(Duration patience) {
        synchronized (this) {
            if (obstacle != null || !isWaiting() || System.nanoTime() - progress < patience.toNanos()) {
                return;
            }
        }
        close("no data have come for " + patience.toSeconds() + " s");
    }

    private static void ask(Link open, Pulling pulling) {
        open.send(MessageCodec.encode(new Read(pulling.transfer(), pulling.from())), List.of(), () -> {});
    }

    private void end(Pulling pulling, String why) {
        pulling.to().close();
        answers.accept(new Pulled(pulling.transfer(), why));
    }

    /** There will be no link, or none that is of use. What waits for it ends. */
    private void failed(String why) {
        failed(why, false);
    }

    /** Returns the first reason. */
    private String failed(String why, boolean isClosed) {
        List<Pulling> ended = List.of();
        String first;
        synchronized (this) {
            obstacle = obstacle == null ? Peers.line(why) : obstacle;
            first = obstacle;
            if (!hasGreeted || isClosed) {
                ended = List.copyOf(pending.values());
                pending.clear();
            }
        }
        ended.forEach(pulling -> end(pulling, first));
        return first;
    }

    /** Ends it. The copies whose data may still be written end when the link is closed. */
    void close(String reason) {
        failed(reason);
        Link open;
        synchronized (this) {
            open = link;
        }
        if (open != null) {
            open.close();
        }
    }

    @Override
    public List<MemorySegment> head(Link from, ByteBuffer head, long bytes) {
        if (isObsolete()) {
            from.close();
            throw new MalformedMessageException("nothing is expected of this member any more");
        }
        try {
            Message message = MessageCodec.decode(head);
            switch (message) {
                case Data data -> {
                    return receive(data, bytes);
                }
                case Uncopied uncopied when bytes == 0 -> isRefused(uncopied);
                case Hello hello when bytes == 0 -> isGreetedBy(hello, from);
                case Bye bye
                when bytes == 0 -> {
                    failed("it says: " + Peers.line(bye.reason()));
                    from.close();
                }
                default ->
                    throw new MalformedMessageException(
                            "a " + message.getClass().getSimpleName() + " from a neighbour");
            }
            return List.of();
        } catch (RuntimeException malformed) {
            failed("protocol error: " + malformed.getMessage());
            throw malformed; // closes the link
        }
    }

    /** A device of the other member does not give the data. */
    private void isRefused(Uncopied uncopied) {
        Pulling refused;
        synchronized (this) {
            refused = pending.remove(uncopied.transfer());
            progress = System.nanoTime();
        }
        if (refused == null) {
            throw new MalformedMessageException("an answer to nothing: " + uncopied);
        }
        refused.to().close();
        answers.accept(new Uncopied(uncopied.transfer(), Peers.line(uncopied.reason())));
    }

    private void isGreetedBy(Hello hello, Link from) {
        String misfit = Peers.misfit(hello);
        if (misfit == null && !hello.name().equals(place.name())) {
            misfit = "there is " + Peers.line(hello.name()) + " instead of member " + place.name();
        }
        if (misfit != null) {
            throw new MalformedMessageException(misfit);
        }
        from.send(MessageCodec.encode(new Visit(place.token())), List.of(), () -> {});
        List<Pulling> ready;
        synchronized (this) {
            if (hasGreeted) {
                throw new MalformedMessageException("a second Hello from a neighbour");
            }
            link = from;
            hasGreeted = true;
            progress = System.nanoTime();
            ready = List.copyOf(pending.values());
        }
        ready.forEach(pulling -> ask(from, pulling));
        if (isObsolete()) {
            from.close(); // it was closed before it had a link
        }
    }

    private synchronized boolean isObsolete() {
        return obstacle != null;
    }

    private List<MemorySegment> receive(Data data, long bytes) {
        synchronized (this) {
            if (!hasGreeted) { // it could not be closed by those who want that
                throw new MalformedMessageException("data before a Hello");
            }
            Pulling pulling = pending.get(data.transfer());
            if (pulling == null || pulling.bytes() != bytes) {
                throw new MalformedMessageException("a body of " + bytes + " bytes for a copy "
                        + (pulling == null ? "that nobody waits for" : "of " + pulling.bytes() + " bytes"));
            }
            pending.remove(data.transfer());
            receiving = pulling;
            return pulling.to().pieces();
        }
    }

    @Override
    public void body(Link from) {
        Pulling received = receivingNoMore();
        received.to().received(failure -> {
            if (failure == null) {
                answers.accept(new Pulled(received.transfer(), ""));
            } else {
                failures.tell(received.transfer(), failure);
            }
        });
    }

    private synchronized Pulling receivingNoMore() {
        Pulling former = receiving;
        receiving = null;
        progress = System.nanoTime();
        return former;
    }

    @Override
    public void closed(Link from, String reason) {
        Pulling cut = receivingNoMore();
        String why = failed("the link is closed: " + reason, true);
        if (cut != null) {
            end(cut, why);
        }
    }
}
