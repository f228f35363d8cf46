package org.asterism.trace;

import org.asterism.api.Access;

/**
 * Access of a recorded task to one of its handles.
 *
 * @param handle the data
 * @param mode how the task uses them
 */
public record TraceAccess(TraceHandle handle, Access mode) {}
