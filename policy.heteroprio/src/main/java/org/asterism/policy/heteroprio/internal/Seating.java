package org.asterism.policy.heteroprio.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.api.MemoryNode;
import org.asterism.api.Worker;
import org.asterism.spi.concurrent.IdTable;

/**
 * The current workers of the policy, each with its seat in the team of its architecture.
 *
 * <p><b>Threads.</b> {@link #seat} is called while no other method of the policy runs. Any thread may call the other
 * methods.
 */
final class Seating {
    private final Settings settings;
    private final BucketTable buckets;
    private final Locality locality;
    private volatile Team[] teams = {};
    private volatile IdTable<Seat> seats = IdTable.empty();

    Seating(Settings settings, BucketTable buckets, Locality locality) {
        this.settings = settings;
        this.buckets = buckets;
        this.locality = locality;
    }

    /** One for each architecture that has been there, also those whose workers have left. */
    Team[] teams() {
        return teams;
    }

    List<Seat> seats() {
        return seats.values();
    }

    /** A worker's seat; null if the worker has left. */
    Seat of(Worker worker) {
        return seats.get(worker.id());
    }

    /** A copy, to be changed by the caller. */
    List<Worker> workers() {
        List<Worker> present = new ArrayList<>();
        seats().forEach(seat -> present.add(seat.worker()));
        return present;
    }

    /**
     * Gives workers new seats; all others leave.
     *
     * @return per former place, where it is now; less than 0 if it is there no more
     */
    int[] seat(List<Worker> workers) {
        Map<Architecture, Team> byArchitecture = new LinkedHashMap<>();
        for (Team team : teams) {
            byArchitecture.put(team.architecture(), team);
        }
        Map<Team, List<Seat>> members = new LinkedHashMap<>();
        byArchitecture.values().forEach(team -> members.put(team, new ArrayList<>()));
        int[] moved = locality.isUsed() ? moveNodes(workers) : new int[] {0};
        List<Seat> all = new ArrayList<>();
        for (Worker worker : workers) {
            Team team = byArchitecture.computeIfAbsent(
                    worker.architecture(), added -> new Team(added, byArchitecture.size()));
            int home = locality.isUsed() ? locality.placeOf(worker.memoryNode()) : 0;
            Seat seat = new Seat(worker, team, home, settings.window(), settings.near());
            members.computeIfAbsent(team, added -> new ArrayList<>()).add(seat);
            all.add(seat);
        }
        members.forEach((team, theirs) -> team.seat(theirs.toArray(Seat[]::new)));
        teams = byArchitecture.values().toArray(Team[]::new);
        seats = IdTable.of(all, seat -> seat.worker().id());
        return moved;
    }

    /** Gives each memory node that workers are at a place, main memory the first one, so that others cost nothing. */
    private int[] moveNodes(List<Worker> workers) {
        TreeMap<Integer, Long> architectures = new TreeMap<>();
        architectures.put(MemoryNode.MAIN, 0L);
        for (Worker worker : workers) {
            architectures.merge(worker.memoryNode(), 1L << worker.architecture().index(), (one, other) -> one | other);
        }
        int[] former = locality.nodes();
        locality.nodes(
                architectures.keySet().stream().mapToInt(Integer::intValue).toArray(),
                architectures.values().stream().mapToLong(Long::longValue).toArray());
        int[] moved = IntStream.of(former).map(locality::placeOf).toArray();
        buckets.movePlaces(architectures.size(), moved);
        return moved;
    }
}
