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
 * Workers of a policy in the order of their ids, with their queues and an index of the queues that may hold tasks for
 * each architecture. The set of workers is immutable: a change of workers creates a new crew.
 *
 * <p><b>Index.</b> A queue with a task for an architecture has its bit in the set of that architecture. A thread that
 * adds a task sets the bit afterwards, unless it is set. Only a thief that finds no task clears the bit, while it holds
 * the queue's locks. So if the adding thread sees the bit, it stays set as long as the task is there. A queue that its
 * owner repeatedly empties and fills sets its bit only once. A thief that reads a queue without the lock may miss a
 * task that is just being added, or that another thief takes along. The fences of a push or theft and of a worker that
 * falls asleep ensure that one of them notices the other.
 */
final class Crew {
    static final Crew NOBODY = new Crew(List.of(), null);

    private final Hand[] hands;
    private final Hand[] byId;
    private final int firstId;

    /** By architecture: the queues that may hold tasks for it; null for architectures without workers. */
    private final WorkerBits[] holders;

    /** By architecture: the places of its workers, in ascending order. */
    private final int[][] places;

    /** Set of the workers' architectures. */
    private final long architectures;

    /** Creates a crew that takes over the queues of those workers that were in an earlier crew. */
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

    /** Returns the entry of a worker, or null if it is not in the crew. */
    Hand find(Worker worker) {
        int index = worker.id() - firstId;
        return index >= 0 && index < byId.length ? byId[index] : null;
    }

    List<Worker> workers() {
        return Arrays.stream(hands).map(hand -> hand.worker).toList();
    }

    /** Returns the queues that may hold tasks that a worker can execute. */
    WorkerBits holdersFor(Worker worker) {
        return holders[worker.architecture().index()];
    }

    /** Adds a task to a queue and updates the index for thieves. */
    void add(Hand hand, Task task, long stamp) {
        long wanted = task.architectureSet();
        hand.tasks.add(task, stamp);
        announce(hand, wanted);
    }

    /** Adds a task to the queue of the calling worker as {@link #add} does. */
    void addByOwner(Hand own, Task task, long stamp) {
        long wanted = task.architectureSet();
        own.tasks.addByOwner(task, stamp);
        announce(own, wanted);
    }

    private void announce(Hand hand, long wanted) {
        for (long rest = wanted & architectures; rest != 0; rest &= rest - 1) {
            holders[Long.numberOfTrailingZeros(rest)].add(hand.place);
        }
    }

    /** Returns the first worker after a place, going round, that can execute a task, or null if there is none. */
    Hand nextFor(Task task, int behind) {
        Hand first = nextOfArchitectures(task.architectureSet(), behind);
        if (first == null || first.worker.canExecute(task)) {
            return first;
        }
        // Not every worker of the architecture can execute the task: check each.
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
