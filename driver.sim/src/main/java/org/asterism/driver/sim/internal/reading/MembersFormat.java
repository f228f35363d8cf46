package org.asterism.driver.sim.internal.reading;

import java.util.ArrayList;
import java.util.List;
import org.asterism.driver.sim.internal.machine.MemoryDescription;
import org.asterism.driver.sim.internal.machine.NetworkDescription.Link;
import org.asterism.driver.sim.internal.machine.NetworkDescription.Way;
import org.asterism.driver.sim.internal.machine.WorkerGroup;

/**
 * Reads the members of a cluster, of which a file describes one. Each has a memory, workers in it, and a link from and
 * to the coordinator, which is whoever has main memory. Without members, nothing is read.
 *
 * <p>The methods are called once each, in their order here.
 */
final class MembersFormat {
    /** As many tasks as {@code driver.remote} gives to each worker. */
    private static final int PIPELINE = 3;

    private static final int MAIN = 0;
    private static final int MOST_GROUPS = 1000;

    private final Place place;
    private final Parts parts;
    private List<MemoryDescription> memories = List.of();
    private int count;
    private int firstMemory;

    /** Reads one description of workers; the memory is an index of the machine's memories. */
    @FunctionalInterface
    interface WorkersReader {
        WorkerGroup read(Place workers, int memory, int usualPipeline);
    }

    /**
     * Prepares.
     *
     * @param place of the members; it may be missing
     * @param parts learns the names of memories and links
     */
    MembersFormat(Place place, Parts parts) {
        this.place = place;
        this.parts = parts;
    }

    /** Adds the members' memories behind those that are there. */
    void readMemories(List<MemoryDescription> all) {
        memories = all;
        firstMemory = memories.size();
        if (!place.exists()) {
            return;
        }
        place.object("count", "name", "bytes", "workers", "to", "from", "to_shared", "from_shared", "between");
        count = (int) place.field("count").whole(Range.CLUSTER);
        long bytes = place.field("bytes").whole(Range.CAPACITY, Long.MAX_VALUE);
        Place named = place.field("name");
        String prefix = named.text("member");
        for (int number = 1; number <= count; number++) {
            String name = prefix + number;
            parts.addMemory(new Place(name, named.path(), named.problems()), memories.size());
            memories.add(new MemoryDescription(name, bytes, true));
        }
    }

    /** Returns the members' workers, member by member. */
    List<WorkerGroup> readWorkers(WorkersReader reader) {
        List<WorkerGroup> one = new ArrayList<>();
        if (place.exists()) {
            Place list = place.field("workers");
            for (Place worker : list.elements(MOST_GROUPS)) {
                worker.object("architecture", "timing", "count", "pipeline", "idle_watts", "busy_watts", "model");
                one.add(reader.read(worker, firstMemory, PIPELINE));
            }
            if (one.isEmpty() && list.value() instanceof List) {
                list.wrong("is empty: a member has at least one group of workers");
            }
        }
        String prefix = place.field("name").text("member");
        List<WorkerGroup> all = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            for (WorkerGroup group : one) {
                all.add(group.of(prefix + (number + 1), firstMemory + number));
            }
        }
        return all;
    }

    /** Adds the members' links, and the ways over them. */
    void readLinks(Way[][] ways) {
        if (!place.exists()) {
            return;
        }
        int[] toShared = shared("to_shared");
        int[] fromShared = shared("from_shared");
        Link to = Parts.link(place.field("to"), "to");
        Link from = Parts.link(place.field("from"), "from");
        int[] into = new int[count];
        int[] outOf = new int[count];
        String prefix = place.field("name").text("member");
        for (int number = 0; number < count; number++) {
            String name = prefix + (number + 1);
            into[number] = parts.addLink(to.named("to " + name));
            outOf[number] = parts.addLink(from.named("from " + name));
            int memory = firstMemory + number;
            put(ways, MAIN, memory, joined(new int[0], toShared, into[number]));
            put(ways, memory, MAIN, joined(new int[] {outOf[number]}, fromShared));
        }
        if (place.field("between").exists()) {
            int[] between = shared("between");
            for (int one = 0; one < count; one++) {
                for (int other = 0; other < count; other++) {
                    if (one != other) {
                        int[] links = joined(new int[] {outOf[one]}, between, into[other]);
                        put(ways, firstMemory + one, firstMemory + other, links);
                    }
                }
            }
        }
    }

    private void put(Way[][] ways, int from, int to, int[] links) {
        if (ways[from][to] == null) {
            ways[from][to] = parts.way(links);
        } else {
            place.wrong("has a way from " + memories.get(from).name() + " to "
                    + memories.get(to).name()
                    + ", as the routes have: give no routes for what members' own links lead to");
        }
    }

    private int[] shared(String field) {
        return place.field(field).exists() ? parts.someLinks(place.field(field)) : new int[0];
    }

    private static int[] joined(int[] first, int[] middle, int... last) {
        int[] all = new int[first.length + middle.length + last.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(middle, 0, all, first.length, middle.length);
        System.arraycopy(last, 0, all, first.length + middle.length, last.length);
        return all;
    }
}
