import { operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import { type ExchangeResponse, jsonOf } from '../../http/exchange.js';
import { type Settings, SettingsError } from '../settings.js';

/** Lists that every merchant can read, the three that the preflight reads anyway first. */
const telling = [
  'listCountries',
  'listBrands',
  'listCategories',
  'listWebhookEventTypes',
  'listProducts',
  'listOrders',
] as const satisfies readonly OperationId[];

type Answer = Pick<ExchangeResponse, 'status' | 'headers' | 'body'>;

interface Asking {
  /** Requests a list; undefined if no answer came back. */
  readonly ask: (operationId: OperationId) => Promise<Answer | undefined>;
  /** Requests the live description; undefined if no answer came back. */
  readonly askDescription: () => Promise<Answer | undefined>;
}

/**
 * Refuses a server that shows no sign of the Seller API: it answers lists of different things, and the request for the
 * live description, all alike. Findings about such a server would hide the likely cause, which is a wrong address. A
 * server error is a sign of a service that is broken, and a service that answers one of the requests differently is
 * tested.
 * @param known the answers to the first of these lists, if they were already asked for
 * @throws SettingsError with what was asked, what was answered, and the way out
 */
export async function recognise(
  { baseUrl, descriptionUrl, anyway }: Pick<Settings, 'baseUrl' | 'descriptionUrl' | 'anyway'>,
  known: readonly (Answer | undefined)[],
  { ask, askDescription }: Asking,
): Promise<void> {
  if (anyway || likeness(known) === undefined) return;
  const others = await Promise.all(telling.slice(known.length).map(ask));
  const alike = likeness([...known, ...others, await askDescription()]);
  if (alike === undefined) return;
  const paths = telling.map((id) => operation(id).path);
  throw new SettingsError(
    'TARGET_URL',
    `This does not look like the Seller API: at TARGET_URL ${baseUrl}, GET ${paths.slice(0, -1).join(', ')} and ${paths.at(-1)}, and the live description at ${descriptionUrl}, were all answered ${alike}; set TARGET_URL to the address of the service up to /api/v1, without it, or set CONFORMANCE_ANYWAY=1 to test what is there.`,
  );
}

/**
 * How the answers are alike: `404 with text/html`; undefined if one of them differs, is missing, or has a status that
 * says more than that there is nothing: a server error, or a refusal of the key or of the number of requests.
 */
function likeness(answers: readonly (Answer | undefined)[]): string | undefined {
  const [first] = answers;
  if (first === undefined || /^(401|403|429|5..)$/.test(String(first.status))) return undefined;
  if (answers.some((each) => each?.status !== first.status)) return undefined;
  const { status, headers } = first;
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const inWords = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? `${status} with ${type}` : String(status);
  if (answers.every((each) => each !== undefined && jsonOf(each) === undefined)) return inWords;
  const isSame = answers.every((each) => each?.body.equals(first.body));
  return isSame ? `${inWords} and the same body` : undefined;
}
