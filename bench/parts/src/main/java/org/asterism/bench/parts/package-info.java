/**
 * JMH benchmarks of the parts that a task passes through on its way: queues, the release of tasks that wait, the order
 * of accesses to data. Each runs on real tasks of a core that does nothing else.
 */
package org.asterism.bench.parts;
