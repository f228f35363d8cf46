/**
 * The application {@code taskbench}: the cost of a task. {@link org.asterism.bench.taskbench.internal.TaskBench} reads
 * the options. A {@link org.asterism.bench.taskbench.internal.Load}, one class per family of graphs, submits tasks and
 * is timed. {@link org.asterism.bench.taskbench.internal.HeapPerTask} measures their size instead.
 */
package org.asterism.bench.taskbench.internal;
