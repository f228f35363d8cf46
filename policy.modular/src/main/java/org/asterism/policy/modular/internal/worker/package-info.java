/** The components at the ends of a tree. */
package org.asterism.policy.modular.internal.worker;
