/**
 * The application {@code taskbench}: what a task costs. {@link org.asterism.bench.taskbench.internal.TaskBench} reads
 * the options, a {@link org.asterism.bench.taskbench.internal.Load} - one class per family of graphs - submits tasks
 * and is timed, and {@link org.asterism.bench.taskbench.internal.HeapPerTask} weighs tasks instead.
 */
package org.asterism.bench.taskbench.internal;
