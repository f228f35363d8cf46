/** How programs wait for tasks and data, who wakes them, and how tasks are found that will never end. */
package org.asterism.core.internal.runtime.waiting;
