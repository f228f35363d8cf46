/** Waits of programs for tasks and data, the waking of their threads, and the search for tasks that will never end. */
package org.asterism.core.internal.runtime.waiting;
