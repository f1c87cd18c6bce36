import type { Inquiry, Reply } from './inquiry.js';

/** What a merchant has of its own, and what tells one of it from another. */
const own = [
  { operationId: 'listWebhooks', member: 'id', called: 'webhook subscriptions' },
  { operationId: 'listOrders', member: 'order_number', called: 'orders' },
] as const;

/**
 * Whether TARGET_OTHER_API_KEY seems to be a key of the same merchant: both keys are shown the same things of which a
 * merchant sees its own alone. Where there are none of a kind, the next kind is asked for.
 * @param ask sends a request; where no answer came, it says nothing
 * @returns a sentence; undefined where nothing speaks for it
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
      ? `TARGET_OTHER_API_KEY is shown the same ${called} as TARGET_API_KEY: either it is a key of the same merchant, which looks like a leak to the checks (set one of another merchant, or leave it out), or the service shows merchants each other's data`
      : undefined;
  }
  return undefined;
}

/** What each entry of a list is told by, in order; undefined where the answer is no such list. */
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
