/** Which kinds of components and which trees are there, and the policies that follow from it. */
package org.asterism.policy.modular.internal.registry;
