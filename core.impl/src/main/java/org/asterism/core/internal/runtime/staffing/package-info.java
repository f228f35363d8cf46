/** The contexts of a runtime and which workers each has: made, changed and closed by one thread at a time. */
package org.asterism.core.internal.runtime.staffing;
