/** Scheduling contexts: the gate in front of a policy, the tasks that it holds, and its replacement. */
package org.asterism.core.internal.context;
