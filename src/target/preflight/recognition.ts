import { isJsonObject } from '../../contract/documents/document.js';
import { operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import { type Exchange, jsonOf } from '../../http/exchange.js';
import { type Settings, SettingsError } from '../settings.js';
import type { Inquiry } from './inquiry.js';

/** Lists that every merchant can read, the three that the preflight reads anyway first. */
const telling = [
  'listCountries',
  'listBrands',
  'listCategories',
  'listWebhookEventTypes',
  'listProducts',
  'listOrders',
] as const satisfies readonly OperationId[];

/**
 * Refuses a server that shows no sign of the Seller API: it answers lists of different things, and the request for the
 * live description, all alike. Findings about such a server would hide the likely cause, which is a wrong address, or a
 * service that is down. A service that answers one of the requests differently is tested.
 * @param known the responses to the first of these lists, if they were already asked for
 * @throws SettingsError with what was asked, what was answered, and the way out
 */
export async function recognise(
  { baseUrl, descriptionUrl, anyway, apiKeys: [key] }: Settings,
  inquiry: Inquiry,
  known: readonly (Exchange | undefined)[],
): Promise<void> {
  if (anyway || likeness(known) === undefined) return;
  const others = await Promise.all(telling.slice(known.length).map((id) => inquiry.ask(id, key)));
  const description = await inquiry.askDescription();
  const alike = likeness([...known, ...others, description?.exchange]);
  if (alike === undefined) return;
  const paths = telling.map((id) => operation(id).path);
  const [problem, wayOut] = alike.isFailing
    ? ['The service only fails', 'repair it, correct TARGET_URL']
    : [
        'This does not look like the Seller API',
        'set TARGET_URL to the address of the service up to /api/v1, without it',
      ];
  throw new SettingsError(
    'TARGET_URL',
    `${problem}: at TARGET_URL ${baseUrl}, GET ${paths.slice(0, -1).join(', ')} and ${paths.at(-1)}, and the live description at ${descriptionUrl}, all returned ${alike.inWords}; ${wayOut}, or set CONFORMANCE_ANYWAY=1 to test what is there.`,
  );
}

interface Likeness {
  /** Such as `404 with text/html`. */
  readonly inWords: string;
  /** Whether every response is a server error. */
  readonly isFailing: boolean;
}

/**
 * How the responses are alike: none succeeds with JSON, or all have the same fields or the same body. Undefined if one of
 * them differs, is missing, or has a status that says more than that there is nothing: a refusal of the key or of the
 * number of requests, or a server error next to other responses.
 */
function likeness(responses: readonly (Exchange | undefined)[]): Likeness | undefined {
  const [first, ...others] = responses;
  if (first === undefined || !others.every((each) => each !== undefined)) return undefined;
  const all = [first, ...others];
  if (all.some(({ status }) => [401, 403, 429].includes(status))) return undefined;
  const isFailing = all.every(hasFailed);
  if (!isFailing && all.some(hasFailed)) return undefined;
  const kinds = [...new Set(all.map(kindInWords))].join(', or ');
  if (all.every((each) => jsonOf(each.response) === undefined)) return { inWords: kinds, isFailing };
  const same = others.every(
    ({ response }) => response.status === first.status && response.body.equals(first.response.body),
  )
    ? 'body'
    : new Set(all.map(fieldsOf)).size === 1 && fieldsOf(first) !== undefined
      ? 'fields'
      : undefined;
  return same && { inWords: `${kinds} and the same ${same}`, isFailing };
}

function hasFailed({ status }: Exchange): boolean {
  return status >= 500;
}

function kindInWords({ status, headers }: Exchange): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? `${status} with ${type}` : String(status);
}

/** The names of the fields of a success, as one string; undefined if it is not an object. */
function fieldsOf(response: Exchange): string | undefined {
  const body = jsonOf(response.response);
  return isJsonObject(body) ? JSON.stringify([response.status, ...Object.keys(body).sort()]) : undefined;
}
