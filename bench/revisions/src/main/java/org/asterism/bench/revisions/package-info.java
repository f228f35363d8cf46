/**
 * Compares the cost of tasks and starts in two revisions of Asterism; {@code bench/compare --against} compiles and runs
 * it. It uses the JDK only: it is compiled once and drives distributions of any age.
 */
package org.asterism.bench.revisions;
