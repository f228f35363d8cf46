/**
 * What the program, and the core itself, do with data in the order of tasks: acquire them, move them, cut them, put
 * contributions together, let them go.
 */
package org.asterism.core.internal.use;
