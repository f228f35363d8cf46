package org.asterism.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuntimeNamesTest {
    private final RuntimeNames names = new RuntimeNames();

    private static TaskRuntime runtime() {
        return (TaskRuntime) Proxy.newProxyInstance(
                RuntimeNamesTest.class.getClassLoader(), new Class<?>[] {TaskRuntime.class}, (_, _, _) -> null);
    }

    @Test
    void shouldNumberRuntimesThatWereRegisteredUnderOneName() {
        TaskRuntime first = runtime();
        TaskRuntime second = runtime();
        TaskRuntime third = runtime();
        assertEquals("lu", names.add(first, "lu"));
        assertEquals("lu-2", names.add(second, "lu"));
        assertEquals("lu-3", names.add(third, "lu"));
        assertEquals(List.of("lu", "lu-2", "lu-3"), List.copyOf(names.all().keySet()));
        names.remove(second);
        assertEquals("lu-2", names.add(runtime(), "lu"));
    }

    @Test
    void shouldForgetNothingButTheRuntimeThatHasGone() {
        TaskRuntime first = runtime();
        names.add(first, "lu");
        names.add(runtime(), "cholesky");
        names.remove(runtime());
        names.remove(first);
        assertEquals(List.of("cholesky"), List.copyOf(names.all().keySet()));
    }

    @Test
    void shouldReadTheNameFromPropertiesOfTheService() {
        assertEquals("lu", RuntimeNames.of(Map.of("runtime.name", "lu")));
        assertEquals("default", RuntimeNames.of(Map.of("service.id", 7L)));
    }
}
