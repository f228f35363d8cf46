/** Stress tests of the ring between a thread that reports events and the thread that writes them. */
package org.asterism.trace.internal.ring;
