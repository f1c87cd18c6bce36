import type { Inquiry, Reply } from './inquiry.js';

/** Lists that show only a merchant's own entries, and the field that identifies an entry. */
const own = [
  { operationId: 'listWebhooks', member: 'id', called: 'webhook subscriptions' },
  { operationId: 'listOrders', member: 'order_number', called: 'orders' },
] as const;

/**
 * Whether TARGET_OTHER_API_KEY seems to be a key of the same merchant: both keys see the same entries in a list that
 * only shows a merchant's own. If both lists of a kind are empty, it compares the next kind.
 * @param ask sends a request; returns undefined if no answer came back
 * @returns a sentence; undefined if there is no sign of this
 */
export async function sameMerchantIn(
  ask: (...asked: Parameters<Inquiry['ask']>) => Promise<Reply | undefined>,
  key: string,
  otherKey: string,
): Promise<string | undefined> {
  for (const { operationId, member, called } of own) {
    const [shown, shownToOther] = [await ask(operationId, key), await ask(operationId, otherKey)].map(
      (reply) => namesIn(reply, member),
    );
    if (shown === undefined || shownToOther === undefined) continue;
    if (shown.length === 0 && shownToOther.length === 0) continue;
    return shown.join() === shownToOther.join()
      ? `TARGET_OTHER_API_KEY sees the same ${called} as TARGET_API_KEY: either it is a key of the same merchant, which the checks would report as a leak (set a key of another merchant, or leave it out), or the service shows merchants each other's data`
      : undefined;
  }
  return undefined;
}

/** The identifying field of each entry of a list, sorted; undefined if the answer is not such a list. */
function namesIn(reply: Reply | undefined, member: string): readonly string[] | undefined {
  if (reply?.status !== 200) return undefined;
  try {
    const body: unknown = JSON.parse(reply.body.toString('utf8'));
    const entries: unknown = Array.isArray(body) ? body : (body as { items?: unknown } | null)?.items;
    if (!Array.isArray(entries)) return undefined;
    const names = entries.map((entry) => entry?.[member]);
    return names.some((name) => name === undefined) ? undefined : names.map(String).toSorted();
  } catch {
    return undefined;
  }
}
