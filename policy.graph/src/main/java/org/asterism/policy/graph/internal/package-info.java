/** The scheduling policy {@code graph}. */
package org.asterism.policy.graph.internal;
