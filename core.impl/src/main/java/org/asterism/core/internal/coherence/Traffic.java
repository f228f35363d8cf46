package org.asterism.core.internal.coherence;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.MemoryNode;
import org.asterism.api.data.Buffer;
import org.asterism.core.internal.data.Forms;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.links.LinkTable;
import org.asterism.core.internal.links.Trials;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.observation.SafeLog;
import org.asterism.core.internal.task.Job;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.DeviceMemory;

/**
 * The copies of all data of a runtime on its memory nodes: what everybody may ask for, done one after the other in a {@link
 * Seat}.
 *
 * <p>Whoever asks for something is in the way of all that could change the data: a task that is ready or runs, or an
 * acquisition of the program. Only prefetches may come late; what they bring when a task has begun to write is thrown away when
 * that task has ended, if not before.
 */
public final class Traffic {
    private static final Logger LOG = System.getLogger(Traffic.class.getName());

    private final Nodes nodes;
    private final Directory directory;
    private final Sources sources;
    private final Residence residence;
    private final Transfers transfers;
    private final Admission admission;
    private final Writes writes;
    private final Losses losses;
    private final Division division;
    private final Wishes wishes;
    private final Seat seat = new Seat(this::moveOn);
    /** Copies, data and nodes that are given up as soon as nobody uses them: each says whether that has happened. */
    private final List<BooleanSupplier> farewells = new ArrayList<>();

    /** What tasks have done, once for all of them. */
    private final Consumer<Claim> making = this::makeNow;

    private final Consumer<Claim> releasing;
    private volatile BiConsumer<MemoryNode, DeviceLostException> whenLost = (node, lost) -> {};
    private volatile Consumer<MemoryNode> whenRoom = node -> {};

    /**
     * Makes the traffic of a runtime that has main memory only.
     *
     * @param watch sees to the copies of drivers that do not tell when one has ended
     * @param links how long copies take; is told which nodes there are
     * @param observers are told of each copy
     * @param clock for them
     */
    public Traffic(Watch watch, LinkTable links, Observers observers, Clock clock) {
        nodes = new Nodes(links);
        NodeMemory main = nodes.main();
        directory = new Directory(main);
        sources = new Sources(main, links);
        residence = new Residence(main, nodes.all());
        transfers = new Transfers(
                main,
                sources,
                residence,
                made -> new Copier(made, residence, this::step, watch, this::isLost, observers, clock));
        residence.writeBack().connect(transfers);
        writes = new Writes(nodes.all(), transfers);
        admission = new Admission(nodes.all(), residence, transfers, writes);
        losses = new Losses(transfers, residence, admission, (node, lost) -> whenLost.accept(node, lost));
        division = new Division(main, residence, transfers, sources, farewells::add);
        releasing = admission::release;
        wishes = new Wishes(seat, nodes, directory, residence, transfers, division, farewells::add);
    }

    /** Which data are known to have copies. */
    public Directory directory() {
        return directory;
    }

    /** What is wished for single data. */
    public Wishes wishes() {
        return wishes;
    }

    /**
     * Says who is told, once for each memory, that its device is lost; in the seat, before a claim on that memory is taken back, so that
     * all tasks that are under way there still are. That must not wait.
     */
    public void whenLost(BiConsumer<MemoryNode, DeviceLostException> told) {
        whenLost = told;
    }

    /**
     * Says who is told when a memory may have room for a task again that was kept from the workers there; in the seat, so that must
     * not wait.
     */
    public void whenRoom(Consumer<MemoryNode> told) {
        whenRoom = told;
    }

    /** Takes note that the device of a memory node is lost; does nothing if that was known, or the node has left. */
    public void lose(int id, DeviceLostException lost) {
        NodeMemory node = nodes.at(id);
        if (node != null) { // a kernel that was given up may tell long after its driver has left
            lose(node, lost);
        }
    }

    private void lose(NodeMemory node, DeviceLostException lost) {
        seat.post(() -> {
            if (nodes.at(node.id()) == node) { // it may have left meanwhile
                losses.lose(node, lost);
            }
        });
    }

    /** Is told in the seat. */
    private void isLost(NodeMemory node, DeviceLostException lost) {
        losses.lose(node, lost);
    }

    /** What its driver has said when the device of a memory node was lost, or null. */
    public DeviceLostException lossOf(int id) {
        NodeMemory node = nodes.at(id);
        return node == null ? null : node.loss();
    }

    /**
     * Takes back the claim of a task whose device was lost, and tells it whether it can be run elsewhere.
     *
     * @param hadBegun whether the task may have changed what it writes
     */
    public void giveUp(Claim claim, Job job, DeviceLostException lost, boolean hadBegun) {
        seat.post(() -> losses.giveUp(claim, job, lost, hadBegun));
    }

