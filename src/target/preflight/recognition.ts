import { operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import { type Exchange, jsonOf } from '../../http/exchange.js';
import { SettingsError } from '../setting.js';
import type { Settings } from '../settings.js';

/** Lists that every merchant can read, and that the preflight reads anyway. */
const telling = ['listCountries', 'listBrands', 'listCategories'] as const satisfies readonly OperationId[];

/**
 * Refuses a server that shows no sign of the Seller API: it answers lists of different things, and the request for the
 * live description, all alike. Findings about such a server would hide the likely cause, which is a wrong address, or a
 * service that is down. A service that answers one of the requests differently is tested.
 * @param replies the responses to these lists, and to the request for the live description
 * @throws SettingsError with what was asked, what was answered, and the way out
 */
export function recognise(
  { baseUrl, descriptionUrl, anyway }: Settings,
  replies: readonly (Exchange | undefined)[],
): void {
  const alike = likeness(replies);
  if (anyway || alike === undefined) return;
  const paths = telling.map((id) => operation(id).path);
  const [problem, wayOut] = alike.startsWith('5')
    ? ['The service only fails', 'repair it, correct TARGET_URL']
    : [
        'This does not look like the Seller API',
        'set TARGET_URL to the address of the service up to /api/v1, without it',
      ];
  throw new SettingsError(
    `${problem}: at TARGET_URL ${baseUrl}, GET ${paths.slice(0, -1).join(', ')} and ${paths.at(-1)}, and the live description at ${descriptionUrl}, all returned ${alike}; ${wayOut}, or set CONFORMANCE_ANYWAY=1 to test what is there.`,
  );
}

/**
 * How the responses are alike, such as `404 with text/html`: none succeeds with JSON, or all have the same body.
 * Undefined if one of them differs, is missing, or has a status that says more than that there is nothing: a refusal of
 * the key or of the number of requests, or a server error next to other responses.
 */
function likeness(responses: readonly (Exchange | undefined)[]): string | undefined {
  const all = responses.filter((each) => each !== undefined);
  const failed = all.filter(({ status }) => status >= 500);
  if (all.length < responses.length || ![0, all.length].includes(failed.length)) return undefined;
  if (all.some(({ status }) => [401, 403, 429].includes(status))) return undefined;
  const kinds = [...new Set(all.map(kindInWords))].join(', or ');
  if (all.every(({ response }) => jsonOf(response) === undefined)) return kinds;
  const bodies = new Set(all.map(({ status, text }) => `${status} ${text}`));
  return bodies.size === 1 ? `${kinds} and the same body` : undefined;
}

function kindInWords({ status, headers }: Exchange): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? `${status} with ${type}` : String(status);
}
