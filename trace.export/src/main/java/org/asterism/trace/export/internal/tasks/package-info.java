/** Events of a recording, collected by task. */
package org.asterism.trace.export.internal.tasks;
