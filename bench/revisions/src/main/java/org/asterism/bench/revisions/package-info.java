/**
 * Compares two revisions of Asterism: the cost of tasks and starts for {@code bench/compare --against}, and the lists
 * of features for {@code cnf/features}. These scripts compile and run it. It uses the JDK only: it is compiled once and
 * drives distributions of any age.
 */
package org.asterism.bench.revisions;
