/** Tags: the numbers that stand for tasks and for join points, and what waits for them. */
package org.asterism.core.internal.tag;
