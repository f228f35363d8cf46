/**
 * What the stress tests have in common: tasks, workers and a runtime that are there only as far as a test needs them.
 */
package org.asterism.stress;
