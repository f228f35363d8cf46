package org.asterism.shell.gogo.internal.command;

import org.asterism.api.TaskRuntime;

/**
 * Runtime with its name for users.
 *
 * @param name name, unique among the present runtimes
 * @param runtime the runtime
 */
public record NamedRuntime(String name, TaskRuntime runtime) {}
