import { operation } from '../../contract/operations.js';
import { Refusal } from '../../contract/refusal.js';
import type { OperationId } from '../../contract/types.js';
import { member } from '../../contract/values/path.js';
import { createClient, validKey, withoutKey } from '../../http/client.js';
import { type Exchange, jsonOf } from '../../http/exchange.js';
import { redirectIn } from '../../http/response.js';
import { type Transport, TransportError } from '../../http/transports/transport.js';
import { isThisMachine } from '../environment.js';
import { loadLiveDescription } from '../load-live-description.js';
import type { Settings } from '../settings.js';

/** A list, the key to request it with, if any, and its query in the contract's words. */
type Asked = [list: OperationId, key?: string, query?: Readonly<Record<string, string>>];

export type Inquiry = ReturnType<typeof inquiryOf>;

/** Sends the preflight's requests to the target. */
export function inquiryOf(settings: Settings, transport: Transport) {
  const { baseUrl, control, proxyVariable } = settings;
  const send = (...[list, key, query]: Asked): Promise<Exchange> => {
    const credentials = key === undefined ? withoutKey : validKey(key);
    return createClient({ baseUrl, transport, credentials }).send(operation(list), { query });
  };
  return {
    /** Requests a list. @returns undefined if there is no complete response */
    ask: (...asked: Asked) => send(...asked).catch(noResponse),
    /** Requests the live description. @returns undefined if there is no complete response */
    askDescription: () => loadLiveDescription(settings, transport).catch(noResponse),
    /**
     * Requests a list that every merchant can read: without a response, no run can begin.
     * @throws Refusal when the target doesn't answer, or redirects elsewhere
     */
    async mustAnswer(key?: string): Promise<Exchange> {
      const reply = await send('listCountries', key).catch((error: unknown) => {
        if (!(error instanceof TransportError)) throw error;
        const { reason, wayOut } = error.trouble;
        const hint =
          proxyVariable === undefined || isThisMachine(baseUrl)
            ? ''
            : `; ${proxyVariable} is set, but the suite uses no proxy: run it where it reaches the service without one`;
        throw new Refusal(`No usable response from TARGET_URL ${baseUrl} (${reason}): ${wayOut}${hint}.`);
      });
      const redirect = redirectIn(reply.response, baseUrl + operation('listCountries').path);
      // Without a key, a service may redirect to a login page; the checks judge whether that is allowed.
      if (redirect !== undefined && (key !== undefined || control !== undefined))
        throw new Refusal(
          `TARGET_URL ${baseUrl} redirects to ${redirect.place}, and the suite follows no redirects, so that no key reaches a different host: ${redirect.wayOut}.`,
        );
      return reply;
    },
  };
}

/** Takes the place of a response that didn't arrive completely. */
function noResponse(error: unknown): undefined {
  if (!(error instanceof TransportError)) throw error;
}

/** The entries of a list, which may be the whole body; undefined if the reply is not a list. */
export function entriesIn(reply: Exchange | undefined): readonly unknown[] | undefined {
  const body = reply && jsonOf(reply.response);
  const entries = Array.isArray(body) ? body : member(body, 'items');
  return Array.isArray(entries) ? entries : undefined;
}

/**
 * Refuses a server that shows no sign of the Seller API: it answers lists of different things, and the request for the
 * live description, without JSON or all with the same body. Findings about such a server would hide the likely cause,
 * which is a wrong address, or a service that is down. A service that answers one of the requests differently is tested,
 * and so is one that refuses the key or the number of requests.
 * @param replies to the requests for countries, brands and categories, and for the live description; undefined if there was none
 * @throws Refusal with what was asked, what was answered, and the way out
 */
export function recognise(
  { baseUrl, descriptionUrl, anyway }: Settings,
  replies: readonly (Exchange | undefined)[],
): void {
  const all = replies.filter((each) => each !== undefined);
  if (anyway || all.length < replies.length) return;
  const isAlike = new Set(all.map(({ status, text }) => `${status} ${text}`)).size === 1;
  const isSign = ({ status, response }: Exchange) =>
    [401, 403, 429].includes(status) || (!isAlike && jsonOf(response) !== undefined);
  if (all.some(isSign)) return;
  const statuses = [...new Set(all.map(({ status }) => status))];
  const [problem, wayOut] = statuses.every((each) => each >= 500)
    ? ['The service only fails', 'repair it, correct TARGET_URL']
    : [
        'This does not look like the Seller API',
        'set TARGET_URL to the address of the service up to /api/v1, without it',
      ];
  const lists = ['listCountries', 'listBrands', 'listCategories'] as const;
  const [countries, brands, categories] = lists.map((id) => operation(id).path);
  throw new Refusal(
    `${problem}: at TARGET_URL ${baseUrl}, GET ${countries}, ${brands} and ${categories}, and the live description at ${descriptionUrl}, all returned ${statuses.join(' or ')} ${isAlike ? 'and the same body' : 'without JSON'}; ${wayOut}, or set CONFORMANCE_ANYWAY=1 to test what is there.`,
  );
}
