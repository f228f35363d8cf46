/**
 * The cost of a task on its path from submission to end, part by part: nanoseconds, and two figures that do not depend
 * on the machine's load. These are allocated bytes, and operations that synchronise threads.
 *
 * <p>{@link org.asterism.bench.parts.budget.Part} defines the parts. A test compares the counts with a table, so that
 * the path of a task gets longer on purpose only.
 */
package org.asterism.bench.parts.budget;
