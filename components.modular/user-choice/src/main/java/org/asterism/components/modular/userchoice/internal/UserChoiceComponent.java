package org.asterism.components.modular.userchoice.internal;

import java.util.List;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Gives each task to the child whose number the program has given it as a {@link Task#hint(Object) hint}, counted from
 * 0. Tasks without a hint go to the first child, or to the one that the parameter {@code otherwise} names.
 *
 * <p>A hint that is no such number, or that of a child which cannot execute the task while others can, is an error: the
 * program's choice cannot be followed, and another one would be a guess. The task stays with who pushed it.
 *
 * <p>Nobody can pull past the choice: tasks pass it only when they are pushed.
 *
 * <p><b>Threads.</b> Any. It has nothing to protect.
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

    /** Nothing; tasks come by push. */
    @Override
    public Task pull(Worker worker, SchedulingComponent to) {
        tellParents();
        return null;
    }

    /** Has the components above push, since nobody below can pull. */
    @Override
    public boolean canPull(Task task) {
        return tellParents();
    }

    @Override
    public boolean letsPull() {
        return false;
    }
}
