/** Tests of containers, which find the bundles of these tests' class path. */
package org.asterism.container;
