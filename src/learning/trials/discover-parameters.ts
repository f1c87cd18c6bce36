import type { JsonObject } from '../../contract/documents/document.js';
import { operation } from '../../contract/operations.js';
import { operationsIn } from '../../contract/requirements/operation-sets.js';
import type { OperationId } from '../../contract/types.js';
import { gapsOfRequest } from '../../contract/unspecified.js';
import { lastName } from '../../contract/values/path.js';
import type { Exchange } from '../../http/exchange.js';
import { candidateNames } from '../align/candidate-names.js';
import type { Question } from '../propose/proposal.js';
import { entriesIn } from '../survey/read-target.js';
import { isRefused } from '../survey/seen-operation.js';
import type { Survey } from '../survey/survey.js';

/** A list in our words. */
interface ListPage {
  readonly entries: readonly JsonObject[];
  readonly pagination: JsonObject;
}

/** The effect by which a parameter shows itself in a list. */
interface Effect {
  /** A value with a visible effect. */
  readonly value: unknown;
  /** Whether a page shows the effect; `plain` is the same list without the parameter. */
  shows(page: ListPage, plain: ListPage): boolean;
  /** The effect in words. */
  readonly said: string;
}

/** A parameter, and how it shows itself. */
interface Parameter {
  readonly name: string;
  /** Our field of the entries with the same meaning: the target may use one name for both. */
  readonly field?: string;
  /** Every effect must be visible; a target may also refuse the first one's value. Undefined if the list has too little. */
  effects(plain: ListPage): readonly Effect[] | undefined;
}

/** A text that nothing in the target's data contains. */
const nothing = 'ct-learn-nothing';
/** A name that no target knows. */
const unknown = 'ct_learn_unknown';
const [past, future] = ['1971-01-01T00:00:00Z', '2971-01-01T00:00:00Z'];
const sizeOfPage = 3;
/** The number of names that are tried one by one. */
const likelyNames = 3;

const isEmpty: Effect['shows'] = ({ entries }) => entries.length === 0;

/** A filter by a field of the entries: nothing has the first value, and an entry has the second one. */
function filter(name: string, field: string): Parameter {
  return {
    name,
    field,
    effects({ entries }) {
      const value = entries.map((each) => each[field]).find((each) => /string|number/.test(typeof each));
      if (value === undefined) return undefined;
      const shows: Effect['shows'] = ({ entries: found }) =>
        found.length > 0 && found.every((each) => each[field] === value);
      const none = typeof value === 'number' ? 0 : nothing;
      return [
        { value: none, shows: isEmpty, said: 'nothing is listed for a value that nothing has' },
        { value, shows, said: `every entry listed has the requested ${field}` },
      ];
    },
  };
}

function limit(name: string, none: string, all: string): Parameter {
  return {
    name,
    effects: ({ entries }) =>
      entries.length === 0
        ? undefined
        : [
            { value: none, shows: isEmpty, said: `nothing is listed for ${none}` },
            { value: all, shows: (page) => !isEmpty(page, page), said: `entries are listed for ${all}` },
          ],
  };
}

const search: Parameter = {
  name: 'query',
  effects({ entries }) {
    const value = entries.map((each) => each.name).find((each) => typeof each === 'string' && each !== '');
    if (value === undefined) return undefined;
    return [
      { value: nothing, shows: isEmpty, said: 'nothing is listed for a string that nothing contains' },
      {
        value,
        shows: ({ entries: found }) => found.some((each) => each.name === value),
        said: 'an entry is listed for its name',
      },
    ];
  },
};

const pages: readonly Parameter[] = [
  {
    name: 'per_page',
    effects: () => [
      {
        value: sizeOfPage,
        shows: ({ entries, pagination }, plain) =>
          pagination.per_page === sizeOfPage ||
          (pagination.per_page === undefined &&
            plain.entries.length > sizeOfPage &&
            entries.length === sizeOfPage),
        said: `the page has the requested size`,
      },
    ],
  },
  {
    name: 'page',
    effects: () => [
      {
        value: 2,
        shows: ({ entries, pagination }, plain) =>
          pagination.page === 2 ||
          (pagination.page === undefined && JSON.stringify(entries) !== JSON.stringify(plain.entries)),
        said: 'the requested page is listed',
      },
    ],
  },
];

/** The filters of lists, whose names the description doesn't show. */
const filtersOf: Readonly<Partial<Record<OperationId, readonly Parameter[]>>> = {
  listProducts: [filter('sku', 'sku'), filter('style_key', 'style_key')],
  listOrders: [
    filter('order_number', 'order_number'),
    filter('order_status', 'status'),
    limit('orders_from', future, past),
    limit('orders_to', past, future),
  ],
  listCategories: [search, filter('parent_category', 'parent_id')],
};

/** The lists with such parameters: those with pages. */
export const listsWithParameters = operationsIn('unspecified-pages') as readonly OperationId[];

/**
 * Finds out the names of a list's parameters where there is no description. A name is right if the list shows the
 * effect that the parameter has, and if a name that the target can't know doesn't have it. It sends nothing but reads.
 */
