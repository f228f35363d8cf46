package org.asterism.components.modular.userchoice.internal;

import java.util.List;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Component that pushes each task to the child whose number the program set as the task's {@link Task#hint(Object)
 * hint}. Numbers start at 0. Tasks without a hint go to the child that the parameter {@code otherwise} names, by
 * default the first.
 *
 * <p>An invalid hint is an error, because any other choice would be a guess. A hint is invalid if it is not the number
 * of a child, or if that child cannot execute the task while others can. The task stays with the component that pushed
 * it.
 *
 * <p>Tasks can only be pushed through this component, because a pulling worker would bypass the hint.
 *
 * <p><b>Threads.</b> Any. It has no state.
 */
final class UserChoiceComponent extends SchedulingComponent {
    private final int otherwise;

    UserChoiceComponent(ComponentContext context) {
        super(context);
        otherwise = context.parameters().integer(UserChoiceFactory.OTHERWISE);
    }

    @Override
    public int mostChildren() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean push(Task task) {
        List<SchedulingComponent> children = context().children();
        if (children.isEmpty()) {
            return false;
        }
        Object hint = task.hint();
        int number;
        if (hint == null) {
            number = otherwise;
        } else if (hint instanceof Integer chosen) {
            number = chosen;
        } else {
            throw new IllegalArgumentException("component '" + this + "': the hint of " + task + " is " + hint + ", a "
                    + hint.getClass().getName() + "; " + allowed(children));
        }
        if (number < 0 || number >= children.size()) {
            throw new IllegalArgumentException("component '" + this + "': "
                    + (hint == null
                            ? task + " has no hint, and '" + UserChoiceFactory.OTHERWISE + "' is " + number
                            : "the hint of " + task + " is " + number)
                    + "; " + allowed(children));
        }
        SchedulingComponent child = children.get(number);
        if (child.context().workersInContext().canExecute(task)) {
            return child.push(task);
        }
        if (context().workersInContext().canExecute(task)) {
            throw new IllegalArgumentException(
                    "component '" + this + "': " + task + " was given to child " + number + " ('"
                            + child + "'), but none of the workers there, "
                            + child.context().workersInContext()
                            + ", can execute it; choose another child");
        }
        return false;
    }

    private static String allowed(List<SchedulingComponent> children) {
        return "allowed are Integers from 0 to " + (children.size() - 1) + ", the numbers of the children " + children;
    }

    /** Returns null; tasks arrive by push only. */
    @Override
    public Task pull(Worker worker, SchedulingComponent to) {
        tellParents();
        return null;
    }

    /** Tells the parents to push, because no worker below can pull. */
    @Override
    public boolean canPull(Task task) {
        return tellParents();
    }

    @Override
    public boolean letsPull() {
        return false;
    }
}
