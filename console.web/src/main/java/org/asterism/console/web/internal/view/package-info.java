/** What the addresses of the page answer. */
package org.asterism.console.web.internal.view;
