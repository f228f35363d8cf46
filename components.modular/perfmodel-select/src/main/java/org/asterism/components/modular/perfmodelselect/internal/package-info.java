/** The scheduling component {@code perfmodel-select}. */
package org.asterism.components.modular.perfmodelselect.internal;
