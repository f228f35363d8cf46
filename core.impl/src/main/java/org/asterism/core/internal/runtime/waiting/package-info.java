/** How programs wait for tasks and data, how those are woken, and how tasks are found that will not end. */
package org.asterism.core.internal.runtime.waiting;
