// @ts-check
/** Talks to the server. The token comes with the link, behind the #, and goes into a header of each request. */

const KEY = "asterism-token";

/** Takes the token out of the address, so that it is in no bookmark and no screenshot. */
function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(KEY) ?? "";
}

let token = takeToken();
addEventListener("hashchange", () => { token = takeToken(); });

/** A request that the server refused. The message is one line for the user. */
export class Refused extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * @param {string} path below /api/
 * @param {Record<string, string | number>} [query]
 * @param {object} [body] sends a POST
 * @returns {Promise<any>}
 */
export async function ask(path, query = {}, body) {
  const given = Object.entries(query).filter(([, value]) => value !== "").map(([key, value]) => [key, String(value)]);
  const address = "/api/" + path + (given.length ? "?" + new URLSearchParams(given) : "");
  const answer = await fetch(address, {
    method: body ? "POST" : "GET",
    headers: { Authorization: "Bearer " + token },
    body: body ? JSON.stringify(body) : undefined,
    signal: AbortSignal.timeout(15_000),
  });
  const value = await answer.json();
  if (!answer.ok) {
    throw new Refused(answer.status, value.error ?? "status " + answer.status);
  }
  return value;
}
