package org.asterism.trace;

/**
 * Worker in a recording.
 *
 * @param id its id in the runtime
 * @param name its name
 * @param architecture the name of its architecture, such as {@code cpu}
 * @param node the id of its memory node
 */
public record TraceWorker(int id, String name, String architecture, int node) {}
