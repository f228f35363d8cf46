package org.asterism.trace.report.internal.replay;

import java.util.HashMap;
import java.util.Map;
import org.asterism.api.data.DataHandle;
import org.asterism.trace.TraceHandle;

/** Data of a recording. */
final class Handles {
    private final Map<Integer, DataHandle> known = new HashMap<>();

    private static final class ReplayedHandle extends StandIn {
        private final TraceHandle handle;

        ReplayedHandle(TraceHandle handle) {
            this.handle = handle;
        }

        @Override
        Object answer(String question, Object[] arguments) {
            return switch (question) {
                case "name", "toString" -> handle.name();
                case "bytes" -> handle.bytes();
                default -> throw unknown(question);
            };
        }
    }

    DataHandle of(TraceHandle handle) {
        return known.computeIfAbsent(handle.id(), _ -> new ReplayedHandle(handle).as(DataHandle.class));
    }
}
