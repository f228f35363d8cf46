package org.asterism.driver.remote.internal;

import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.CodeletReference;
import org.asterism.kit.remote.CodeletSource;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.GuestTokens;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Admit;
import org.asterism.kit.remote.Message.Bye;
import org.asterism.kit.remote.Message.Codelets;
import org.asterism.kit.remote.Message.Data;
import org.asterism.kit.remote.Message.Done;
import org.asterism.kit.remote.Message.Failed;
import org.asterism.kit.remote.Message.Hello;
import org.asterism.kit.remote.Message.Installed;
import org.asterism.kit.remote.Message.Offer;
import org.asterism.kit.remote.Message.Pulled;
import org.asterism.kit.remote.Message.Uncopied;
import org.asterism.kit.remote.Message.Wanted;
import org.asterism.kit.remote.Message.Written;
import org.asterism.kit.remote.MessageCodec;
import org.asterism.kit.remote.Peers;
import org.asterism.kit.remote.Staging;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.remote.Link;

/**
 * The link to one member, from its greeting to its end. The link's thread makes the calls of {@link Receiver}; workers
 * and the core send.
 */
final class MemberLink implements Endpoint.Connection {
    private static final long BUNDLE_SECONDS = 30;
    private static final System.Logger LOG = System.getLogger(MemberLink.class.getName());

    private final String coordinator;
    private final Members members;
    private final Endpoint.Presence presence;
    /** Of each memory that the member offers, by its number. */
    private volatile List<AddressSpace> addresses = List.of();

    private final AtomicLong numbers = new AtomicLong();
    private final BundleTransfers bundles;
    private volatile Link link;
    private volatile String name;
    private volatile Offer offer;
    private volatile Set<CodeletReference> codelets = Set.of();

    private final Loss loss = new Loss();

    /** The copies from other members to this one, and from this one to others. */
    private final Routes routes = new Routes(this);

    private final OpenCopies openCopies = new OpenCopies();

    /** Names this member to the others. */
    private final int guest;

    /** What the member knows those by whom this side lets in; null before the offer. */
    private volatile byte[] secret;

    private final MemberWork work = new MemberWork(this, loss, openCopies);
    private boolean hasGreeted;

    /** Changes with everything that arrives here or there. Some changes may be lost. */
    private volatile int progress;

    /**
     * Makes it.
     *
     * @param coordinator the name of this side
     * @param codelets the codelets of this side
     * @param members learns of the member when it has made its offer and got its bundles, and of its end
     * @param presence learns of both, too
     */
    MemberLink(String coordinator, CodeletIndex codelets, Members members, Endpoint.Presence presence) {
        this.coordinator = coordinator;
        this.members = members;
        this.presence = presence;
        guest = members.nextGuest();
        bundles = new BundleTransfers(this, codelets, BUNDLE_SECONDS, () -> members.offered(this));
    }

    Endpoint.Presence presence() {
        return presence;
    }

    /** The member's name; null before it has said it. */
    String name() {
        return name;
    }

    /** What the member offers; null before it has said it. */
    Offer offer() {
        return offer;
    }

    /** The addresses of a memory that the member offers. */
    AddressSpace addresses(int memory) {
        return addresses.get(memory);
    }

    /** The copies from other members to this one. */
    Routes routes() {
        return routes;
    }

    /** The copies and kernels that the member is asked for. */
    MemberWork work() {
        return work;
    }

    /** The copies that end before the core hears of a loss. */
    OpenCopies openCopies() {
        return openCopies;
    }

    /** Main memory for copies from members that this one cannot reach. */
    Staging staging() {
        return members.staging();
    }

    /** How long a member may take to let go of data of another one that is lost. */
    Duration patience() {
        return members.patience();
    }

    /** Whether other members can be told where this one is, and it has the same coordinator as another one. */
    boolean isReachable(MemberLink another) {
        return another != this
                && another.members == members
                && !isLost()
                && guest <= Message.Dismiss.MOST_GUESTS
                && presence.place().isPresent();
    }

