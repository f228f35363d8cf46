/** Data cut into children: how they are cut, and how they change between whole and cut in the order of tasks. */
package org.asterism.core.internal.partition;