    /** Moves on whatever can move; for any thread, which does not wait. */
    public void step() {
        seat.call();
    }

    /** Whether copies are under way whose drivers do not tell when they have ended, so that somebody has to {@link #step}. */
    public boolean mustBeStepped() {
        return transfers.hasWatched();
    }

    /** Grows whenever something is begun or has ended. */
    public long movements() {
        return transfers.movements();
    }

    /** Whether nothing is on its way. */
    public boolean isAtRest() {
        return transfers.isAtRest();
    }

    private void moveOn() {
        boolean again;
        do {
            again = transfers.moveOn();
            again |= admission.admitWaiting();
            again |= farewells.removeIf(Traffic::tryNow);
            again |= transfers.hasMore(); // whoever needs room may have something brought home for it
        } while (again);
    }

    /** A farewell that throws is tried again, and does not keep others from being said. */
    private static boolean tryNow(BooleanSupplier farewell) {
        try {
            return farewell.getAsBoolean();
        } catch (Throwable thrown) {
            SafeLog.log(LOG, Level.ERROR, "a copy could not be given up yet", thrown);
            return false;
        }
    }

    // Nodes.

    /** The memory nodes there are, by id. */
    public List<MemoryNode> nodes() {
        return List.copyOf(nodes.all());
    }

    /**
     * Adds the memory of a driver.
     *
     * @param architecture what the units are that work there
     */
    public MemoryNode add(DeviceMemory memory, Architecture architecture) {
        NodeMemory node = nodes.add(memory, architecture, this::lose);
        node.changes().whenPassed(() -> whenRoom.accept(node));
        return node;
    }

    /**
     * Takes a node out: what is valid only there is brought home first. Whoever has waited for that {@link #end ends} its memory.
     */
    public CompletableFuture<Void> remove(MemoryNode leaving) {
        NodeMemory node = (NodeMemory) leaving;
        return seat.ask(reply -> {
            node.leaving = true;
            farewells.add(() -> clear(node, reply));
        });
    }

    private boolean clear(NodeMemory node, Seat.Reply<Void> reply) {
        for (Replicate replicate : node.byLastUse()) {
            List<Replicate> tenants = replicate.tenants();
            if (residence.writeBack().isSaved(replicate) && residence.letGo(replicate)) {
                tenants.forEach(tenant -> tenant.all.forget(node));
            }
        }
        if (!node.byLastUse().isEmpty() || node.hasLent()) {
            return false;
        }
        node.dropKept();
        nodes.forget(node);
        transfers.forget(node);
        reply.give(null);
        return true;
    }

    /**
     * Ends the memory of a node that was taken out. The seat does not do that: it may have been a thread of the memory's driver that sat there
     * last, and the driver waits for its threads.
     */
    public void end(MemoryNode removed) {
        ((NodeMemory) removed).end();
    }

    /** A node that is there. */
    NodeMemory find(int id) {
        return nodes.get(id);
    }

    /** Where copies come from, and how long they take. */
    Sources sources() {
        return sources;
    }

    /** Refuses a node that is not there. */
    public void requireNode(int id) {
        nodes.get(id);
    }

    /** Copies that are made to see how long they take. */
    public Trials trials(Clock clock) {
        return new TrialCopies(seat, nodes::at, losses::lose, clock);
    }

    // Claims.

    /**
     * Begins a claim.
     *
     * @param node the id of a memory node
     * @param owner who makes it, for messages
     * @param priority of the transfers that it needs
     * @param size how many pieces of data will be added, those that are named twice counted twice
     * @param whenSettled called when it has been met or has failed, in the seat: it must do no more than wake somebody, or
     *     leave its work for {@link #afterwards}
     */
    public Claim claim(int node, Object owner, int priority, int size, Runnable whenSettled) {
        return claim(node, owner, priority, size, whenSettled, () -> true);
    }

    /**
     * Begins a claim that its maker may take back.
     *
     * @param stillWanted asked once, in the seat, when everything is there and before copies elsewhere become invalid; if it
     *     says no, the claim fails and leaves all as it was
     */
    public Claim claim(
            int node, Object owner, int priority, int size, Runnable whenSettled, BooleanSupplier stillWanted) {
        return new Claim(nodes.get(node), owner, priority, size, whenSettled, stillWanted);
    }

    /** Whether there is only main memory, so that nothing can be on its way. */
    public boolean hasOneNode() {
        return nodes.all().size() == 1;
    }

    /** Has something done by a thread that has left the seat. */
    public void afterwards(Runnable work) {
        seat.afterwards(work);
    }