    /** Returns what another member has to know to get data of this one. */
    Message.Neighbour neighbour(int number, MemberLink visitor) {
        InetSocketAddress place = presence.place().orElseThrow();
        byte[] token = GuestTokens.of(secret, visitor.guest);
        return new Message.Neighbour(number, name, place.getHostString(), place.getPort(), token);
    }

    /** Another member that may have got data of this one is lost. */
    void dismiss(MemberLink visitor) {
        send(new Message.Dismiss(visitor.guest));
    }

    /** Returns a number for a copy. */
    long nextNumber() {
        return numbers.incrementAndGet();
    }

    /** Whether the link is closed, or will be. The core may not know yet. */
    boolean isLost() {
        return loss.reason() != null;
    }

    /** Whether the member can run a codelet now. */
    boolean has(CodeletReference codelet) {
        return codelets.contains(codelet);
    }

    /** Whether the member can run codelets of some code now. */
    boolean has(CodeletSource source) {
        return codelets.stream().anyMatch(known -> known.source().equals(source));
    }

    /** Greets the member. Called before the first message comes, or when that has come. */
    void greet(Link to) {
        link = to;
        hasGreeted = true;
        members.opened(this);
        if (isLost()) {
            to.close(); // it has come late
            return;
        }
        send(Peers.hello(coordinator));
    }

    // What the coordinator wants.

    void requirePresent() {
        loss.requireNone();
    }

    /** Requests a notification of the loss, when the core may know; at once if it may already. */
    void whenLost(Consumer<DeviceLostException> listener) {
        loss.whenTold(listener);
    }

    /** Ends the wish for a notification. */
    void forget(Consumer<DeviceLostException> listener) {
        loss.forget(listener);
    }

    /** Sends a message; if the link is closed, it is dropped. */
    void send(Message message) {
        send(message, () -> {});
    }

    /** Sends a message; {@code sent} is run by any thread when it was sent, or dropped. */
    void send(Message message, Runnable sent) {
        link.send(MessageCodec.encode(message), List.of(), sent);
    }

    /** Sends a message with a body. */
    void send(ByteBuffer head, List<MemorySegment> body, Runnable sent) {
        link.send(head, body, () -> {
            isProgress();
            sent.run();
        });
    }

    private void isProgress() {
        progress++; // also by two threads at once: that there is some matters
    }

    /** Something else than before if the member has sent or taken something since. */
    int progress() {
        return progress;
    }

    /** Closes the link. What waits for the member is lost at once. */
    @Override
    public void close(String reason) {
        leave(reason, false);
    }

    private void leave(String reason, boolean atOnce) {
        boolean isFirst = lose(reason);
        Link closing = link;
        if (closing == null) {
            return; // it is closed when it comes
        }
        if (isFirst) {
            Peers.leave(closing, reason, atOnce || !loss.isTold()); // the core waits for the end of copies
        } else if (atOnce) {
            closing.close();
        }
    }

    // What the member says.

    @Override
    public List<MemorySegment> head(Link from, ByteBuffer head, long bytes) {
        isProgress();
        if (!hasGreeted) {
            greet(from);
        }
        if (isLost()) {
            return refuse(bytes);
        }
        try {
            Message message = MessageCodec.decode(head);
            if (message instanceof Data data) {
                return work.receive(data, bytes);
            }
            if (bytes != 0) {
                throw new MalformedMessageException("a body of " + bytes + " bytes behind a " + kind(message));
            }
            handle(message);
            return List.of();
        } catch (RuntimeException malformed) {
            leave("protocol error: " + Peers.line(String.valueOf(malformed.getMessage())), true);
            return refuse(bytes);
        }
    }

    /** The link closes already; a body has no place, so it must be closed at once. */
    private List<MemorySegment> refuse(long bytes) {
        if (bytes != 0) {
            throw new MalformedMessageException(loss.reason().getMessage());
        }
        return List.of();
    }

