/**
 * What is known of the links between memory nodes, and what follows from it for copies: asked by policies for each
 * task.
 */
package org.asterism.core.internal.links;
