package org.asterism.trace.export.internal.tasks;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.asterism.report.svg.CodeletColours;
import org.asterism.report.svg.Paint;
import org.asterism.trace.Trace;
import org.asterism.trace.TraceEvent;

/**
 * Colours of the codelets of a recording, the same as in pictures and on pages. To know all codelets, it reads the
 * recording once.
 */
public final class CodeletPaints {
    private final Map<String, Paint> paints = new HashMap<>();

    /**
     * Reads a recording.
     *
     * @param trace the recording
     * @throws IOException if it cannot be read
     */
    public CodeletPaints(Trace trace) throws IOException {
        Set<String> executed = new TreeSet<>();
        Set<String> others = new TreeSet<>();
        TaskRecords tasks = new TaskRecords();
        trace.forEach(event -> {
            TaskRecord task = tasks.add(event);
            if (event instanceof TraceEvent.Executed) {
                executed.add(task.codelet());
            } else if (event instanceof TraceEvent.Submitted submitted) {
                others.add(submitted.codelet());
            }
        });
        CodeletColours.of(executed).forEach((name, look) -> paints.put(name, look.solid()));
        // Pictures show no codelet without kernels, so these come last.
        others.forEach(name -> paints.computeIfAbsent(
                name, _ -> CodeletColours.of(paints.size()).solid()));
    }

    /**
     * Returns the colour of a codelet.
     *
     * @param codelet its name
     * @return grey for a codelet that the recording does not have
     */
    public Paint of(String codelet) {
        return paints.getOrDefault(codelet, CodeletColours.TRANSFER.paint());
    }
}
