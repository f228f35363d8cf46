/** Observers of a runtime and their notification, and logging that never throws. */
package org.asterism.core.internal.observation;
