/** Sentences that explain a run, and the difference between two runs. */
package org.asterism.trace.report.internal.verdict;
