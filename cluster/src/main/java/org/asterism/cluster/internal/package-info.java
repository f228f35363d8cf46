/** Finds the processes of a cluster, watches them, and opens the links between coordinator and members. */
package org.asterism.cluster.internal;
