/** Tasks from within: what a task is made of, and how it ends. */
package org.asterism.core.internal.task;
