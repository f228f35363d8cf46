/**
 * JMH benchmarks of the parts that a task passes through: queues, the release of waiting tasks, the order of accesses
 * to data. Each runs on real tasks of an otherwise idle core.
 */
package org.asterism.bench.parts;
