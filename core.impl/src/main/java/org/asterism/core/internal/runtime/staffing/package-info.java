/** The contexts of a runtime and which workers each of them has. They are made, changed and closed one at a time. */
package org.asterism.core.internal.runtime.staffing;
