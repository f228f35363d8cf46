package org.asterism.console.web.internal.view;

import java.util.Map;
import java.util.TreeMap;
import org.asterism.api.PolicyRefusedException;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;
import org.asterism.api.UnknownPolicyException;
import org.asterism.console.web.internal.http.RequestFailure;

/** {@code POST /api/contexts/NAME/policy}. */
final class PolicyChoice {
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private PolicyChoice() {}

    static JsonObject change(TaskRuntime runtime, String name, Map<String, Object> body) {
        if (!(body.get("policy") instanceof String policy) || policy.isBlank()) {
            throw new RequestFailure(BAD_REQUEST, "say which policy: send such as {\"policy\":\"prio\"}");
        }
        SchedulingContext context = context(runtime, name);
        String before = context.policy().orElse(null);
        long begin = System.nanoTime();
        try {
            context.usePolicy(policy, properties(body.get("properties")));
        } catch (UnknownPolicyException | PolicyRefusedException | IllegalArgumentException refused) {
            throw new RequestFailure(BAD_REQUEST, refused.getMessage());
        } catch (IllegalStateException impossible) {
            throw new RequestFailure(CONFLICT, impossible.getMessage());
        }
        return new JsonObject()
                .with("context", name)
                .with("policy_before", before)
                .with("policy", context.policy().orElse(null))
                .with("time_ms", (System.nanoTime() - begin) / 1e6);
    }

    private static SchedulingContext context(TaskRuntime runtime, String name) {
        try {
            return runtime.context(name);
        } catch (IllegalArgumentException unknown) {
            throw new RequestFailure(NOT_FOUND, unknown.getMessage());
        }
    }

    private static Map<String, String> properties(Object given) {
        Map<String, String> properties = new TreeMap<>();
        if (given instanceof Map<?, ?> map) {
            map.forEach((key, value) -> properties.put(String.valueOf(key), String.valueOf(value)));
        } else if (given != null) {
            throw new RequestFailure(
                    BAD_REQUEST, "'properties' is '" + given + "': send an object of names and values");
        }
        return properties;
    }
}
