/** Copies of data on memory nodes: which are valid, where there is room for them, and how they get there. */
package org.asterism.core.internal.coherence;
