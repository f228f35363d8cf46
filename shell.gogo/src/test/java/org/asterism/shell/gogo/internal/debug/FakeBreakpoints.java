package org.asterism.shell.gogo.internal.debug;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.debug.Breakpoint;
import org.asterism.debug.Breakpoints;
import org.asterism.debug.Condition;
import org.asterism.debug.Point;
import org.asterism.debug.Stop;
import org.asterism.debug.Target;

/** Keeps breakpoints and stops in lists, and notes what was asked for. */
final class FakeBreakpoints implements Breakpoints {
    final List<Breakpoint> set = new ArrayList<>();
    final List<Stop> stopped = new ArrayList<>();
    final List<String> asked = new ArrayList<>();
    final List<Consumer<? super Stop>> listeners = new ArrayList<>();
    IllegalArgumentException refusal;

    @Override
    public Breakpoint set(Point point, Target target, Condition condition, boolean wholeRuntime) {
        if (refusal != null) {
            throw refusal;
        }
        set.add(new Breakpoint(set.size() + 1, point, target, condition, wholeRuntime, 0));
        return set.getLast();
    }

    @Override
    public List<Breakpoint> all() {
        return List.copyOf(set);
    }

    @Override
    public boolean delete(int number) {
        return set.removeIf(each -> each.number() == number);
    }

    @Override
    public List<Stop> stops() {
        return List.copyOf(stopped);
    }

    @Override
    public boolean resume(int stop) {
        asked.add("resume " + stop);
        return stopped.removeIf(each -> each.number() == stop);
    }

    @Override
    public boolean step(int stop) {
        asked.add("step " + stop);
        return stopped.removeIf(each -> each.number() == stop);
    }

    @Override
    public Runnable listen(Consumer<? super Stop> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
