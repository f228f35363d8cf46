package org.asterism.shell.gogo.internal.command;

import java.util.Map;
import org.asterism.api.RuntimeNames;
import org.asterism.api.TaskRuntime;
import org.asterism.report.fixture.Fakes;
import org.osgi.service.component.ComponentServiceObjects;

/** Gives {@link Runtimes} services that are none. */
public final class RuntimesForTests {
    private RuntimesForTests() {}

    /** The runtimes by name; "default" stands for a service without a name. */
    public static Runtimes of(Map<String, ? extends TaskRuntime> byName) {
        Runtimes runtimes = new Runtimes();
        long id = 1;
        for (Map.Entry<String, ? extends TaskRuntime> each : byName.entrySet()) {
            Map<String, Object> properties =
                    each.getKey().equals(Runtimes.DEFAULT) ? Map.of() : Map.of(RuntimeNames.PROPERTY, each.getKey());
            runtimes.addRuntime(Fakes.reference(id++, properties), objects(each.getValue()));
        }
        return runtimes;
    }

    @SuppressWarnings("unchecked")
    static ComponentServiceObjects<TaskRuntime> objects(TaskRuntime runtime) {
        return Fakes.partly(
                ComponentServiceObjects.class,
                Map.of("getService", arguments -> runtime, "ungetService", arguments -> null));
    }
}
