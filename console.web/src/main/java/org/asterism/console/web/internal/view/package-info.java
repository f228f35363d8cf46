/** Answers of the page's addresses. */
package org.asterism.console.web.internal.view;
