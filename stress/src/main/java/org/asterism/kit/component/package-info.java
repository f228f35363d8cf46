/** Stress tests of the building blocks of components. */
package org.asterism.kit.component;