    private static String kind(Message message) {
        return message.getClass().getSimpleName();
    }

    private void handle(Message message) {
        switch (message) {
            case Bye bye -> {
                lose("it says: " + Peers.line(bye.reason()));
                link.close();
            }
            case Hello hello when name == null -> isGreetedBy(hello);
            case Offer made
            when name != null && offer == null -> {
                OfferCheck.check(made);
                codelets = Set.copyOf(made.codelets());
                addresses = IntStream.rangeClosed(0, made.devices().size())
                        .mapToObj(AddressSpace::new)
                        .toList();
                offer = made;
                admitOthers();
                bundles.begin(made.bundle());
            }
            case Wanted wanted -> require(bundles.wanted(wanted.source()), message);
            case Installed installed -> require(bundles.installed(installed.source(), installed.obstacle()), message);
            case Codelets changed when offer != null -> codelets = Set.copyOf(changed.codelets());
            case Written written -> work.written(written);
            case Pulled pulled -> require(routes.answered(pulled), message);
            case Uncopied uncopied -> {
                RemoteCopyException failure = new RemoteCopyException(name, Peers.line(uncopied.reason()));
                boolean isKnown = work.uncopied(uncopied.transfer(), failure);
                require(isKnown || routes.failed(uncopied.transfer(), failure), message);
            }
            case Done done -> work.done(done);
            case Failed failed -> work.failed(failed);
            default -> throw new MalformedMessageException("a " + kind(message) + " from a member at this time");
        }
    }

    /** A task would use a codelet that the member lacks. Any thread. */
    void isAskedFor(CodeletReference codelet) {
        bundles.isAskedFor(codelet);
    }

    /** Lets other members in, before there is anything that they could get. */
    private void admitOthers() {
        if (presence.place().isPresent()) {
            secret = GuestTokens.secret();
            send(new Admit(secret));
        }
    }

    private void isGreetedBy(Hello hello) {
        String misfit = Peers.misfit(hello);
        if (misfit == null) {
            misfit = members.refusal(hello.name(), this);
        }
        if (misfit != null) {
            close(misfit);
            return;
        }
        name = hello.name();
    }

    /** Requires that a message answers something. */
    static void require(boolean isKnown, Message message) {
        if (!isKnown) {
            throw new MalformedMessageException("an answer to nothing: " + message);
        }
    }

    @Override
    public void body(Link from) {
        isProgress();
        work.isReceived();
    }

    @Override
    public void closed(Link from, String reason) {
        link = from;
        lose(reason);
        work.isClosed();
    }

    /**
     * Notes the loss. The core hears of it when no copy is open any more.
     *
     * @return false if that has happened already
     */
    private boolean lose(String why) {
        Link former = link;
        String peer = former == null ? "a peer" : former.peer();
        String whatHappened = "the link to " + peer + " is closed: " + why;
        if (!loss.begin(new DeviceLostException(name == null ? peer : name, whatHappened, null))) {
            return false;
        }
        try {
            RunAll.of(List.of(
                    bundles::end,
                    () -> presence.ended(why),
                    () -> log(whatHappened),
                    work::isLost,
                    routes::lose,
                    () -> openCopies.lose(this::tellLoss)));
        } catch (RuntimeException | Error thrown) { // nobody who reports a loss could do anything about it
            LOG.log(System.Logger.Level.WARNING, coordinator + ": not all could be told of a member's loss", thrown);
        }
        return true;
    }

    private void log(String whatHappened) {
        LOG.log(
                presence.isEndExpected() ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
                coordinator + ", " + (name == null ? "a member" : "member " + name) + ": " + whatHappened);
    }

    /** Ends everything. Another member may come under this name only now: the core knows members by their names. */
    private void tellLoss() {
        List<Runnable> actions = new ArrayList<>();
        actions.add(work::end);
        loss.tell().forEach(listener -> actions.add(() -> listener.accept(loss.reason())));
        actions.add(() -> members.gone(this));
        RunAll.of(actions);
    }
}
