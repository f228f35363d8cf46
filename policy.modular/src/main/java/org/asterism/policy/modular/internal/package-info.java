/** Policies that are trees of components. */
package org.asterism.policy.modular.internal;
