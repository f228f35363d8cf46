/** The runtime: it puts workers, contexts and data together, and waits for tasks. */
package org.asterism.core.internal.runtime;
