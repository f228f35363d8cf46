/** A runtime: puts workers, contexts, data and plug-ins together, and is what programs call. */
package org.asterism.core.internal.runtime;
