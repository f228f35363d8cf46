/** The contexts of a runtime and their workers. Contexts are made, changed and closed one at a time. */
package org.asterism.core.internal.runtime.staffing;
