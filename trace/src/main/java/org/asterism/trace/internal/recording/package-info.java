/** The recorder: observers that write records into rings, and the thread that moves them to a file or to memory. */
package org.asterism.trace.internal.recording;
