import { operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import type { Exchange } from '../../http/exchange.js';
import { nameElsewhere, openPlaces } from '../align/unseen-names.js';
import type { RequestStep } from '../learn-operation.js';
import { oursOf } from '../survey/contract-parts.js';
import { isRefused, type Sendable } from '../survey/seen-operation.js';
import type { Survey } from '../survey/survey.js';

/**
 * Sends a request that the target should accept. If it refuses our names in an operation that the live description
 * lacks, sends the request once more in the names that its responses show for the required fields elsewhere.
 */
export async function askInShownNames(survey: Survey, id: OperationId, request: Sendable): Promise<Exchange> {
  const exchange = await survey.ask(id, request);
  const steps = isRefused(exchange) && !survey.isDescribed(id) ? shownNames(survey, id) : [];
  if (steps.length === 0) return exchange;
  const forget = survey.suppose(id, steps);
  const again = await survey.ask(id, request);
  if (again.succeeded) return again;
  forget();
  return exchange;
}

function shownNames(survey: Survey, id: OperationId): readonly RequestStep[] {
  const { vocabulary } = survey;
  const { alignments } = survey.learnedOf(id);
  return (['query', 'request'] as const).flatMap((part) => {
    const known = new Set(alignments[part].steps.map(({ step }) => step.at));
    return openPlaces(oursOf(operation(id))[part]).flatMap(
      ({ at, required, ...gap }): readonly RequestStep[] => {
        const shown = required && !known.has(at) ? nameElsewhere(vocabulary, at) : undefined;
        if (shown === undefined) return [];
        const evidence = `it is ${shown.name} at ${shown.place} too, and a request without it was refused`;
        return [{ part, step: { kind: 'rename', at, to: shown.name }, evidence, source: 'accepted', ...gap }];
      },
    );
  });
}
