// Binary data of a page: typed arrays, deflated, in base 64.
(function (asterism) {
  "use strict";

  /**
   * Decodes base 64.
   *
   * @param {string} text
   * @returns {Uint8Array<ArrayBuffer>}
   */
  function decode(text) {
    const letters = atob(text.trim());
    const bytes = new Uint8Array(letters.length);
    for (let at = 0; at < letters.length; at++) {
      bytes[at] = letters.charCodeAt(at);
    }
    return bytes;
  }

  /**
   * Reads a block of the page.
   *
   * @param {string} id of the element that has it
   * @returns {Promise<ArrayBuffer>} its bytes
   */
  asterism.bytes = async function (id) {
    const element = document.getElementById(id);
    if (!element) {
      throw new Error("the page has no block " + id);
    }
    const stream = new Blob([decode(element.textContent || "")]).stream();
    return new Response(stream.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
  };
})(globalThis.asterism);
