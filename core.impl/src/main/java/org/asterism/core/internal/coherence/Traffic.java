package org.asterism.core.internal.coherence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.asterism.api.Architecture;
import org.asterism.api.Clock;
import org.asterism.api.MemoryNode;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.Part;
import org.asterism.api.data.TransferKind;
import org.asterism.core.internal.data.Forms;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.links.LinkTable;
import org.asterism.core.internal.links.Trials;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.task.Job;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.DeviceMemory;

/**
 * The copies of all data of a runtime on its memory nodes: what everybody may ask for, done one after the other in a {@link
 * Seat}. Data that have never left main memory are unknown here and cost nothing.
 *
 * <p>Whoever asks for something is in the way of all that could change the data: a task that is ready or runs, or an
 * acquisition of the program. Only prefetches may come late; what they bring when a task has begun to write is thrown away when
 * that task has ended, if not before.
 */
public final class Traffic {
    private final Node main = new Node(MemoryNode.MAIN, "main", null, Architecture.CPU);
    private final List<Node> nodes = new CopyOnWriteArrayList<>(List.of(main));

    /** The nodes by id, null where one has left: policies ask often. The array is never changed. */
    private volatile Node[] byId = {main};

    private final LinkTable links;
    private final Sources sources;
    private final Residence residence = new Residence(main, nodes);
    private final Transfers transfers;
    private final Losses losses;
    private final Division division;
    private final Seat seat = new Seat(this::moveOn);
    private final List<Farewell> farewells = new ArrayList<>();
    private int nextNode = 1;
    private volatile BiConsumer<MemoryNode, DeviceLostException> whenLost = (node, lost) -> {};

    /**
     * Makes it.
     *
     * @param watch sees to the copies of drivers that do not tell when one has ended
     * @param links how long copies take; is told which nodes there are
     */
    public Traffic(Watch watch, LinkTable links) {
        this(watch, links, new Observers(), () -> 0);
    }

    /**
     * Makes it.
     *
     * @param watch sees to the copies of drivers that do not tell when one has ended
     * @param links how long copies take; is told which nodes there are
     * @param observers are told of each copy
     * @param clock for them
     */
    public Traffic(Watch watch, LinkTable links, Observers observers, Clock clock) {
        this.links = links;
        sources = new Sources(main, links);
        transfers = new Transfers(main, sources, residence, this::step, watch, observers, clock);
        residence.connect(transfers);
        losses = new Losses(transfers, residence, (node, lost) -> whenLost.accept(node, lost));
        transfers.connect(losses);
        division = new Division(main, residence, transfers, sources, farewells::add);
    }

    /**
     * Says who is told, once for each memory, that its device is lost; in the seat, before a claim on that memory is taken back, so that
     * all tasks that are under way there still are. That must not wait.
     */
    public void whenLost(BiConsumer<MemoryNode, DeviceLostException> told) {
        whenLost = told;
    }

    /** Takes note that the device of a memory node is lost; does nothing if that was known. */
    public void lose(int id, DeviceLostException lost) {
        Node node = node(id);
        seat.post(() -> losses.lose(node, lost));
    }

