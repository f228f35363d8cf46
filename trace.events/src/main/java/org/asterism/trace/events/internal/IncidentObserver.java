package org.asterism.trace.events.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.observation.RuntimeObserver;
import org.osgi.service.event.Event;
import org.osgi.service.event.EventAdmin;

/** Posts the incidents of one runtime. Posting does not wait for the receivers, so workers go on at once. */
final class IncidentObserver implements RuntimeObserver {
    /** Another policy is in charge of a context. */
    static final String POLICY_SWAPPED = "org/asterism/context/POLICY_SWAPPED";

    /** A context has no policy any more. */
    static final String PARKED = "org/asterism/context/PARKED";

    /** The device of a worker is lost. */
    static final String DEVICE_LOST = "org/asterism/worker/DEVICE_LOST";

    /** A task has failed. */
    static final String TASK_FAILED = "org/asterism/task/FAILED";

    private final String runtime;
    private final EventAdmin events;

    IncidentObserver(String runtime, EventAdmin events) {
        this.runtime = runtime;
        this.events = events;
    }

    @Override
    public void policyChanged(SchedulingContext context, Optional<String> before, Optional<String> now) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("context", context.name());
        before.ifPresent(policy -> properties.put("policy.before", policy));
        now.ifPresent(policy -> properties.put("policy", policy));
        post(now.isPresent() ? POLICY_SWAPPED : PARKED, properties);
    }

    @Override
    public void lost(Worker worker, Throwable cause) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("worker", worker.name());
        properties.put("architecture", worker.architecture().name());
        post(DEVICE_LOST, withCause(properties, cause));
    }

    @Override
    public void completed(Task task) {
        if (task.state() == TaskState.FAILED) {
            Map<String, Object> properties = new HashMap<>();
            properties.put("task", task.id());
            properties.put("codelet", task.codelet().name());
            properties.put("context", task.context().name());
            post(TASK_FAILED, withCause(properties, task.failure().orElse(null)));
        }
    }

    /** The names that the specification of EventAdmin gives to what is known of an exception. */
    private static Map<String, Object> withCause(Map<String, Object> properties, Throwable cause) {
        if (cause != null) {
            properties.put("exception", cause);
            properties.put("exception.class", cause.getClass().getName());
            properties.put("exception.message", String.valueOf(cause.getMessage()));
        }
        return properties;
    }

    private void post(String topic, Map<String, Object> properties) {
        properties.put("runtime", runtime);
        properties.put("timestamp", System.currentTimeMillis());
        events.postEvent(new Event(topic, properties));
    }
}
