import { operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import { lastName } from '../../contract/values/path.js';
import type { Exchange } from '../../http/exchange.js';
import { namesIn, pathsIn } from '../align/indirect-evidence.js';
import { likeness } from '../align/names.js';
import type { TrialStep } from '../learn-operation.js';
import { oursOf } from '../survey/contract-parts.js';
import { isRefused, type Sendable } from '../survey/seen-operation.js';
import { isOpen } from '../survey/shape.js';
import type { Survey } from '../survey/survey.js';

/**
 * Sends a request that the target should accept, and finds out its names in an operation that the live description
 * lacks. A refusal that mentions an unknown name may ask for a field of ours, or the object around the body: each of them
 * gets the name in turn, until the target accepts the request, or refuses it for a different reason.
 */
export async function askUntilUnderstood(
  survey: Survey,
  id: OperationId,
  request: Sendable,
): Promise<Exchange> {
  let exchange = await survey.askAndLearn(id, request);
  if (survey.isDescribed(id)) return exchange;
  for (let next: Exchange | undefined = exchange; next !== undefined; ) {
    exchange = next;
    next = isRefused(exchange) ? await furtherResponse(survey, id, request) : undefined;
  }
  return exchange;
}

/** The response after one more name is known; undefined if the last refusal leads to none. */
async function furtherResponse(
  survey: Survey,
  id: OperationId,
  request: Sendable,
): Promise<Exchange | undefined> {
  const message = survey.refusalsOf(id).at(-1) ?? '';
  for (const { word, part, kind, at } of suppositions(survey, id, request, message)) {
    const evidence = `with it, the target no longer says "${message.slice(0, 100)}"`;
    const step: TrialStep = { part, step: { kind, at, to: word }, evidence, source: 'answered' };
    const forget = survey.suppose(id, step);
    const next = await survey.askAndLearn(id, request);
    const further = survey.refusalsOf(id).at(-1) ?? '';
    const isOther = further !== message && !namesIn(further).some((each) => each.word === word);
    if (next.succeeded || (isRefused(next) && isOther)) return next;
    forget();
  }
  return undefined;
}

/** A possible meaning of an unknown name. */
interface Supposition {
  readonly word: string;
  readonly part: TrialStep['part'];
  readonly kind: 'rename' | 'inside';
  readonly at: string;
}

/** The possible meanings of the unknown names in a refusal, the likeliest first. */
function suppositions(
  survey: Survey,
  id: OperationId,
  request: Sendable,
  message: string,
): readonly Supposition[] {
  const ours = oursOf(operation(id));
  const part = request.body === undefined ? 'query' : 'request';
  const shape = part === 'query' ? ours.query : ours.request;
  if (shape === undefined) return [];
  const { steps } = survey.learnedOf(id).alignments[part];
  const around = steps.flatMap(({ step }) => (step.kind === 'inside' && step.at === '' ? [step.to] : []));
  const renamed = new Set(steps.flatMap(({ step }) => (step.kind === 'rename' ? [step.at] : [])));
  const sent = namesOf(part === 'query' ? request.query : survey.written(id, request.body));
  const own = namesOf(part === 'query' ? request.query : request.body);
  const free = pathsIn(shape, '').filter((path) => !renamed.has(path) && own.has(lastName(path)));
  return namesIn(message, around)
    .filter(({ word }) => !sent.has(word))
    .flatMap(({ word, depth }) => {
      const fields = free
        .filter((path) => path.split('.').length === depth)
        .map((at) => ({ at, score: likeness(lastName(at), word).score }))
        .sort((a, b) => b.score - a.score);
      const isAround = part === 'request' && depth === 1 && around.length === 0 && isOpen(shape);
      return [
        ...fields.filter(({ score }) => score >= 0.4).map(({ at }) => ({ kind: 'rename' as const, at })),
        ...(isAround ? [{ kind: 'inside' as const, at: '' }] : []),
        ...fields.filter(({ score }) => score < 0.4).map(({ at }) => ({ kind: 'rename' as const, at })),
      ].map((each) => ({ ...each, word, part }));
    });
}

/** The names of all fields of a value. */
export function namesOf(value: unknown): ReadonlySet<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((each) => [...namesOf(each)]));
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(Object.entries(value).flatMap(([name, member]) => [name, ...namesOf(member)]));
}