    /** What its driver has said when the device of a memory node was lost, or null. */
    public DeviceLostException lossOf(int id) {
        Node[] known = byId;
        return id < known.length && known[id] != null ? known[id].loss() : null;
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
            again |= residence.admitWaiting();
            again |= farewells.removeIf(Farewell::tryNow);
            again |= transfers.hasMore(); // whoever needs room may have something brought home for it
        } while (again);
    }

    // Nodes.

    /** The memory nodes there are, by id. */
    public List<MemoryNode> nodes() {
        return List.copyOf(nodes);
    }

    /**
     * Adds the memory of a driver.
     *
     * @param architecture what the units are that work there
     */
    public synchronized MemoryNode add(DeviceMemory memory, Architecture architecture) {
        Node node = new Node(nextNode++, memory.name(), memory, architecture);
        links.add(node.id(), memory, architecture != Architecture.CPU);
        node.tellLosses((lossy, lost) -> seat.post(() -> losses.lose(lossy, lost)));
        Node[] more = Arrays.copyOf(byId, nextNode);
        more[node.id()] = node;
        byId = more;
        nodes.add(node);
        return node;
    }

    /**
     * Takes a node out: what is valid only there is brought home first. Whoever has waited for that {@link #end ends} its memory.
     */
    public CompletableFuture<Void> remove(MemoryNode leaving) {
        Node node = (Node) leaving;
        CompletableFuture<Void> done = new CompletableFuture<>();
        seat.post(() -> {
            node.leaving = true;
            farewells.add(() -> clear(node, done));
        });
        return done;
    }

    private boolean clear(Node node, CompletableFuture<Void> done) {
        for (Replicate replicate : node.byLastUse()) {
            List<Replicate> tenants = replicate.tenants();
            if (residence.isSaved(replicate) && residence.letGo(replicate)) {
                tenants.forEach(tenant -> tenant.all.forget(node));
            }
        }
        if (!node.byLastUse().isEmpty() || node.hasLent()) {
            return false;
        }
        node.dropKept();
        nodes.remove(node);
        forget(node);
        transfers.forget(node);
        seat.afterwards(() -> done.complete(null));
        return true;
    }

    /**
     * Ends the memory of a node that was taken out. The seat does not do that: it may have been a thread of the memory's driver that sat there
     * last, and the driver waits for its threads.
     */
    public void end(MemoryNode removed) {
        ((Node) removed).end();
    }

    private synchronized void forget(Node node) {
        Node[] fewer = byId.clone();
        fewer[node.id()] = null;
        byId = fewer;
        links.remove(node.id());
    }

    private static void nothing(Throwable failure) {
        // Whoever needs the data is told when it asks for them.
    }

    private Node node(int id) {
        Node[] known = byId;
        if (id >= 0 && id < known.length && known[id] != null) {
            return known[id];
        }
        throw new IllegalArgumentException("there is no memory node " + id + ": there are "
                + nodes.stream()
                        .map(node -> node.id() + " (" + node.name() + ")")
                        .collect(Collectors.joining(", ")));
    }

    /** A node that is there. */
    Node find(int id) {
        return node(id);
    }

    /** Where copies come from, and how long they take. */
    Sources sources() {
        return sources;
    }

    /** Refuses a node that is not there. */
    public void requireNode(int id) {
        node(id);
    }

    /** Copies that are made to see how long they take. */
    public Trials trials(Clock clock) {
        return new TrialCopies(seat, id -> id < byId.length ? byId[id] : null, losses::lose, clock);
    }

    // Claims.

    /**
     * Begins a claim.
     *
     * @param node the id of a memory node
     * @param owner who makes it, for messages
     * @param priority of the transfers that it needs
     * @param whenSettled called when it has been met or has failed, in the seat: it must do no more than wake somebody, or
     *     leave its work for {@link #afterwards}
     */
    public Claim claim(int node, Object owner, int priority, Runnable whenSettled) {
        return claim(node, owner, priority, whenSettled, () -> true);
    }

    /**
     * Begins a claim that its maker may take back.
     *
     * @param stillWanted asked once, in the seat, when everything is there and before copies elsewhere become invalid; if it
     *     says no, the claim fails and leaves all as it was
     */
    public Claim claim(int node, Object owner, int priority, Runnable whenSettled, BooleanSupplier stillWanted) {
        return new Claim(node(node), owner, priority, whenSettled, stillWanted);
    }

    /** Whether there is only main memory, so that nothing can be on its way. */
    public boolean hasOneNode() {
        return nodes.size() == 1;
    }

    /** Has something done by a thread that has left the seat. */
    public void afterwards(Runnable work) {
        seat.afterwards(work);
    }

    /** Has a claim met. */
    public void make(Claim claim) {
        seat.post(() -> {
            claim.items().forEach(item -> copiesOf(item.handle));
            if (claim.forms() != null) {
                claim.forms().isComplete();
            }
            residence.claim(claim);
        });
    }

    /** Is told that one form of some data was made of another for a claim. */
    public void converted(Claim claim, Conversion conversion) {
        seat.post(() -> residence.converted(claim, conversion));
    }

    /** Ends a claim that was met: what it writes is valid on its node only. */
    public void release(Claim claim) {
        seat.post(() -> residence.release(claim));
    }

    /** Takes back a claim whose maker has come to a bad end, also if it has not been met yet. */
    public void abandon(Claim claim, Throwable why) {
        seat.post(() -> {
            if (claim.isSettled()) {
                residence.letGo(claim);
            } else {
                claim.fail(why); // what is on its way for it arrives first
            }
        });
    }

    /** Is told that a claim has written all it will, and goes on with reading. */
    public void readOn(Claim claim) {
        seat.post(() -> residence.readOn(claim));
    }

    /** Is told that data were written at home by a task that has made no claim, while copies came into being elsewhere. */
    public void writtenAtHome(Handle handle) {
        seat.post(() -> residence.written(copiesOf(handle).on(main)));
    }

    /** Makes data known that have no home, or no content there. */
    public void know(Handle handle) {
        if (handle.forms() != null) {
            knowForms(handle, false);
            return;
        }
        Replicates copies = new Replicates(handle);
        if (handle.home() != null) {
            copies.on(main).placeAtHome(handle.home());
        }
        handle.setReplicates(copies);
    }

    /** Makes data known that are a part of others, within whose copy at home they lie. */
    public void know(Handle handle, Handle whole, Part part) {
        Replicates copies = new Replicates(handle, new Replicates.Origin(whole.replicates(), part));
        copies.on(main).placeAtHome(handle.home());
        handle.setReplicates(copies);
    }

    /** Makes data known that have several forms, of which the standard one may have content at home; before anybody uses them. */
    public void knowForms(Handle handle, boolean hasContent) {
        Forms forms = handle.forms();
        Replicates standard = new Replicates(handle, forms, Forms.STANDARD);
        if (handle.home() != null) {
            Replicate home = standard.on(main);
            home.placeAtHome(handle.home());
            home.setValid(hasContent);
        }
        handle.setReplicates(standard);
        forms.standard().setReplicates(standard);
        for (int form = 1; form < forms.all().size(); form++) {
            Handle further = forms.all().get(form);
            further.setReplicates(new Replicates(further, forms, form));
        }
    }

    /** Which forms of data are up to date if a wanted one is not; completes with none if that is, or there is no value at all. */
    public CompletableFuture<List<Integer>> formsInsteadOf(Forms forms, int wanted) {
        CompletableFuture<List<Integer>> done = new CompletableFuture<>();
        seat.post(() -> {
            List<Integer> found = new ArrayList<>();
            for (int form = 0; form < forms.all().size(); form++) {
                if (copiesOf(forms.all().get(form)).validCopies() > 0) {
                    found.add(form);
                }
            }
            List<Integer> instead = found.contains(wanted) ? List.of() : found;
            seat.afterwards(() -> done.complete(instead));
        });
        return done;
    }

    /** The copies of a handle, from now on known here. */
    private Replicates copiesOf(Handle handle) {
        Replicates known = handle.replicates();
        if (known == null) {
            known = new Replicates(handle);
            Replicate home = known.on(main);
            if (handle.home() != null) {
                home.placeAtHome(handle.home());
                home.setValid(true);
            }
            handle.setReplicates(known);
        }
        return known;
    }

    // Partitions.

    /** Keeps main memory's copy where it is, since children lie within; completes with where that is. */
    public CompletableFuture<List<Buffer>> anchor(Handle handle) {
        CompletableFuture<List<Buffer>> done = new CompletableFuture<>();
        seat.post(() -> {
            Replicate home = copiesOf(handle).on(main);
            if (!home.isAllocated() && !main.allocate(home)) {
                IllegalStateException none = new IllegalStateException("there is no main memory for " + handle);
                seat.afterwards(() -> done.completeExceptionally(none));
                return;
            }
            home.pin();
            List<Buffer> buffers = home.buffers();
            seat.afterwards(() -> done.complete(buffers));
        });
        return done;
    }

    /** Lets main memory's copy go where it will again. */
    public void releaseAnchor(Handle handle) {
        seat.post(() -> copiesOf(handle).on(main).unpin());
    }

    /** Makes the content of data that of their children. */
    public CompletableFuture<Void> cut(Handle parent, List<Handle> children, boolean parentStaysValid) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        seat.post(() -> division.cut(
                copiesOf(parent), copiesOf(children), parentStaysValid, failure -> complete(done, failure)));
        return done;
    }

    /** Makes the content of children that of the data they were cut from. */
    public CompletableFuture<Void> gather(Handle parent, List<Handle> children) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        seat.post(() -> division.gather(copiesOf(parent), copiesOf(children), failure -> complete(done, failure)));
        return done;
    }

    /** Forgets the content of children that were only read. */
    public CompletableFuture<Void> forgetContent(List<Handle> children) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        seat.post(() -> division.forget(copiesOf(children), () -> complete(done, null)));
        return done;
    }

    private List<Replicates> copiesOf(List<Handle> handles) {
        List<Replicates> copies = new ArrayList<>(handles.size());
        handles.forEach(handle -> copies.add(copiesOf(handle)));
        return copies;
    }

    // Wishes.

    /** Has data copied to a node, if there is room; completes also if that is given up. */
    public CompletableFuture<Void> transfer(Handle handle, int node, TransferKind kind, int priority) {
        Node target = node(node);
        CompletableFuture<Void> done = new CompletableFuture<>();
        seat.post(() -> {
            Replicates copies = copiesOf(handle).movedTo(target);
            if (copies.validCopies() == 0) {
                boolean misses = kind == TransferKind.FETCH && copies.lost != null;
                complete(done, misses ? Transfers.lostValue(handle, copies.lost) : null);
            } else {
                transfers.wish(copies.on(target), kind, priority, failure -> complete(done, failure));
            }
        });
        return done;
    }

    private void complete(CompletableFuture<Void> done, Throwable failure) {
        seat.afterwards(() -> {
            if (failure == null) {
                done.complete(null);
            } else {
                done.completeExceptionally(failure);
            }
        });
    }

    /** Has what a task reads brought to a node before a worker takes it; nothing if one has. */
    public void prefetch(Job job, int node, TransferKind kind, int priority) {
        Node target = node(node);
        seat.post(() -> job.forEachAccess((handle, mode) -> {
            if (!mode.reads() || job.state().isFinal()) {
                return;
            }
            Replicate replicate = copiesOf(handle).movedTo(target).on(target);
            if (kind == TransferKind.TASK_PREFETCH && !target.isMain()) {
                replicate.expect(job);
            }
            if (replicate.all.validCopies() > 0) {
                transfers.wish(replicate, kind, priority, Traffic::nothing);
            }
        }));
    }

    /** Takes memory for a copy on a node, if there is room. */
    public CompletableFuture<Void> allocate(Handle handle, int node) {
        Node target = node(node);
        CompletableFuture<Void> done = new CompletableFuture<>();
        seat.post(() -> {
            Replicate replicate = copiesOf(handle.seenBy(target.architecture())).on(target);
            if (!replicate.isAllocated()) {
                residence.place(replicate, TransferKind.PREFETCH);
            }
            complete(done, null);
        });
        return done;
    }

    /** Has copies of data go first when room is needed, and come home when there is nothing else to do. */
    public void wontUse(Handle handle) {
        seat.post(() -> {
            if (!handle.hasForms()) {
                wontUse(handle.replicates(), handle.home() != null);
                return;
            }
            for (Handle form : handle.forms().all()) {
                wontUse(form.replicates(), handle.home() != null);
            }
        });
    }

    private void wontUse(Replicates copies, boolean haveHome) {
        if (copies == null || copies.validCopies() == 0) {
            return;
        }
        for (Replicate copy : copies.copies()) {
            if (copy != null) {
                copy.wontBeUsed = true;
            }
        }
        if (haveHome) {
            transfers.wish(copies.on(main), TransferKind.IDLE_PREFETCH, 0, Traffic::nothing);
        }
    }

    /**
     * Forgets the content of data, and gives the memory back that the runtime took for it; completes when that has happened. A
     * task that is to write them must not begin before: it may find that they are known at home only, and make no claim.
     */
    public CompletableFuture<Void> invalidate(Handle handle) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        seat.post(() -> {
            division.forget(copiesOf(handle.hasForms() ? handle.forms().all() : List.of(handle)));
            complete(done, null);
        });
        return done;
    }

    /** Gives up a copy and the views in it, after what is nowhere else was brought home; completes with false if somebody needs them. */
    public CompletableFuture<Boolean> evict(Handle handle, int node) {
        Node target = node(node);
        if (handle.hasForms()) {
            CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
            for (Handle form : handle.forms().all()) {
                all = all.thenCombine(evict(form, node), Boolean::logicalAnd);
            }
            return all;
        }
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        seat.post(() -> {
            Replicates copies = handle.replicates();
            Replicate replicate = copies == null ? null : copies.at(target.id());
            if (replicate == null || !replicate.isAllocated()) {
                seat.afterwards(() -> done.complete(true));
            } else if (replicate.anyTenant(tenant -> tenant.isPinned() || tenant.isExpected())) {
                seat.afterwards(() -> done.complete(false));
            } else {
                residence.bringHomeAll(replicate, failure -> {
                    boolean safe = !replicate.isValid() || residence.isElsewhere(replicate);
                    boolean given = failure == null && safe && residence.giveUp(replicate);
                    seat.afterwards(() -> done.complete(given));
                });
            }
        });
        return done;
    }

    /** Has every new value copied to some nodes. */
    public void writeThrough(Handle handle, int... ids) {
        for (int id : ids) {
            requireNode(id);
        }
        int[] copy = Arrays.copyOf(ids, ids.length);
        seat.post(() -> {
            copiesOf(handle).setWriteThrough(copy);
            if (handle.hasForms()) {
                handle.forms().all().forEach(form -> copiesOf(form).setWriteThrough(copy));
            }
        });
    }

    /** Has main memory's copy made valid, if there is a value at all. */
    public CompletableFuture<Void> bringHome(Handle handle) {
        return transfer(handle, MemoryNode.MAIN, TransferKind.FETCH, Integer.MAX_VALUE);
    }

    /** Gives up all copies, and what is on its way; completes when that is done. */
    public CompletableFuture<Void> drop(Handle handle) {
        if (handle.hasForms()) {
            return CompletableFuture.allOf(
                    handle.forms().all().stream().map(this::drop).toArray(CompletableFuture[]::new));
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        seat.post(() -> {
            Replicates copies = handle.replicates();
            if (copies == null) {
                complete(done, null);
                return;
            }
            for (Replicate copy : copies.copies()) {
                if (copy != null) {
                    copy.setValid(false);
                    transfers.giveUpLoading(copy);
                }
            }
            farewells.add(() -> drop(copies, done));
        });
        return done;
    }

    private boolean drop(Replicates copies, CompletableFuture<Void> done) {
        boolean all = true;
        for (Replicate copy : copies.copies()) {
            all &= copy == null || residence.giveUp(copy);
        }
        if (!all) {
            return false;
        }
        complete(done, null);
        return true;
    }

    /** Gives all memory back that is kept for later, also what copies take: nobody uses them any more. */
    public void close() {
        seat.post(() -> {
            for (Node node : nodes) {
                node.byLastUse().forEach(node::release);
                node.dropKept();
            }
        });
    }
}
