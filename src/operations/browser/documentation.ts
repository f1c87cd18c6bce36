import type { View, Visitor } from './visitor.js';

/** The path of the documentation for people, below the {base_url} (clause 8.1). */
const address = '/api/v1/docs';

/** The documentation for people as the browser shows it after it has loaded everything. */
export interface DocumentationPage extends View {
  /** Errors in the console and from scripts, except errors of requests to other origins. */
  readonly errors: readonly string[];
  /** Addresses at other origins that the page requested. */
  readonly foreignRequests: readonly string[];
}

/**
 * Opens the documentation.
 * @param isThere whether the page shows the expected content; the function waits a while for that
 * @throws Blocked if the browser fails
 */
export async function openDocumentation(
  visitor: Visitor,
  isThere: (view: View) => boolean,
): Promise<DocumentationPage> {
  const opened = await visitor.open(address, 'domcontentloaded');
  const view = opened.exchange.succeeded ? await visitor.settled(isThere) : opened;
  return { ...view, errors: visitor.errors, foreignRequests: visitor.foreignRequests };
}
