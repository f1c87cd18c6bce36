import { lastName } from '../../contract/values/path.js';
import type { ProductItem } from '../../data/valid/product-item.js';
import type { Exchange } from '../../http/exchange.js';
import { visibleText } from '../../http/shown/shown-exchange.js';
import { candidateNames } from '../align/candidate-names.js';
import { namesIn } from '../align/indirect-evidence.js';
import { likeness } from '../align/names.js';
import { isRefused } from '../survey/seen-operation.js';
import type { Survey } from '../survey/survey.js';
import { namesOf } from './discover-request.js';
import { discoverFields } from './optional-fields.js';
import { failuresIn, type TrialTools } from './trial-tools.js';

/** The field whose name the description doesn't show (clause 2.2), and its gap. */
const at = 'items[].material_composition_non_textile';
const gap = 'G-03';

/** The similarity from which a word in a message may be a name of a field, and the number of names that are tried. */
const [alike, mostNames] = [0.4, 6];

/**
 * Where there is no description, creates the product with the composition whose field isn't shown (gap G-03), under
 * names for the field until one succeeds; returns whether one does.
 */
export async function madeWithOtherComposition(tools: TrialTools, item: ProductItem): Promise<boolean> {
  const { survey } = tools;
  const failed = async () => {
    const results = await tools.batch('upsertProducts', item);
    return results === undefined ? ['it is not accepted'] : failuresIn(results).flatMap(messagesOf);
  };
  const messages = await failed();
  if (messages.length === 0) {
    // It may already have the composition from an earlier call, and an unknown field is ignored.
    await findByWrongValues(tools, item);
    if ((await failed()).length > 0) return false;
    survey.forgetEarlierResponses('getProductResults');
    return true;
  }
  const said = visibleText(messages[0] ?? '').slice(0, 80);
  for (const name of namesFor(survey, messages, namesOf(item))) {
    const forget = survey.suppose('upsertProducts', {
      part: 'request',
      step: { kind: 'rename', at, to: name },
      evidence: `an item with it succeeds, and one without it fails: "${said}"`,
      source: 'answered',
    });
    if ((await failed()).length === 0) {
      survey.forgetEarlierResponses('getProductResults');
      return true;
    }
    forget();
  }
  const question = {
    at: `request ${at}`,
    asks: `what does the target call ${at}? An item with it fails: "${said}".`,
    candidates: [],
    gap,
  };
  survey.tried('upsertProducts', [question]);
  return false;
}

/** Finds out the name of the composition's field by values that the target can't accept. */
async function findByWrongValues(
  tools: TrialTools,
  { material_composition_non_textile: _, ...item }: ProductItem,
): Promise<void> {
  const { survey, batches } = tools;
  const refusalIn = async (response: Exchange) => {
    if (isRefused(response)) return response.text;
    const { exchange } = await batches.finished(response);
    return failuresIn(exchange).flatMap(messagesOf)[0];
  };
  const request = { body: { items: [item] } };
  await tools.attempt('the fields of upsertProducts could not be tried', () =>
    discoverFields(survey, 'upsertProducts', request, [at], ['listProducts'], refusalIn),
  );
}

/** The names that may be those of a field: from messages about it, and those used elsewhere or meaning the same. */
function namesFor(
  survey: Survey,
  messages: readonly string[],
  taken: ReadonlySet<string>,
): readonly string[] {
  const said = messages
    .flatMap((message) => namesIn(message))
    .map(({ word }) => ({ word, score: likeness(lastName(at), word).score }))
    .filter(({ score }) => score >= alike)
    .sort((a, b) => b.score - a.score);
  const known = new Set([...taken, lastName(at)]);
  return [...new Set([...said.map(({ word }) => word), ...candidateNames(survey, at, { taken: known })])]
    .filter((name) => !known.has(name))
    .slice(0, mostNames);
}

function messagesOf({ errors }: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(errors) && errors.length > 0 ? errors.map(String) : ['it failed'];
}
