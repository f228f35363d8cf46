package org.asterism.remote.member.internal;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.asterism.kit.remote.CodeletIndex;
import org.asterism.kit.remote.Endpoint;
import org.asterism.kit.remote.MalformedMessageException;
import org.asterism.kit.remote.Message;
import org.asterism.kit.remote.Message.Allocate;
import org.asterism.kit.remote.Message.Bye;
import org.asterism.kit.remote.Message.Free;
import org.asterism.kit.remote.Message.Hello;
import org.asterism.kit.remote.Message.Launch;
import org.asterism.kit.remote.Message.Offer;
import org.asterism.kit.remote.Message.Read;
import org.asterism.kit.remote.Message.Write;
import org.asterism.kit.remote.MessageCodec;
import org.asterism.kit.remote.Peers;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.remote.Link;

/**
 * The work for one coordinator, as long as its link lasts. The link's thread makes all calls but the first; the threads
 * of units send answers.
 */
public final class MemberSession implements Endpoint.Connection {
    /** How long a neighbour may owe data, a step of a copy at least, before they come another way. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final System.Logger LOG = System.getLogger(MemberSession.class.getName());

    private final MemberSettings settings;
    private final SessionUnits units;
    private final CodeletIndex codelets;
    private final BundleInstaller installer;
    private final BundleReception bundles;
    private final SessionMemory memory;
    private final Claims claims;
    private final Consumer<MemberSession> whenOpened;
    private final Consumer<MemberSession> whenEnded;
    private final ReadAnswers answers;
    private final Writes writes;
    private final Visits visits;
    private final Neighbours neighbours;

    /** Guards the order of the offer and later lists of codelets. */
    private final Object announcing = new Object();

    private volatile Link link;

    /** Whether this side has greeted. */
    private boolean hasGreeted;

    /** Whether the coordinator has asked for something; else it has refused this member, which the cluster says. */
    private volatile boolean isUsed;

    /** Guarded by {@link #announcing}; null before the offer. */
    private Runnable listening;

    /** Guarded by this object. */
    private boolean ended;

    /** The coordinator's name; null until it has said it. */
    private String coordinator;

    /** Why this side closes the link, or the peer said that it does; null if nobody has. */
    private volatile String farewell;

    /**
     * Makes a session.
     *
     * @param drivers returns those whose units are opened; throws an exception if one is missing
     * @param installer installs bundles of the coordinator
     * @param dialer opens links to other members; null if nothing does
     * @param claims lets one coordinator at a time in
     * @param whenOpened is told when there is a link
     * @param whenEnded is told when the link is closed
     */
    MemberSession(
            MemberSettings settings,
            Supplier<List<MemberDriver>> drivers,
            CodeletIndex codelets,
            BundleInstaller installer,
            Endpoint.Dialer dialer,
            Claims claims,
            Consumer<MemberSession> whenOpened,
            Consumer<MemberSession> whenEnded) {
        this.whenOpened = whenOpened;
        this.whenEnded = whenEnded;
        this.settings = settings;
        this.codelets = codelets;
        this.claims = claims;
        this.installer = installer;
        bundles = new BundleReception(installer, this::announce, this::send);
        memory = new SessionMemory(
                settings.name(), new MemberMemory(settings.offered(), settings.memory()), this::isBroken);
        CopyFailures failures = new CopyFailures(this::send, this::isLost);
        answers = new ReadAnswers(memory::read, failures);
        writes = new Writes(memory, this::send, failures);
        visits = new Visits(settings.name(), memory, failures);
        neighbours = new Neighbours(memory, dialer, this::send, failures, PATIENCE);
        units = new SessionUnits(settings, drivers, codelets, memory, new Units());
    }

    /** Greets the coordinator. Called before the first message comes, or when that has come. */
    void greet(Link to) {
        link = to;
        hasGreeted = true;
        whenOpened.accept(this);
        if (farewell != null) {
            to.close(); // it has come late
            return;
        }
        send(Peers.hello(settings.name()));
    }

