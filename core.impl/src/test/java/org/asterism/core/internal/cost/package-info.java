/**
 * What a task costs, in figures that do not depend on how busy the machine is: bytes allocated, and operations that
 * processors have to agree on. The tests fail when the way of a task through the core gets heavier; whoever made it so on
 * purpose raises the bound, and says in the commit what the task gets for it.
 */
package org.asterism.core.internal.cost;
