/** The benchmark of the gate. It is in the package of the gate, to reach members that are not public. */
package org.asterism.core.internal.context;
