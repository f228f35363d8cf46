/** Copies of data on memory nodes: their validity, their memory and their transfers. */
package org.asterism.core.internal.coherence;
