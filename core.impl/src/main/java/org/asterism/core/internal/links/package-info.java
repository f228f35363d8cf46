/** The speeds of the links between memory nodes, and the copy times that policies ask for with each task. */
package org.asterism.core.internal.links;
