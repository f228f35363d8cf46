/** Events of the Java Flight Recorder, and the observer that commits them while a flight recording wants them. */
package org.asterism.trace.jfr.internal;
