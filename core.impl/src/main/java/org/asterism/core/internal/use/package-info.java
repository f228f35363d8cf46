/** Uses of data by the program and the core in the order of tasks: acquire, move, cut, combine contributions, close. */
package org.asterism.core.internal.use;
