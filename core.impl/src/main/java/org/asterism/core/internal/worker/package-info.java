/** Workers: the engine that is stepped, the threads that step it, and their sleep. */
package org.asterism.core.internal.worker;
