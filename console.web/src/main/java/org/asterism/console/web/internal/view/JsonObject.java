package org.asterism.console.web.internal.view;

import java.util.LinkedHashMap;

/** Members of a JSON object, in their order. Numbers that JSON cannot express become null. */
final class JsonObject extends LinkedHashMap<String, Object> {
    private static final long serialVersionUID = 1;

    /** Adds a member. */
    JsonObject with(String name, Object value) {
        put(name, value instanceof Double number && !Double.isFinite(number) ? null : value);
        return this;
    }
}
