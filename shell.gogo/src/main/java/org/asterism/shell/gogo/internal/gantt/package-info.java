/** Draws schedules. */
package org.asterism.shell.gogo.internal.gantt;
