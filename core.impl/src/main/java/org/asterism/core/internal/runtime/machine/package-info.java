/** What is known of the machine: what a topology service or the description of a simulation says of it, and which workers are near to each other. */
package org.asterism.core.internal.runtime.machine;