    /** Lets another member of the coordinator read; null if the coordinator has not admitted it. */
    Visitor receive(Link from, Message.Visit visit) {
        return visits.receive(from, visit);
    }

    /**
     * Ends it without a coordinator: its link was a visitor's.
     *
     * @return false if it has ended, or has a coordinator
     */
    boolean withdraw() {
        synchronized (this) {
            if (ended || coordinator != null) {
                return false;
            }
            ended = true;
            farewell = "it was a visitor's";
        }
        whenEnded.accept(this);
        return true;
    }

    @Override
    public List<MemorySegment> head(Link from, ByteBuffer head, long bytes) {
        if (!hasGreeted) {
            greet(from);
        }
        if (farewell != null) {
            return refuse(bytes);
        }
        try {
            Message message = MessageCodec.decode(head);
            isUsed |= coordinator != null && !(message instanceof Bye);
            if (message instanceof Write write) {
                if (coordinator == null) {
                    throw new MalformedMessageException("a Write comes before Hello");
                }
                return writes.receive(write, bytes);
            }
            if (bytes != 0) {
                throw new MalformedMessageException("a body of " + bytes + " bytes behind a " + kind(message));
            }
            handle(message);
            return List.of();
        } catch (RuntimeException malformed) {
            fail("protocol error: " + malformed.getMessage());
            return refuse(bytes);
        } catch (OutOfMemoryError full) {
            fail("the member has not enough memory: " + full.getMessage());
            return refuse(bytes);
        }
    }

    /** The link closes already; a body has no place, so it must be closed at once. */
    private List<MemorySegment> refuse(long bytes) {
        if (bytes != 0) {
            throw new MalformedMessageException(farewell);
        }
        return List.of();
    }

    private static String kind(Message message) {
        return message.getClass().getSimpleName();
    }

    private void handle(Message message) {
        if (coordinator == null) {
            isGreetedBy(message);
            return;
        }
        switch (message) {
            case Allocate allocate -> memory.allocate(allocate);
            case Free free -> memory.free(free);
            case Read read -> answers.answer(link, read);
            case Message.Copy copy -> writes.copy(copy);
            case Launch launch -> units.launch(launch);
            case Message.Admit admit -> visits.admit(admit);
            case Message.Dismiss dismiss -> visits.dismiss(dismiss);
            case Message.Pull pull -> neighbours.pull(pull);
            case Message.Forget forget -> neighbours.forget(forget);
            case Message.Bundle bundle -> bundles.offered(bundle);
            case Message.Part part -> bundles.part(part);
            case Bye bye -> isLeft(bye);
            default -> throw new MalformedMessageException("a " + kind(message) + " from a coordinator");
        }
    }

    private void isGreetedBy(Message message) {
        if (message instanceof Bye bye) {
            isLeft(bye);
            return;
        }
        if (!(message instanceof Hello hello)) {
            throw new MalformedMessageException("a " + kind(message) + " comes before Hello");
        }
        String misfit = Peers.misfit(hello);
        if (misfit != null) {
            close(misfit);
            return;
        }
        String name = Peers.line(hello.name());
        String user = claims.claim(this, name);
        if (user != null) {
            close("member " + settings.name() + " works for coordinator " + user + " already");
            return;
        }
        coordinator = name;
        Thread opener =
                new Thread(this::openUnits, "asterism-member-" + settings.name()); // drivers may take their time
        opener.setDaemon(true);
        opener.start();
    }

    private void openUnits() {
        try {
            units.open();
        } catch (Throwable thrown) { // the coordinator must not wait for an offer
            fail("its units cannot be opened: " + thrown.getClass().getName());
            throw thrown;
        }
    }

    /** What units say. */
    private final class Units implements SessionUnits.Owner {
        @Override
        public void ready(List<MemberUnit> offered) {
            offer(offered);
        }

        @Override
        public void obstructed(String obstacle) {
            close(obstacle);
        }

        @Override
        public void answer(Message message) {
            send(message);
        }

        @Override
        public void broken(String reason) {
            fail(reason);
        }

