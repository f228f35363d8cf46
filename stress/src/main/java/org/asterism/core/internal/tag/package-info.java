/** Stress tests of tags. */
package org.asterism.core.internal.tag;
