/** Which task waits for which: the successors of a task, and the order that accesses to data impose. */
package org.asterism.core.internal.dependency;
