/** The common environment of the stress tests: tasks, workers and a runtime, as far as a test needs them. */
package org.asterism.stress;
