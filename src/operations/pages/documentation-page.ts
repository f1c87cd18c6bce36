import type { View } from './view.js';
import type { Visitor } from './visitor.js';

/** Where the documentation for people is, below the {base_url} (clause 8.1). */
const address = '/api/v1/docs';

/** The documentation as it is shown to people, when nothing more of it is loaded. */
export interface DocumentationPage extends View {
  /** Errors in the console and of scripts, but for those about requests to other origins. */
  readonly errors: readonly string[];
  /** Addresses of other origins that it had the browser ask. */
  readonly foreignRequests: readonly string[];
}

/**
 * Opens the documentation.
 * @param isThere whether the page shows what is looked for: it is waited for a while
 * @throws Blocked when the browser can't
 */
export async function openDocumentation(
  visitor: Visitor,
  isThere: (view: View) => boolean,
): Promise<DocumentationPage> {
  const opened = await visitor.open(address, 'domcontentloaded');
  const view = opened.exchange.succeeded ? await visitor.settled(isThere) : opened;
  return { ...view, errors: visitor.errors, foreignRequests: visitor.foreignRequests };
}
