/** Schedules in the format Paje. */
package org.asterism.trace.export.internal.paje;
