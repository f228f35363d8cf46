/** The benchmark of the gate. It is in the same package as the gate, to reach members that are not public. */
package org.asterism.core.internal.context;
