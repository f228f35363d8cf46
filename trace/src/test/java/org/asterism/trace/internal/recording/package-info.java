/** Tests of the recorder. */
package org.asterism.trace.internal.recording;
