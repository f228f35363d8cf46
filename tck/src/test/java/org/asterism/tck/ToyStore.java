package org.asterism.tck;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.spi.component.SchedulingComponentFactory;

/** Keeps tasks, first in first out, at most 4 if it is told so; correct, or with one defect. */
final class ToyStore extends SchedulingComponent {
    static final String BOUNDED = "bounded (false): whether it keeps 4 tasks at most";
    static final String LIMIT = "limit (4; 1 to 8): a number that changes nothing";

    private final ComponentDefect defect;
    private final List<Task> tasks;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong looks = new AtomicLong();
    private final boolean bounded;
    private int pushes;

    private ToyStore(ComponentDefect defect, ComponentContext context, List<Task> tasks) {
        super(context);
        this.defect = defect;
        this.tasks = tasks;
        bounded = context.parameters().flag(BOUNDED);
        if (defect == ComponentDefect.LEAVES_A_THREAD) {
            CountDownLatch never = new CountDownLatch(1);
            Thread.ofPlatform().daemon().name("forgotten").start(() -> {
                try {
                    never.await();
                } catch (InterruptedException end) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    static SchedulingComponentFactory factory(ComponentDefect defect) {
        List<Task> shared = new LinkedList<>();
        return context -> {
            if (defect != ComponentDefect.ACCEPTS_ANY_PARAMETER) {
                context.parameters().allowOnly(BOUNDED, LIMIT);
            }
            if (defect != ComponentDefect.ACCEPTS_ANY_VALUE
                    && context.parameters().integer(LIMIT) == 8
                    && defect == ComponentDefect.REFUSES_AN_ALLOWED_VALUE) {
                throw new IllegalArgumentException("property 'limit' is '8'; allowed are whole numbers from 1 to 7");
            }
            return new ToyStore(
                    defect, context, defect == ComponentDefect.SHARES_ITS_TASKS ? shared : new LinkedList<>());
        };
    }

    private boolean is(ComponentDefect some) {
        return defect == some;
    }

    private void lock() {
        if (!is(ComponentDefect.HAS_NO_LOCK)) {
            lock.lock();
        }
    }

    private void unlock() {
        if (!is(ComponentDefect.HAS_NO_LOCK)) {
            lock.unlock();
        }
    }

    @Override
    public boolean push(Task task) {
        if (is(ComponentDefect.THROWS_WITHOUT_CHILDREN) && context().children().isEmpty()) {
            throw new IllegalStateException("no children");
        }
        lock();
        try {
            if (bounded && tasks.size() >= 4) {
                return false;
            }
            if (!is(ComponentDefect.DOES_NOT_REPORT_WHAT_IT_KEEPS)) {
                context().stored(task);
            }
            boolean tenth = ++pushes % 10 == 0;
            if (!tenth || !is(ComponentDefect.LOSES_EVERY_TENTH)) {
                tasks.add(task);
            }
            if (tenth && is(ComponentDefect.DOUBLES_EVERY_TENTH)) {
                tasks.add(task);
            }
            if (tenth && is(ComponentDefect.REFUSES_WHAT_IT_KEEPS)) {
                return false;
            }
            if (is(ComponentDefect.HOLDS_ITS_LOCK_WHILE_IT_TELLS)) {
                tellChildren(task);
            }
        } finally {
            unlock();
        }
        if (!is(ComponentDefect.NEVER_TELLS_ITS_CHILDREN)) {
            tellChildren(task);
        }
        return true;
    }

    @Override
    public Task pull(Worker worker, SchedulingComponent to) {
        for (Task task : present()) {
            if ((is(ComponentDefect.GIVES_WHAT_A_WORKER_CANNOT_EXECUTE) || worker.canExecute(task)) && remove(task)) {
                if (!is(ComponentDefect.NEVER_TELLS_ITS_PARENTS)) {
                    tellParents();
                }
                return task;
            }
        }
        looks.incrementAndGet();
        return pullFromParents(worker);
    }

    private List<Task> present() {
        lock();
        try {
            List<Task> copy = new ArrayList<>(tasks);
            return is(ComponentDefect.GIVES_LAST_FIRST) ? copy.reversed() : copy;
        } finally {
            unlock();
        }
    }

    private boolean remove(Task task) {
        lock();
        try {
            return tasks.remove(task);
        } finally {
            unlock();
        }
    }

    @Override
    public boolean canPush(SchedulingComponent to) {
        boolean pushed = false;
        if (is(ComponentDefect.HOLDS_ITS_LOCK_WHILE_IT_PUMPS)) {
            lock();
        }
        try {
            Set<Object> refused = new HashSet<>();
            for (Task task : present()) {
                Object lane = task.isRestricted() ? task : task.architectureSet();
                if (!refused.contains(lane) && remove(task)) {
                    long seen = looks.get();
                    if (to.push(task)) {
                        pushed = true;
                        continue;
                    }
                    refused.add(lane);
                    putBack(task);
                    if (looks.get() != seen && !is(ComponentDefect.PUTS_BACK_WITHOUT_A_WORD)) {
                        tellChildren(task);
                    }
                    if (is(ComponentDefect.LETS_WHAT_IS_REFUSED_BLOCK_OTHERS)) {
                        break;
                    }
                }
            }
            looks.incrementAndGet();
        } finally {
            if (is(ComponentDefect.HOLDS_ITS_LOCK_WHILE_IT_PUMPS)) {
                unlock();
            }
        }
        boolean more = !is(ComponentDefect.NEVER_TELLS_ITS_PARENTS) && tellParents();
        return pushed || more;
    }

    private void putBack(Task task) {
        lock();
        try {
            int index = 0;
            long stamp = context().policy().stamp(task);
            while (index < tasks.size() && context().policy().stamp(tasks.get(index)) < stamp) {
                index++;
            }
            switch (defect) {
                case FORGETS_WHAT_IS_REFUSED -> {}
                case PUTS_WHAT_IS_REFUSED_LAST -> tasks.add(task);
                default -> tasks.add(index, task);
            }
        } finally {
            unlock();
        }
    }

    @Override
    public double estimatedLoad() {
        return super.estimatedLoad() + (is(ComponentDefect.FORGETS_ITS_LOAD) ? 0 : storedTasks());
    }

    @Override
    public long estimatedEnd() {
        long end = super.estimatedEnd();
        long own = expectedNanos();
        return end == Long.MAX_VALUE && !is(ComponentDefect.ADDS_TO_AN_ENDLESS_TIME) ? end : end + own;
    }

    @Override
    public boolean isReservoir() {
        return !is(ComponentDefect.HIDES_THAT_IT_KEEPS_TASKS);
    }

    @Override
    public boolean isBounded() {
        return bounded;
    }

    @Override
    public boolean isPump() {
        return true;
    }

    @Override
    public void changed() {
        if (is(ComponentDefect.FORGETS_TASKS_WITHOUT_CHILDREN)
                && context().children().isEmpty()) {
            tasks.clear();
        }
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        int most = is(ComponentDefect.DRAINS_ONLY_HALF) ? tasks.size() / 2 : tasks.size();
        List<Task> all = List.copyOf(tasks.subList(0, most));
        tasks.clear();
        all.forEach(sink);
    }

    @Override
    public long storedTasks() {
        lock();
        try {
            return is(ComponentDefect.COUNTS_WRONG) ? 1 : tasks.size();
        } finally {
            unlock();
        }
    }

    @Override
    public long expectedNanos() {
        return storedTasks() * 1_000_000;
    }
}
