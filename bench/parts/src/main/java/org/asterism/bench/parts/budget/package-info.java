/**
 * Measures the cost of a task on its path from submission to end, part by part. The figures are nanoseconds, allocated
 * bytes, and operations that synchronise threads. The last two do not depend on the machine's load.
 *
 * <p>{@link org.asterism.bench.parts.budget.Part} defines the parts. A test compares the counts with a table, so that
 * no change lengthens the path of a task by accident.
 */
package org.asterism.bench.parts.budget;
