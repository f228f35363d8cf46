/** Stress tests of what policies are made of; in the package of what they test, to reach what is not public. */
package org.asterism.kit.policy;
