/** What the tests of the core have in common. */
package org.asterism.core.internal.testing;
