/** A runtime: connects workers, contexts, data and plug-ins, and offers them to programs. */
package org.asterism.core.internal.runtime;
