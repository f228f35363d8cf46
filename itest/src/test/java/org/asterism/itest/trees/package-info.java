/** Trees of scheduling components at work in the real core. */
package org.asterism.itest.trees;
