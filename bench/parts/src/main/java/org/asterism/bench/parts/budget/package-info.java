/**
 * What a task costs on its way from its submission to its end, part by part: nanoseconds, and two figures that do not
 * depend on how busy the machine is: bytes allocated, and operations by which threads agree on something.
 * {@link org.asterism.bench.parts.budget.Part} says where the parts begin. A test compares the counts with a table, so
 * that the way of a task gets heavier on purpose only.
 */
package org.asterism.bench.parts.budget;
