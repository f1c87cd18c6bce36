import { createHmac } from 'node:crypto';
import { baseContract } from '../../contract/documents/base-document.js';
import { deliverySchema } from '../../contract/mapping/delivery.js';
import { jsonIn } from '../../http/exchange.js';
import { hidingKeys } from '../../http/shown/printable.js';
import { assumedSignatureHeader, type Delivery } from '../../http/transports/translated-transport.js';
import { align } from '../align/align.js';
import { type Findings, gapOfDeliveries, type Question, type Step, subjectOf } from '../propose/findings.js';
import { shapeOfSchema, unknownShape, withSamples } from '../survey/shape.js';

/** The known facts about a delivered event. */
export interface ProvokedEvent {
  readonly event: string;
  readonly subscription: string;
  /** Values of the thing that the event concerns; its message shows some of them. */
  readonly about: readonly unknown[];
  /** The secret that signs deliveries; undefined if the response to the subscription showed none. */
  readonly secret: string | undefined;
}

/**
 * Learns from deliveries of events that we provoked: the signature is the header with the value that we compute.
 * @param types - what the list of event types shows, which has the target's words for their names
 */
export function learnDeliveries(
  deliveries: readonly Delivery[],
  { event, subscription, about, secret }: ProvokedEvent,
  types: readonly Step[] = [],
): Findings {
  const shown = deliveries.map(withoutSecrets);
  const bodies = shown.flatMap((each) => jsonIn(each.body) ?? []);
  const known = new Map<string, readonly unknown[]>([
    ['event', [event]],
    ['subscription_id', [subscription]],
    ['message', about],
  ]);
  const theirs = withSamples(unknownShape, bodies, false);
  const { steps, questions, pairs } = align(
    shapeOfSchema(baseContract, deliverySchema, []),
    theirs,
    'response',
    {
      known,
      context: ['event', 'webhook', 'delivery'],
    },
  );
  const words = types
    .filter(({ kind, at }) => kind === 'values' && at === '[].event')
    .map((step) => ({ ...step, at: 'event' }));
  const signed = deliveries.map((each) => signatureIn(each, secret)).find((each) => each !== undefined);
  const headers = [...new Set(shown.flatMap((each) => Object.keys(each.headers)))];
  const unsigned: Question = {
    at: 'signature',
    asks: 'which header carries the hexadecimal HMAC-SHA256 of the body of a delivery?',
    candidates: headers
      .filter((name) => /sign|hmac|digest|hash/i.test(name))
      .map((name) => ({ answer: name, evidence: 'a header of the delivery' })),
  };
  const found = [
    ...pairs.flatMap(({ ours }) => [
      { part, at: ours },
      { part, at: '' },
    ]),
    ...(signed === undefined ? [] : [{ at: 'signature' }, { at: 'prefix' }]),
  ];
  return {
    place: ['deliveries'],
    steps: [...signatureSteps(signed), ...[...steps, ...words].map((step) => ({ ...step, part }))].map(
      (step) => ({
        ...step,
        gap: gapOfDeliveries,
      }),
    ),
    questions: [
      ...questions.map((question) => ({ ...question, part })),
      ...(signed === undefined ? [unsigned] : []),
    ].map((question) => ({ ...question, gap: gapOfDeliveries })),
    found: new Set(found.map(subjectOf)),
  };
}

const part = 'body' as const;

/** The header and the prefix of a signature, if they aren't as assumed. */
function signatureSteps({ header, prefix }: Partial<Signature> = {}): readonly Step[] {
  if (header === undefined || (header === assumedSignatureHeader && prefix === '')) return [];
  const evidence = 'it contains the HMAC-SHA256 of the body by the secret of the subscription';
  const text = 'the text before it in the header';
  return [
    { kind: 'signature', at: '', to: header, evidence, source: 'answered' },
    ...(prefix ? [{ kind: 'prefix', at: '', to: prefix, evidence: text } as const] : []),
  ];
}

/** The header that carries a signature, and the text before the signature there. */
interface Signature {
  readonly header: string;
  readonly prefix: string;
}

/** The header that ends with the signature that we compute, and the text before it there. */
function signatureIn({ headers, body: bytes }: Delivery, secret: string | undefined): Signature | undefined {
  if (secret === undefined) return undefined;
  const expected = createHmac('sha256', secret).update(bytes).digest('hex');
  const found = Object.entries(headers).find(([, value]) => value.toLowerCase().endsWith(expected));
  return found === undefined
    ? undefined
    : { header: hidingKeys(found[0]), prefix: hidingKeys(found[1].slice(0, -expected.length)) };
}

/** A delivery that no longer repeats a key or the secret of a subscription: what is learned ends up in a file. */
function withoutSecrets(delivery: Delivery): Delivery {
  const headers = Object.entries(delivery.headers).map(([name, value]) => [
    hidingKeys(name),
    hidingKeys(value),
  ]);
  const body = Buffer.from(hidingKeys(delivery.body.toString()));
  return { ...delivery, headers: Object.fromEntries(headers), body };
}
