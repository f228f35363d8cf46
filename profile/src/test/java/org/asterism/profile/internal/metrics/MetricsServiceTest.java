package org.asterism.profile.internal.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.profile.metrics.Sample;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MetricsServiceTest {
    private final Laboratory laboratory = Laboratory.withWorkers(1);
    private final TaskRuntime runtime = laboratory.runtime();

    @AfterEach
    void close() {
        runtime.close();
        laboratory.close();
    }

    private static MetricsService service(boolean codelets) {
        return new MetricsService(new MetricsConfiguration() {
            @Override
            public boolean codelets() {
                return codelets;
            }

            @Override
            public Class<? extends Annotation> annotationType() {
                return MetricsConfiguration.class;
            }
        });
    }

    /** The same runtime as another object, which tells of each call of its methods. */
    private TaskRuntime view(Runnable called) {
        return (TaskRuntime) Proxy.newProxyInstance(
                TaskRuntime.class.getClassLoader(), new Class<?>[] {TaskRuntime.class}, (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return method.getName().equals("equals")
                                ? (Object) (proxy == arguments[0])
                                : method.getName().equals("hashCode")
                                        ? (Object) System.identityHashCode(proxy)
                                        : "view";
                    }
                    called.run();
                    try {
                        return method.invoke(runtime, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    private static List<String> names(MetricsService service) {
        return service.read().stream().map(Sample::runtime).distinct().toList();
    }

    @Test
    void shouldReadRuntimesInOrderOfTheirNamesAndFreeTheNamesOfThoseThatLeave() {
        MetricsService service = service(false);
        TaskRuntime other = view(() -> {});
        service.addRuntime(runtime, Map.of("runtime.name", "lu"));
        service.addRuntime(other, Map.of("runtime.name", "lu"));
        service.addRuntime(view(() -> {}), Map.of("runtime.name", "cholesky"));
        assertEquals(List.of("cholesky", "lu", "lu-2"), names(service));
        service.removeRuntime(runtime);
        service.addRuntime(runtime, Map.of("runtime.name", "lu"));
        assertEquals(List.of("cholesky", "lu", "lu-2"), names(service));
        service.deactivate();
        assertEquals(List.of(), service.read());
    }

    @Test
    void shouldAnswerOthersWhileItCallsARuntime() {
        MetricsService service = service(true);
        AtomicInteger calls = new AtomicInteger();
        TaskRuntime slow = view(() -> {
            calls.incrementAndGet();
            CompletableFuture.runAsync(service::deactivate)
                    .orTimeout(10, TimeUnit.SECONDS)
                    .join();
        });
        service.addRuntime(slow, Map.of());
        assertTrue(calls.get() > 0, "counting by codelet begins with a call of the runtime");
        service.removeRuntime(slow);
    }
}
