package org.asterism.kit.policy.stealing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskDeque;

/**
 * The workers of a policy by their ids, their queues, and which queues may hold something for which architecture. Made
 * anew when workers come or go; the set of workers never changes.
 *
 * <p><b>Who has something.</b> A queue that holds a task for an architecture has its bit in that architecture's set.
 * Whoever adds a task adds the bit afterwards, if it is not there; only a thief who finds nothing takes it away, and
 * holds the queue's lock meanwhile. So if the adder sees the bit, no thief has taken it away for want of that task, and
 * a queue that its owner empties and fills all the time is announced once. A thief that only glances at a queue may
 * miss a task that is just being added; the fences of a push and of a worker that falls asleep make sure that one of
 * the two sees the other.
 */
final class Crew {
    static final Crew NOBODY = new Crew(List.of(), null);

    private final Hand[] hands;
    private final Hand[] byId;
    private final int firstId;

    /** By architecture: which queues may hold something for it; null for architectures that no worker has. */
    private final WorkerBits[] holders;

    /** By architecture: the places of its workers, ascending. */
    private final int[][] places;

    /** The architectures that workers have. */
    private final long architectures;

    /** Takes over the queues of an earlier crew's workers. */
    Crew(List<Worker> workers, Crew before) {
        List<Worker> sorted = new ArrayList<>(workers);
        sorted.sort(Comparator.comparingInt(Worker::id));
        firstId = sorted.isEmpty() ? 0 : sorted.getFirst().id();
        byId = new Hand[sorted.isEmpty() ? 0 : sorted.getLast().id() - firstId + 1];
        hands = new Hand[sorted.size()];
        long all = 0;
        for (Worker worker : sorted) {
            all |= 1L << worker.architecture().index();
        }
        architectures = all;
        holders = new WorkerBits[Long.SIZE - Long.numberOfLeadingZeros(all)];
        places = new int[holders.length][];
        for (int architecture = 0; architecture < holders.length; architecture++) {
            if ((all & (1L << architecture)) != 0) {
                holders[architecture] = new WorkerBits(hands.length);
                places[architecture] = placesOf(architecture, sorted);
            }
        }
        for (int place = 0; place < hands.length; place++) {
            Worker worker = sorted.get(place);
            Hand hand = new Hand(worker, place, new TaskDeque(true, exhaustion(place)));
            hands[place] = hand;
            byId[worker.id() - firstId] = hand;
            Hand earlier = before == null ? null : before.find(worker);
            if (earlier != null) {
                hand.search.setBusy(earlier.search.isBusy());
                earlier.tasks.takeAll((task, stamp) -> add(hand, task, stamp));
            }
        }
    }

    private IntConsumer exhaustion(int place) {
        return architecture -> holders[architecture].remove(place);
    }

    private static int[] placesOf(int architecture, List<Worker> sorted) {
        int[] found = new int[sorted.size()];
        int count = 0;
        for (int place = 0; place < found.length; place++) {
            if (sorted.get(place).architecture().index() == architecture) {
                found[count++] = place;
            }
        }
        return Arrays.copyOf(found, count);
    }

    int size() {
        return hands.length;
    }

    Hand hand(int place) {
        return hands[place];
    }

    /** What the crew knows of a worker; null if it is not in it. */
    Hand find(Worker worker) {
        int index = worker.id() - firstId;
        return index >= 0 && index < byId.length ? byId[index] : null;
    }

    List<Worker> workers() {
        return Arrays.stream(hands).map(hand -> hand.worker).toList();
    }

    /** Which queues may hold something that a worker can execute. */
    WorkerBits holdersFor(Worker worker) {
        return holders[worker.architecture().index()];
    }

    /** Puts a task into a queue and lets thieves know. */
    void add(Hand hand, Task task, long stamp) {
        long wanted = task.architectureSet() & architectures;
        hand.tasks.add(task, stamp);
        for (long rest = wanted; rest != 0; rest &= rest - 1) {
            holders[Long.numberOfTrailingZeros(rest)].add(hand.place);
        }
    }

    /** The first worker behind a place, round the crew, that can execute a task; null if nobody can. */
    Hand nextFor(Task task, int behind) {
        Hand first = nextOfArchitectures(task.architectureSet(), behind);
        if (first == null || first.worker.canExecute(task)) {
            return first;
        }
        // Not every worker of the architecture can: ask each.
        for (int step = 1; step <= hands.length; step++) {
            Hand hand = hands[(behind + step) % hands.length];
            if (hand.worker.canExecute(task)) {
                return hand;
            }
        }
        return null;
    }

    private Hand nextOfArchitectures(long wanted, int behind) {
        int nearest = Integer.MAX_VALUE;
        for (long rest = wanted & architectures; rest != 0; rest &= rest - 1) {
            int[] candidates = places[Long.numberOfTrailingZeros(rest)];
            int index = Arrays.binarySearch(candidates, behind + 1);
            int next = index >= 0 ? index : -index - 1;
            int place = next < candidates.length ? candidates[next] : candidates[0] + hands.length;
            nearest = Math.min(nearest, place);
        }
        return nearest == Integer.MAX_VALUE ? null : hands[nearest % hands.length];
    }
}
