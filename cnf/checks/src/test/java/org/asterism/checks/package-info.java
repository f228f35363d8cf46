/**
 * Tests that check the rules of the repository: registration, layers, manifests, versions of packages, line lengths,
 * repeated code.
 */
package org.asterism.checks;
