package org.asterism.shell.gogo.internal.command;

import org.asterism.api.TaskRuntime;

/**
 * A runtime and what people call it.
 *
 * @param name unique among the runtimes there are
 * @param runtime the runtime
 */
public record NamedRuntime(String name, TaskRuntime runtime) {}
