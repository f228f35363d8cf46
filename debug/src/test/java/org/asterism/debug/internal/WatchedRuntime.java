package org.asterism.debug.internal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Observation;
import org.asterism.api.TaskRuntime;

/** A runtime that does not seem to have begun, and counts its observers; pausing can have a side effect. */
final class WatchedRuntime {
    final TaskRuntime runtime;
    final AtomicInteger observers = new AtomicInteger();
    volatile Runnable beforePause = () -> {};

    WatchedRuntime(TaskRuntime actual) {
        runtime = (TaskRuntime) Proxy.newProxyInstance(
                TaskRuntime.class.getClassLoader(), new Class<?>[] {TaskRuntime.class}, (proxy, method, values) -> {
                    if (method.getName().equals("pause")) {
                        beforePause.run();
                    }
                    Object result;
                    try {
                        result = method.invoke(actual, values);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                    return switch (method.getName()) {
                        case "hasBegun" -> false;
                        case "observe" -> counted((Observation) result);
                        default -> result;
                    };
                });
    }

    private Observation counted(Observation observation) {
        observers.incrementAndGet();
        return () -> {
            observation.close();
            observers.decrementAndGet();
        };
    }
}
