/** A tree as a scheduling policy. */
package org.asterism.policy.modular.internal.policy;
