/** Knowledge of a machine: the topology and costs of a simulation's description, and the distances of workers. */
package org.asterism.core.internal.runtime.machine;
