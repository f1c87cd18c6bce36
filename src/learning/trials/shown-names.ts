import { operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import type { Exchange } from '../../http/exchange.js';
import { nameElsewhere, openPlaces } from '../align/unseen-names.js';
import type { Step } from '../propose/findings.js';
import { oursOf } from '../survey/parts.js';
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

function shownNames(survey: Survey, id: OperationId): readonly Step[] {
  const { vocabulary } = survey;
  const { steps } = survey.learnedOf(id);
  return (['query', 'request'] as const).flatMap((part) =>
    openPlaces(oursOf(operation(id))[part]).flatMap(({ at, required, gap }): readonly Step[] => {
      const isKnown = steps.some((step) => step.part === part && step.at === at);
      const shown = required && !isKnown ? nameElsewhere(vocabulary, at) : undefined;
      if (shown === undefined) return [];
      const evidence = `it is ${shown.name} at ${shown.place} too, and a request without it was refused`;
      return [{ part, kind: 'rename', at, to: shown.name, evidence, source: 'accepted', gap }];
    }),
  );
}
