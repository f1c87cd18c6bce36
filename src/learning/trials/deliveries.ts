import { createHmac } from 'node:crypto';
import { baseContract } from '../../contract/documents/base-document.js';
import { deliverySchema } from '../../contract/mapping/delivery.js';
import { jsonIn } from '../../http/exchange.js';
import { hidingKeys } from '../../http/shown/printable.js';
import { assumedSignatureHeader, type Delivery } from '../../http/transports/translated-transport.js';
import { align } from '../align/align.js';
import type { Alignment, Pair, ProposedStep, Question } from '../propose/proposal.js';
import { shapeOfSchema, unknownShape, withSamples } from '../survey/shape.js';

/** The facts learned about the delivery of events (clause 6, gap G-12). */
export interface LearnedDeliveries {
  /** The header that carries the signature, if it isn't ours, with the evidence. */
  readonly signature?: {
    readonly header: string;
    /** The text before the signature there; empty if there is none. */
    readonly prefix: string;
    readonly evidence: string;
    /** Present unless a person wrote it. */
    readonly isLearned?: true;
  };
  readonly steps: readonly ProposedStep[];
  readonly questions: readonly Question[];
  /** The elements found in a delivery, by our paths. */
  readonly pairs?: readonly Pair[];
}

/** The known facts about a delivered event. */
export interface ProvokedEvent {
  readonly event: string;
  readonly subscription: string;
  /** Values of the thing that the event concerns; its message shows some of them. */
  readonly about: readonly unknown[];
  /** The secret that signs deliveries; undefined if the response to the subscription showed none. */
  readonly secret: string | undefined;
}

const gap = 'G-12';

/** The question if no header of a delivery has the signature that we compute. */
export const signatureQuestion =
  'which header carries the hexadecimal HMAC-SHA256 of the body of a delivery?';

/** Learns from deliveries of events that we provoked: the signature is the header with the value that we compute. */
export function learnDeliveries(
  deliveries: readonly Delivery[],
  { event, subscription, about, secret }: ProvokedEvent,
): LearnedDeliveries {
  const shown = deliveries.map(withoutSecrets);
  const bodies = shown.flatMap((each) => jsonIn(each.body) ?? []);
  const known = new Map<string, readonly unknown[]>([
    ['event', [event]],
    ['subscription_id', [subscription]],
    ['message', about],
  ]);
  const theirs = withSamples(unknownShape, bodies, false);
  const found = align(shapeOfSchema(baseContract, deliverySchema, []), theirs, 'response', {
    known,
    context: ['event', 'webhook', 'delivery'],
  });
  const signed = deliveries.map((each) => signatureIn(each, secret)).find((each) => each !== undefined);
  const headers = [...new Set(shown.flatMap((each) => Object.keys(each.headers)))];
  const candidates = headers
    .filter((name) => /sign|hmac|digest|hash/i.test(name))
    .map((name) => ({ answer: name, evidence: 'a header of the delivery' }));
  const question: Question = { at: '', asks: signatureQuestion, candidates, gap };
  return {
    ...(signed === undefined || (signed.header === assumedSignatureHeader && signed.prefix === '')
      ? {}
      : {
          signature: {
            ...signed,
            evidence: 'it contains the HMAC-SHA256 of the body by the secret of the subscription',
            isLearned: true,
          },
        }),
    steps: found.steps,
    questions: [...found.questions, ...(signed === undefined ? [question] : [])],
    pairs: found.pairs,
  };
}

/** The header that ends with the signature that we compute, and the text before it there. */
function signatureIn(
  { headers, body: bytes }: Delivery,
  secret: string | undefined,
): { readonly header: string; readonly prefix: string } | undefined {
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

/** The same, with the target's words for the names of events, which the list of event types showed. */
export function withEventWords(found: LearnedDeliveries, types: Alignment | undefined): LearnedDeliveries {
  const words = (types?.steps ?? []).flatMap(({ step, ...about }) =>
    step.kind === 'values' && step.at === '[].event' ? [{ ...about, step: { ...step, at: 'event' } }] : [],
  );
  return { ...found, steps: [...found.steps, ...words] };
}
