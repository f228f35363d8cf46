package org.asterism.components.modular.eagerprio.internal;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import org.asterism.api.Task;
import org.asterism.spi.component.ChildRoom;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.StorageComponent;
import org.asterism.spi.component.StorageSettings;

/**
 * A store by priority and an eager one in one: keeps any number of tasks, and pushes the first ones on as soon as a child has room for them, to
 * the child that has said so last or else to the next one in turn. Workers right below are not pushed to: they are told, and pull.
 *
 * <p>When to use: tasks with priorities, above stores with little room. Below it, a task goes where there is room first.
 *
 * <p>Source: the component eager_prio of StarPU.
 */
final class EagerPrioComponent extends StorageComponent {
    /** Who has asked last: a hint. */
    private volatile int lastAsking = -1;

    /** Who was given a task last: a hint. */
    private volatile int lastGiven = -1;

    // What changes with the tree only.
    private ChildRoom[] children = {};
    private Map<SchedulingComponent, Integer> places = new IdentityHashMap<>();
    private boolean allDirect;
    private boolean someDirect;

    EagerPrioComponent(ComponentContext context) {
        super(context, StorageSettings.of(context.parameters().allowOnly()), Task::priority);
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
        lastAsking = -1;
        lastGiven = -1;
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
        if (asking >= 0 && offer(task, asking)) {
            return true;
        }
        int next = lastGiven + 1;
        for (int offset = 0; offset < children.length; offset++) {
            int place = (next + offset) % children.length;
            if (place != asking && offer(task, place)) {
                lastGiven = place;
                return true;
            }
        }
        return false;
    }

    private boolean offer(Task task, int place) {
        return !children[place].isDirect() && children[place].push(task);
    }

    @Override
    public int mostChildren() {
        return Integer.MAX_VALUE;
    }
}