        @Override
        public void lost(DeviceLostException loss) {
            isLost(loss);
        }

        @Override
        public void ended() {
            memory.finish();
        }
    }

    /** A device is lost: the coordinator shall know why its data are. */
    private void isLost(DeviceLostException loss) {
        close("its " + loss.getMessage());
    }

    private void isBroken(Throwable thrown) {
        LOG.log(System.Logger.Level.ERROR, "member " + settings.name() + ": error of a device: " + thrown, thrown);
        fail("the thread of its devices has failed: " + thrown.getClass().getName());
    }

    private void offer(List<MemberUnit> offered) {
        synchronized (announcing) {
            if (farewell != null) {
                return;
            }
            listening = codelets.listen(this::announce); // which waits for the offer
            send(new Offer(
                    settings.offered(),
                    memory.offers(),
                    offered.stream().map(MemberUnit::offer).toList(),
                    codelets.references(),
                    installer.mostBytes()));
        }
        LOG.log(
                System.Logger.Level.INFO,
                "member " + settings.name() + ": coordinator " + coordinator + " at " + link.peer() + " uses "
                        + offered.size() + " units and up to " + settings.offered() + " bytes of memory");
    }

    /** Tells which codelets there are now. They are read and sent in one order. */
    private void announce() {
        synchronized (announcing) {
            if (farewell == null) {
                try {
                    send(new Message.Codelets(codelets.references()));
                } catch (IllegalArgumentException tooLong) {
                    fail(tooLong.getMessage());
                }
            }
        }
    }

    @Override
    public void body(Link from) {
        writes.received();
    }

    private void send(Message message) {
        ByteBuffer head;
        try {
            head = MessageCodec.encode(message);
        } catch (IllegalArgumentException tooLong) {
            if (!(message instanceof Message.Done done)) {
                throw tooLong;
            }
            head = MessageCodec.encode(
                    new Message.Failed(done.execution(), "", "the result is too large: " + tooLong.getMessage()));
        }
        link.send(head, List.of(), () -> {});
    }

    /** Tells the coordinator why the link closes, and closes it when that was sent. */
    @Override
    public void close(String reason) {
        leave(reason, false);
    }

    /** Closes the link at once: the coordinator may take nothing any more. */
    private void fail(String reason) {
        leave(reason, true);
    }

    private void leave(String reason, boolean atOnce) {
        if (end(reason) && link != null) { // else it was never opened, or is closed when it comes
            Peers.leave(link, reason, atOnce);
        } else if (atOnce && link != null) {
            link.close();
        }
    }

    private void isLeft(Bye bye) {
        end("it says: " + Peers.line(bye.reason()));
        link.close();
    }

    /**
     * Ends all work of the coordinator: its kernels under way are the last.
     *
     * @return false if it had ended already
     */
    private boolean end(String reason) {
        synchronized (this) {
            if (ended) {
                return false;
            }
            ended = true;
            farewell = reason;
        }
        units.stop();
        neighbours.end();
        visits.end();
        memory.close();
        bundles.end();
        return true;
    }

    /** No unit and no copy uses the link any more, and the member is free for another coordinator. */
    @Override
    public void closed(Link from, String reason) {
        boolean isCut = end(reason);
        synchronized (announcing) {
            if (listening != null) {
                listening.run();
            }
        }
        writes.close();
        LOG.log(
                isCut || !isUsed ? System.Logger.Level.INFO : System.Logger.Level.WARNING,
                "member " + settings.name() + ": the link to "
                        + (coordinator == null ? "a peer" : "coordinator " + coordinator) + " at " + from.peer()
                        + " is closed: " + farewell);
        claims.release(this);
        whenEnded.accept(this);
    }

    /** Returns the bytes that are in use; for tests. */
    public long memoryInUse() {
        return memory.held();
    }

    /** Waits until the threads of all units have ended; for tests. */
    public void awaitEnd() throws InterruptedException {
        units.awaitEnd();
        memory.awaitEnd();
    }
}
