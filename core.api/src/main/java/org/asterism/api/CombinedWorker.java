package org.asterism.api;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Workers of CPU cores that can run one parallel task together, such as those of a NUMA node.
 *
 * <p>A combination only names its members. It has no thread and no number. Its members also run tasks of their own and
 * may belong to other combinations. Immutable; two combinations with the same members are equal.
 *
 * <p>The runtime finds combinations from the machine's topology, as {@link TeamSettings} say. Programs create further
 * ones with {@link SchedulingContext#combine}.
 */
@ProviderType
public final class CombinedWorker {
    private static final Comparator<Worker> BY_ID = Comparator.comparingInt(Worker::id);

    private final String name;
    private final List<Worker> members;
    private final Worker leader;
    private final int hash;

    /**
     * A combination of workers.
     *
     * @param name for people, or empty for one made of the names of the members, such as {@code cpu-0..3} or
     *     {@code cpu-0+3}
     * @param members two or more, of the architecture {@code cpu}; each is counted once
     * @throws IllegalArgumentException if there are fewer, or one is of another architecture
     */
    public CombinedWorker(String name, Collection<? extends Worker> members) {
        Objects.requireNonNull(name, "name");
        Set<Worker> distinct = new LinkedHashSet<>();
        for (Worker member : members) {
            if (member.architecture() != Architecture.CPU) {
                throw new IllegalArgumentException("worker " + member.name() + " is of architecture "
                        + member.architecture() + ": only workers of architecture " + Architecture.CPU + " combine");
            }
            distinct.add(member);
        }
        if (distinct.size() < 2) {
            throw new IllegalArgumentException("a combined worker of " + distinct + ": give 2 workers or more");
        }
        this.members = distinct.stream().sorted(BY_ID).toList();
        this.name = name.isEmpty() ? nameOf(this.members) : name;
        leader = this.members.getFirst();
        hash = this.members.hashCode();
    }

    private static String nameOf(List<Worker> members) {
        StringBuilder made = new StringBuilder(members.getFirst().name());
        String stem = stem(members.getFirst().name());
        int index = 1;
        while (index < members.size()) {
            int end = index;
            while (end < members.size()
                    && follows(members.get(end - 1).name(), members.get(end).name())) {
                end++;
            }
            if (end > index) {
                made.append(end - index > 1 ? ".." : "+")
                        .append(shortName(members.get(end - 1).name(), stem));
                index = end;
            } else {
                made.append('+').append(shortName(members.get(index).name(), stem));
                index++;
            }
        }
        return made.toString();
    }

    /** The part of a name before the number at its end. */
    private static String stem(String name) {
        int end = name.length();
        while (end > 0 && Character.isDigit(name.charAt(end - 1))) {
            end--;
        }
        return name.substring(0, end);
    }

    private static boolean follows(String one, String next) {
        String stem = stem(one);
        String number = one.substring(stem.length());
        return stem.equals(stem(next))
                && !number.isEmpty()
                && number.length() < 10
                && next.equals(stem + (Integer.parseInt(number) + 1));
    }

    private static String shortName(String name, String stem) {
        return stem(name).equals(stem) && name.length() > stem.length() ? name.substring(stem.length()) : name;
    }

    /**
     * The combination's name.
     *
     * @return such as {@code cpu-0..3} or {@code numa-node-0}
     */
    public String name() {
        return name;
    }

    /**
     * The workers in it.
     *
     * @return two or more, by id
     */
    public List<Worker> members() {
        return members;
    }

    /**
     * Returns the number of members.
     *
     * @return from 2
     */
    public int size() {
        return members.size();
    }

    /**
     * The member that stands for the others.
     *
     * @return the first one
     */
    public Worker leader() {
        return leader;
    }

    /**
     * Returns the memory node where the data of a task must be for this combination.
     *
     * @return the memory node of the leader
     */
    public int memoryNode() {
        return leader.memoryNode();
    }

    /**
     * Whether a worker is one of the members.
     *
     * @param worker any worker
     * @return true if it is
     */
    public boolean contains(Worker worker) {
        int index = Collections.binarySearch(members, worker, BY_ID);
        return index >= 0 && members.get(index).equals(worker);
    }

    /**
     * Whether the members can run a task together.
     *
     * @param task any task of the same runtime
     * @return true if the leader {@link Worker#canExecute can execute} it - every member, if the task is
     *     {@link Task#isRestricted restricted} - and its codelet is {@link Codelet#parallelism parallel} for so
     *     {@link Codelet#mostMembers many}
     */
    public boolean canExecute(Task task) {
        Codelet codelet = task.codelet();
        if (codelet.parallelism() == Parallelism.SEQUENTIAL
                || members.size() > codelet.mostMembers()
                || !leader.canExecute(task)) {
            return false;
        }
        return !task.isRestricted() || members.stream().allMatch(member -> member.canExecute(task));
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof CombinedWorker combined
                        && hash == combined.hash
                        && members.equals(combined.members);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return name;
    }
}
