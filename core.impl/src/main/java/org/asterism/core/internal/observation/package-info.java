/** Who watches a runtime, and how they are told. */
package org.asterism.core.internal.observation;
