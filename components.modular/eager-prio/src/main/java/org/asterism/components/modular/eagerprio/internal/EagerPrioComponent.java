package org.asterism.components.modular.eagerprio.internal;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.asterism.api.Task;
import org.asterism.kit.component.ChildRoom;
import org.asterism.kit.component.StorageComponent;
import org.asterism.kit.component.StorageSettings;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Store by priority that also distributes: it keeps any number of tasks, and pushes the first ones as soon as a child
 * has room. Children with the fastest workers come first. Among equally fast children, the one that reported room last
 * comes first; the others take turns. If a child is a worker, the component wakes it, and the worker pulls.
 *
 * <p>When to use: for tasks with priorities, above stores with little room.
 *
 * <p>Source: StarPU's component eager_prio. StarPU chooses workers by their numbers, and numbers GPUs first. Here,
 * equal workers take turns.
 */
final class EagerPrioComponent extends StorageComponent {
    /** The child that reported room last: a hint. */
    private volatile int lastAsking = -1;

    /** The place in a team at which the next turn begins: a hint. */
    private volatile int next;

    // Changes with the tree only.
    private ChildRoom[] children = {};

    /** Places of children with equally fast workers, one array per speed, the fastest first. */
    private int[][] teams = {};

    private Map<SchedulingComponent, Integer> places = new IdentityHashMap<>();
    private boolean allDirect;
    private boolean someDirect;

    EagerPrioComponent(ComponentContext context) {
        super(context, StorageSettings.of(context.parameters().allowOnly(StorageSettings.PREFETCH)), Task::priority);
    }

    @Override
    public void changed() {
        super.changed();
        children = context().children().stream().map(ChildRoom::new).toArray(ChildRoom[]::new);
        places = new IdentityHashMap<>();
        for (int place = 0; place < children.length; place++) {
            places.put(children[place].child(), place);
        }
        allDirect = Arrays.stream(children).allMatch(ChildRoom::isDirect);
        someDirect = Arrays.stream(children).anyMatch(ChildRoom::isDirect);
        teams = IntStream.range(0, children.length)
                .boxed()
                .collect(Collectors.groupingBy(
                        place -> -speed(children[place].child()), TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(team -> team.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
        lastAsking = -1;
        next = 0;
    }

    private double speed(SchedulingComponent child) {
        return child.context().workersInContext().list().stream()
                .mapToDouble(context().policy().predictor()::relativeSpeed)
                .max()
                .orElse(0);
    }

    @Override
    protected void stored(Task task) {
        boolean pushed = !allDirect && pumpFor(task);
        if (!pushed || someDirect) {
            tellChildren(task);
        }
    }

    @Override
    public boolean canPush(SchedulingComponent to) {
        Integer place = places.get(to);
        if (place == null) {
            throw new IllegalArgumentException(
                    to + " is no child of " + this + ", which has " + context().children());
        }
        children[place].asks();
        lastAsking = place;
        return super.canPush(to);
    }

    @Override
    protected boolean offer(Task task) {
        int asking = lastAsking;
        int turn = next;
        for (int[] team : teams) {
            if (asking >= 0 && isIn(team, asking) && offer(task, asking)) {
                return true;
            }
            for (int offset = 0; offset < team.length; offset++) {
                int place = team[(turn + offset) % team.length];
                if (place != asking && offer(task, place)) {
                    next = (turn + offset + 1) % children.length;
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isIn(int[] team, int place) {
        return Arrays.binarySearch(team, place) >= 0;
    }

    private boolean offer(Task task, int place) {
        return !children[place].isDirect() && children[place].push(task);
    }

    @Override
    public int mostChildren() {
        return Integer.MAX_VALUE;
    }
}
