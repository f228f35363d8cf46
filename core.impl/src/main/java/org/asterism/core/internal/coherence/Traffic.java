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
 * The copies of all data of a runtime on its memory nodes. Any thread may make requests; they are served one after the
 * other in a {@link Seat}.
 *
 * <p>The caller must have its turn in the order of accesses to the data, like a ready or running task, or an
 * acquisition of the program. So nothing else changes the data at the same time. Only prefetches may come late. If one
 * brings data after a task has begun to write them, its result is discarded, at the latest when that task has ended.
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
    private final Lineage lineage;
    private final Losses losses;
    private final Division division;
    private final Wishes wishes;
    private final Seat seat = new Seat(this::moveOn);
    private final OtherRuntimes others = new OtherRuntimes(seat);

    /** Releases of copies, data and nodes that are still used. Each is tried until it returns true. */
    private final List<BooleanSupplier> deferred = new ArrayList<>();

    /** The commands of tasks, made once: a command per task would be an allocation per task. */
    private final Consumer<Claim> making = this::makeNow;

    private final Consumer<Claim> releasing;
    private volatile BiConsumer<MemoryNode, DeviceLostException> whenLost = (node, lost) -> {};
    private volatile Consumer<MemoryNode> whenRoom = node -> {};

    /**
     * Makes the traffic of a runtime that has main memory only.
     *
     * @param watch steps the traffic while copies of drivers that cannot notify are under way
     * @param links the predictions of copy times, which learn about new nodes
     * @param clock clock for the times of copies that observers receive
     */
    public Traffic(Watch watch, LinkTable links, Observers observers, Clock clock) {
        nodes = new Nodes(links, observers);
        NodeMemory main = nodes.main();
        directory = new Directory(main);
        sources = new Sources(main, links);
        residence = new Residence(main, nodes.all());
        transfers = new Transfers(
                main,
                sources,
                residence,
                made -> new Copier(made, residence, this::step, watch, this::isLost, observers, clock));
        lineage = new Lineage(main, seat, transfers::giveUpLoading);
        residence.writeBack().connect(transfers, lineage);
        writes = new Writes(nodes.all(), transfers, lineage);
        admission = new Admission(nodes.all(), residence, transfers, writes, lineage, others);
        losses = new Losses(transfers, residence, admission, lineage, (node, lost) -> whenLost.accept(node, lost));
        division = new Division(main, residence, transfers, sources, deferred::add);
        releasing = admission::release;
        wishes = new Wishes(seat, nodes, directory, residence, transfers, division, lineage, deferred::add);
    }

    /** Returns the directory of the data that are known to have copies. */
    public Directory directory() {
        return directory;
    }

    /** Transfers, evictions and hints that programs and policies ask for. */
    public Wishes wishes() {
        return wishes;
    }

    /**
     * Sets the listener that is called once for each memory whose device is lost. It is called in the seat, before a
     * claim on that memory is taken back, so all tasks that were under way there still are. It must not wait.
     */
    public void whenLost(BiConsumer<MemoryNode, DeviceLostException> told) {
        whenLost = told;
    }

    /**
     * Sets the listener for memories that may have room again for a task that was kept from their workers. It is called
     * in the seat, so it must not wait.
     */
    public void whenRoom(Consumer<MemoryNode> told) {
        whenRoom = told;
    }

    /** Sets the other runtimes that use the same devices. */
    public void sharesWith(MemorySharers sharers) {
        others.are(sharers);
    }

    /**
     * Frees what is kept for later in the memories of a name, because another runtime needs room there. A driver names
     * its memories alike in all runtimes. If those of two drivers have the same name, one of them takes memory anew
     * later, and that is all.
     *
     * @return completes, when that has happened, with the {@link #changes} so far
     */
    public CompletableFuture<Long> dropKept(String memory) {
        return seat.ask(reply -> {
            nodes.named(memory).forEach(NodeMemory::dropKept);
            reply.give(changes(memory));
        });
    }

    /** Returns how often memory was taken or freed in the memories of a name; any thread. */
    public long changes(String memory) {
        return nodes.named(memory).mapToLong(node -> node.changes().count()).sum();
    }

    /** Reports that the device of a memory node is lost; does nothing if that is known, or the node has left. */
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

    /** {@link #lose(NodeMemory, DeviceLostException)} for callers in the seat. */
    private void isLost(NodeMemory node, DeviceLostException lost) {
        losses.lose(node, lost);
    }

    /** The exception with which a driver reported the loss of a memory node's device, or null. */
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

    /** Begins and ends what can begin and end. Any thread may use it; does not wait. */
    public void step() {
        seat.call();
    }

    /** Whether copies are under way whose drivers do not notify, so that a thread has to {@link #step}. */
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
            again |= deferred.removeIf(Traffic::tryNow);
            again |= lineage.moveOn();
            again |= transfers.hasMore(); // another copy may be written back to make room
        } while (again);
    }

    /** A release that throws is tried again, and hinders no other. */
    private static boolean tryNow(BooleanSupplier release) {
        try {
            return release.getAsBoolean();
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
     * @param architecture the architecture of the units that work there
     */
    public MemoryNode add(DeviceMemory memory, Architecture architecture) {
        NodeMemory node = nodes.add(memory, architecture, this::lose);
        node.changes().whenPassed(() -> whenRoom.accept(node));
        memory.whenLost(lost -> lose(node, lost));
        return node;
    }

    /**
     * Removes a node: what is valid only there is brought home first. The caller waits for that and then calls
     * {@link #end}.
     */
    public CompletableFuture<Void> remove(MemoryNode leaving) {
        NodeMemory node = (NodeMemory) leaving;
        return seat.ask(reply -> {
            node.leaving = true;
            deferred.add(() -> clear(node, reply));
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
     * Closes the memory of a removed node. This is not done in the seat: the thread there may be one of the memory's
     * driver, and the driver waits for its threads.
     */
    public void end(MemoryNode removed) {
        ((NodeMemory) removed).end();
    }

    /** A node that is there. */
    NodeMemory find(int id) {
        return nodes.get(id);
    }

    /** Returns the class that chooses the sources of copies and predicts their times. */
    Sources sources() {
        return sources;
    }

    /** Refuses a node that is not there. */
    public void requireNode(int id) {
        nodes.get(id);
    }

    /** Copies that measure links. */
    public Trials trials(Clock clock) {
        return new TrialCopies(seat, nodes::at, losses::lose, clock);
    }

    // Claims.

    /**
     * Begins a claim.
     *
     * @param node the id of a memory node
     * @param owner the task or acquisition that makes it, for messages
     * @param priority of the transfers that it needs
     * @param size the number of pieces of data that will be added; those named twice count twice
     * @param whenSettled called in the seat when the claim is met or has failed: it may only wake a thread, or leave
     *     its work to {@link #afterwards}
     */
    public Claim claim(int node, Object owner, int priority, int size, Runnable whenSettled) {
        return claim(node, owner, priority, size, whenSettled, () -> true);
    }

    /**
     * Begins a claim that its maker may take back.
     *
     * @param stillWanted asked once, in the seat, when everything is there and before copies elsewhere become invalid;
     *     if it says no, the claim fails and leaves all as it was
     */
    public Claim claim(
            int node, Object owner, int priority, int size, Runnable whenSettled, BooleanSupplier stillWanted) {
        return new Claim(nodes.get(node), owner, priority, size, whenSettled, stillWanted);
    }

    /** Whether there is only main memory, so that nothing can be on its way. */
    public boolean hasOneNode() {
        return nodes.all().size() == 1;
    }

    /** Runs work on a thread that has left the seat. */
    public void afterwards(Runnable work) {
        seat.afterwards(work);
    }

    /** Begins to meet a claim. */
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

    /** Reports that one form of some data was made of another for a claim. */
    public void converted(Claim claim, Conversion conversion) {
        seat.post(() -> admission.converted(claim, conversion));
    }

    /** Reports that what a claim writes has its first value, to which others may add before the claim is released. */
    public void begun(Claim claim, int position) {
        seat.post(() -> claim.item(position).replicate.setValid(true));
    }

    /** Releases a claim that was met: what it writes is valid on its node only. */
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

    /** Releases a claim whose task has failed, also if it has not been met yet. */
    public void abandon(Claim claim, Throwable why) {
        seat.post(() -> {
            if (claim.isSettled()) {
                admission.letGo(claim);
            } else {
                claim.fail(why); // what is on its way for it arrives first
            }
        });
    }

    /** Turns a claim that has written into one that reads. */
    public void readOn(Claim claim) {
        seat.post(() -> admission.readOn(claim));
    }

    /** Reports that data were written at home without a claim, while copies were made elsewhere. */
    public void writtenAtHome(Handle handle) {
        seat.post(() -> writes.written(directory.copiesOf(handle).on(nodes.main()), null, false));
    }

    /**
     * Completes with the forms that are up to date if a wanted one is not; with none if it is, or there is no value.
     */
    public CompletableFuture<List<Integer>> formsInsteadOf(Forms forms, int wanted) {
        return seat.ask(reply -> {
            List<Integer> found = IntStream.range(0, forms.all().size())
                    .filter(form -> directory.copiesOf(forms.all().get(form)).validCopies() > 0)
                    .boxed()
                    .toList();
            reply.give(found.contains(wanted) ? List.of() : found);
        });
    }

    // Lineage.

    /** Records from now on from which tasks the value of data comes, so that it can be computed again if it is lost. */
    public void recordProducers(Handle handle) {
        seat.post(() -> Lineage.historyOf(directory.copiesOf(handle)).record());
    }

    /** Sets what runs the tasks of recomputations; before data can be lost. */
    public void recomputeBy(BiConsumer<Recomputation, Runnable> runner) {
        lineage.runBy(runner);
    }

    /** Ends recomputations, since no worker will be left: what they were to compute is lost. */
    public void endRecomputations() {
        seat.post(lineage::close);
    }

    // Partitions.

    /** Pins main memory's copy, since children lie within; completes with its buffers. */
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

    /** Unpins main memory's copy. */
    public void releaseAnchor(Handle handle) {
        seat.post(() -> directory.copiesOf(handle).on(nodes.main()).unpin());
    }

    /** Hands the content of data on to their children. */
    public CompletableFuture<Void> cut(Handle parent, List<Handle> children, boolean parentStaysValid) {
        return seat.ask(reply -> lineage.whenUndisturbed(
                Replicates.of(parent),
                () -> division.cut(
                        directory.copiesOf(parent), directory.copiesOf(children), parentStaysValid, reply::end)));
    }

    /** Hands the content of children back to the data they were cut from. */
    public CompletableFuture<Void> gather(Handle parent, List<Handle> children) {
        return seat.ask(reply -> division.gather(directory.copiesOf(parent), directory.copiesOf(children), reply::end));
    }

    /** Forgets the content of children that were only read. */
    public CompletableFuture<Void> forgetContent(List<Handle> children) {
        return seat.ask(reply -> division.forget(directory.copiesOf(children), () -> reply.give(null)));
    }

    /** Frees all memory of copies and all that is kept for later; when no task or program uses data any more. */
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
