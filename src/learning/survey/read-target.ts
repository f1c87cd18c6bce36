import { isJsonObject } from '../../contract/documents/document.js';
import { batchWrites, operation, operations } from '../../contract/operations.js';
import { Refusal } from '../../contract/refusal.js';
import type { OperationId } from '../../contract/types.js';
import { member } from '../../contract/values/path.js';
import { TransportError } from '../../http/transports/transport.js';
import { needsNothing } from '../../operations/prerequisites/every-operation.js';
import { pagedOperations } from '../../operations/prerequisites/responses.js';
import { openPlaces } from '../align/unseen-names.js';
import { oursOf } from './parts.js';
import type { Survey } from './survey.js';

/** Lists that need only the key. */
const lists = operations.filter(needsNothing);

/** The number of lists that must be recognised: a single one may look similar by chance. */
const fewest = 2;

/**
 * Reads every list that the key can read.
 * @param url - the target's base URL, for the sentence
 * @param unusable - why there is no usable live description, as a clause for the sentence
 * @throws Refusal if a different service answers
 */
export async function readLists(survey: Survey, url: string, unusable?: string): Promise<void> {
  await Promise.all(lists.map(({ operationId }) => asked(survey.ask(operationId))));
  survey.learn();
  const { read, other } = survey.responses;
  const recognised = survey.learned.filter(
    ({ operation, pairs }) => read.has(operation.operationId) && pairs.length > 0,
  );
  const areAlike = read.size > 1 && new Set(read.values()).size === 1;
  if (recognised.length >= fewest && !areAlike) return;
  const responses = [...new Set(other.values())].sort();
  const answered = areAlike
    ? 'the same JSON to each'
    : read.size > 0
      ? 'JSON that does not match its lists'
      : responses.length === 0
        ? 'nothing'
        : `${responses.join(', or ')}${responses.length === 1 ? ' to each' : ''}`;
  const described = unusable === undefined ? '' : `, and ${unusable}`;
  throw new Refusal(
    `The service at ${url} is not the Seller Catalog and Order API: to requests for ${lists.length} lists, it returned ${answered}${described}; check TARGET_URL, and the path before /api/v1.`,
  );
}

/**
 * Reads the things that the lists name: the attribute groups of categories of each kind, a file of each kind, and a
 * subscription.
 */
export async function readFurther(survey: Survey): Promise<void> {
  const wide = await asked(survey.ask('listCategories', { query: { per_page: 100 } }));
  // A target may have smaller pages.
  const listed = wide?.succeeded === true ? wide : await asked(survey.ask('listCategories'));
  const categories = entriesIn(listed);
  const leaves = oneOfEachKind(categories);
  await Promise.all(leaves.map((id) => asked(survey.ask('getAttributeGroups', { path: { id } }))));
  const [webhook] = entriesIn(await asked(survey.ask('listWebhooks')));
  await Promise.all([
    askFor(survey, 'downloadReport', 'id', entriesIn({ json: survey.lastOf('listReports') })[0]?.id),
    askFor(
      survey,
      'getDeliveryDocument',
      'number',
      entriesIn({ json: survey.lastOf('listOrders') }).find((order) => order.delivery_document_url !== null)
        ?.order_number,
    ),
  ]);
  if (webhook?.id !== undefined) await asked(survey.ask('getWebhook', { path: { id: webhook.id } }));
  survey.learn();
}

async function askFor(survey: Survey, id: OperationId, name: string, value: unknown): Promise<void> {
  if (value !== undefined) await asked(survey.ask(id, { path: { [name]: value } }));
}

/** The parameters of pages, and values by which a page shows that the target knows them. */
const pageAsked = { page: 2, per_page: 3 } as const;

/**
 * Tries the names of these parameters that links of one list show at the other lists without a description. The page
 * that is returned shows whether the list has them too.
 */
export async function tryNamesOfPages(survey: Survey): Promise<void> {
  const inLinks = survey.learned.flatMap(({ steps }) => steps.filter(({ part }) => part === 'query'));
  await Promise.all(
    pagedOperations.map(async (id) => {
      const { steps } = survey.learnedOf(id);
      const open = openPlaces(oursOf(operation(id)).query).map(({ at }) => at);
      const names = Object.keys(pageAsked).flatMap((name) => {
        const isThere = steps.some(({ part, at }) => part === 'query' && at === name);
        const shown = inLinks.find(({ kind, at }) => kind === 'rename' && at === name);
        return shown === undefined || isThere || !open.includes(name) ? [] : [shown];
      });
      if (survey.isDescribed(id) || names.length === 0) return;
      const evidence = 'links of another list have it, and the page has the requested number and size';
      const forget = survey.suppose(
        id,
        names.map((each) => ({ ...each, evidence, gap: undefined })),
      );
      const exchange = await asked(survey.ask(id, { query: pageAsked }));
      const shown: unknown = Object(exchange?.json).pagination;
      if (Object.entries(pageAsked).some(([name, value]) => member(shown, name) !== value)) forget();
    }),
  );
}

/** Sends reads that must be refused, one of each kind. */
export async function provokeReadRefusals(survey: Survey): Promise<void> {
  const results = batchWrites.flatMap(({ resultsOperation }) => resultsOperation ?? []);
  await Promise.all([
    ...pagedOperations.map((id) => asked(survey.ask(id, { query: { page: 0 } }, true))),
    ...results.map((id) => asked(survey.ask(id, { query: { batch_request_id: 'not-a-uuid' } }, true))),
  ]);
  survey.learn();
}

/** Up to three categories of each kind of composition, the last ones first because most lists end with leaves. */
function oneOfEachKind(categories: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] {
  const byKind = new Map<unknown, unknown[]>();
  for (const { id, material_composition_type: kind } of categories)
    if (id !== undefined) byKind.set(kind, [...(byKind.get(kind) ?? []), id]);
  return [...byKind.values()].flatMap((ids) => ids.slice(0, 2));
}

/** The entries of an answered list, in our words. */
export function entriesIn(
  exchange: { readonly json: unknown } | undefined,
): readonly Readonly<Record<string, unknown>>[] {
  const body = exchange?.json;
  const list = isJsonObject(body) ? body.items : body;
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** A response, or undefined if there was none: learning goes on with the rest. */
async function asked<Result>(response: Promise<Result>): Promise<Result | undefined> {
  return response.catch((error: unknown) => {
    if (error instanceof TransportError) return undefined;
    throw error;
  });
}
