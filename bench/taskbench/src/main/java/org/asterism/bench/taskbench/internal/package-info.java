/**
 * The application {@code taskbench}: the cost of a task. {@link org.asterism.bench.taskbench.internal.TaskBench} reads
 * the options. Each {@link org.asterism.bench.taskbench.internal.Load} submits the tasks of one family of graphs and is
 * timed. {@link org.asterism.bench.taskbench.internal.HeapPerTask} measures the size of tasks instead.
 */
package org.asterism.bench.taskbench.internal;