export async function discoverParameters(survey: Survey, id: OperationId): Promise<void> {
  const untold = survey.untold(id);
  const parameters = [...pages, ...(filtersOf[id] ?? [])].filter(
    ({ name }) => untold === undefined || untold.includes(placeOf(name)),
  );
  if (survey.isDescribed(id) || parameters.length === 0) return;
  const plainResponse = await survey.ask(id);
  if (!plainResponse.succeeded) return;
  const plain = pageIn(plainResponse);
  const ask = async (query: JsonObject) => survey.probe(id, { query });
  // A target that refuses every unknown name says nothing by a refusal.
  const isStrict = !(await ask({ [unknown]: nothing })).succeeded;
  const missing: string[] = [];
  const { steps } = survey.learnedOf(id).alignments.query;
  const renamed = new Map(steps.flatMap(({ step }) => (step.kind === 'rename' ? [[step.at, step.to]] : [])));
  const taken = new Set(['status', ...renamed.values()]);
  for (const parameter of parameters.filter(({ name }) => !renamed.has(name))) {
    const effects = parameter.effects(plain);
    const names = candidateNames(survey, parameter.name, {
      near: [id],
      further: namesElsewhere(survey, id, parameter, plain),
      taken,
    });
    const found = effects && (await firstWithEffects(names, effects, { ask, plain, isStrict }));
    if (effects === undefined || found === undefined) missing.push(parameter.name);
    else {
      taken.add(found);
      if (found !== parameter.name)
        survey.suppose(id, {
          part: 'query',
          step: { kind: 'rename', at: parameter.name, to: found },
          evidence: effects.map(({ said }) => said).join('; '),
          source: 'answered',
        });
    }
  }
  survey.tried(id, questionsAbout(survey, id, missing));
}

interface Asking {
  readonly ask: (query: JsonObject) => Promise<Exchange>;
  readonly plain: ListPage;
  readonly isStrict: boolean;
}

/** The first of the names under which the list shows the effects. */
async function firstWithEffects(
  names: readonly string[],
  effects: readonly Effect[],
  { ask, plain, isStrict }: Asking,
): Promise<string | undefined> {
  const [first, ...further] = effects;
  if (first === undefined) return undefined;
  const showsFirst = (exchange: Exchange) =>
    exchange.succeeded
      ? first.shows(pageIn(exchange), plain)
      : further.length > 0 && isRefused(exchange) && !isStrict;
  const isRight = async (name: string) => {
    if (!showsFirst(await ask({ [name]: first.value }))) return false;
    for (const effect of further) {
      const exchange = await ask({ [name]: effect.value });
      if (!exchange.succeeded || !effect.shows(pageIn(exchange), plain)) return false;
    }
    return true;
  };
  const likely = await firstOf(isStrict ? names : names.slice(0, likelyNames), isRight);
  if (likely !== undefined || isStrict) return likely;
  return firstInHalves(names.slice(likelyNames), isRight, async (several) =>
    showsFirst(await ask(Object.fromEntries(several.map((each) => [each, first.value])))),
  );
}

async function firstOf(
  names: readonly string[],
  isRight: (name: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const name of names) if (await isRight(name)) return name;
  return undefined;
}

/** The first right name, with as few requests as possible: an unknown name is ignored, so that several fit in one. */
async function firstInHalves(
  names: readonly string[],
  isRight: (name: string) => Promise<boolean>,
  mayContain: (names: readonly string[]) => Promise<boolean>,
): Promise<string | undefined> {
  const [only, ...others] = names;
  if (only === undefined) return undefined;
  if (others.length === 0) return (await isRight(only)) ? only : undefined;
  if (!(await mayContain(names))) return undefined;
  const half = Math.ceil(names.length / 2);
  return (
    (await firstInHalves(names.slice(0, half), isRight, mayContain)) ??
    (await firstInHalves(names.slice(half), isRight, mayContain))
  );
}

/** The names that the list itself shows: of the same field in its entries, and in the links to its other pages. */
function namesElsewhere(
  survey: Survey,
  id: OperationId,
  { name, field }: Parameter,
  { pagination }: ListPage,
): readonly string[] {
  const { pairs } = survey.learnedOf(id).alignments.response;
  const shown = pairs.filter(({ ours }) => ours === `items[].${field}`).map(({ theirs }) => lastName(theirs));
  const links = [pagination.next, pagination.prev].filter((each) => typeof each === 'string');
  const linked = links.flatMap((link) => [...new URL(link, 'http://target').searchParams]);
  const wanted = name === 'page' ? '2' : name === 'per_page' ? String(pagination.per_page) : undefined;
  return [...shown, ...linked.flatMap(([key, value]) => (value === wanted ? [key] : []))];
}

function pageIn(exchange: Exchange): ListPage {
  const { json } = exchange;
  const pagination: unknown =
    typeof json === 'object' && json !== null ? Reflect.get(json, 'pagination') : {};
  return { entries: entriesIn(exchange), pagination: Object(pagination) };
}

/** The place of a question about a parameter. */
function placeOf(name: string): string {
  return `query ${name}`;
}

/** A question for each parameter that was not found, if the target has different names at all. */
function questionsAbout(survey: Survey, id: OperationId, names: readonly string[]): readonly Question[] {
  if (survey.vocabulary.size === 0) return [];
  const [gap] = gapsOfRequest(operation(id));
  return names.map((at) => ({
    at: placeOf(at),
    asks: `which parameter is ${at}? The list shows its effect under none of the names that were tried.`,
    candidates: [],
    mayBeAbsent: true,
    ...(gap === undefined ? {} : { gap }),
  }));
}