    /** Has a claim met. */
    public void make(Claim claim) {
        claim.isComplete();
        seat.post(making, claim);
    }

    private void makeNow(Claim claim) {
        for (Claim.Item item : claim.items()) {
            try {
                directory.copiesOf(item.handle);
            } catch (Throwable thrown) {
                admission.refuse(claim, unknownShape(item.handle, thrown));
                return;
            }
        }
        admission.claim(claim);
    }

    private static Throwable unknownShape(Handle handle, Throwable thrown) {
        try {
            return new IllegalStateException(
                    handle + " cannot be used: its layout, a "
                            + handle.layout().getClass().getName() + ", threw " + thrown
                            + "; keep the bundle of a layout until its data are closed",
                    thrown);
        } catch (Throwable noWords) {
            return thrown;
        }
    }

    /** Is told that one form of some data was made of another for a claim. */
    public void converted(Claim claim, Conversion conversion) {
        seat.post(() -> admission.converted(claim, conversion));
    }

    /** Ends a claim that was met: what it writes is valid on its node only. */
    public void release(Claim claim) {
        seat.post(releasing, claim);
    }

    /**
     * Takes back a claim whose kernel was given up, which may return late: the memory of its data is never used again,
     * nor freed.
     */
    public void keepForGood(Claim claim, Throwable why) {
        seat.post(() -> losses.keepForGood(claim, why));
    }

    /** Fails a claim whose data do not arrive, unless it is settled; copies that are under way go on. */
    public void fail(Claim claim, Throwable why) {
        seat.post(() -> admission.fail(claim, why));
    }

    /** Takes back a claim whose maker has come to a bad end, also if it has not been met yet. */
    public void abandon(Claim claim, Throwable why) {
        seat.post(() -> {
            if (claim.isSettled()) {
                admission.letGo(claim);
            } else {
                claim.fail(why); // what is on its way for it arrives first
            }
        });
    }

    /** Is told that a claim has written all it will, and goes on with reading. */
    public void readOn(Claim claim) {
        seat.post(() -> admission.readOn(claim));
    }

    /** Is told that data were written at home by a task that has made no claim, while copies came into being elsewhere. */
    public void writtenAtHome(Handle handle) {
        seat.post(() -> writes.written(directory.copiesOf(handle).on(nodes.main())));
    }

    /** Which forms of data are up to date if a wanted one is not; completes with none if that is, or there is no value at all. */
    public CompletableFuture<List<Integer>> formsInsteadOf(Forms forms, int wanted) {
        return seat.ask(reply -> {
            List<Integer> found = IntStream.range(0, forms.all().size())
                    .filter(form -> directory.copiesOf(forms.all().get(form)).validCopies() > 0)
                    .boxed()
                    .toList();
            reply.give(found.contains(wanted) ? List.of() : found);
        });
    }

    // Partitions.

    /** Keeps main memory's copy where it is, since children lie within; completes with where that is. */
    public CompletableFuture<List<Buffer>> anchor(Handle handle) {
        return seat.ask(reply -> {
            NodeMemory main = nodes.main();
            Replicate home = directory.copiesOf(handle).on(main);
            if (!home.isAllocated() && !main.allocate(home)) {
                throw new IllegalStateException("there is no main memory for " + handle);
            }
            home.pin();
            reply.give(home.buffers());
        });
    }

    /** Lets main memory's copy go where it will again. */
    public void releaseAnchor(Handle handle) {
        seat.post(() -> directory.copiesOf(handle).on(nodes.main()).unpin());
    }

    /** Makes the content of data that of their children. */
    public CompletableFuture<Void> cut(Handle parent, List<Handle> children, boolean parentStaysValid) {
        return seat.ask(reply ->
                division.cut(directory.copiesOf(parent), directory.copiesOf(children), parentStaysValid, reply::end));
    }

    /** Makes the content of children that of the data they were cut from. */
    public CompletableFuture<Void> gather(Handle parent, List<Handle> children) {
        return seat.ask(reply -> division.gather(directory.copiesOf(parent), directory.copiesOf(children), reply::end));
    }

    /** Forgets the content of children that were only read. */
    public CompletableFuture<Void> forgetContent(List<Handle> children) {
        return seat.ask(reply -> division.forget(directory.copiesOf(children), () -> reply.give(null)));
    }

    /** Gives all memory back that is kept for later, also what copies take: nobody uses them any more. */
    public void close() {
        seat.post(() -> {
            for (NodeMemory node : nodes.all()) {
                for (Replicate copy : node.byLastUse()) {
                    if (!copy.isBusy()) { // else a copy of a driver that does not end may still use the memory
                        node.release(copy);
                    }
                }
                node.dropKept();
            }
        });
    }
}
