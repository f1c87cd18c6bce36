import type { Difference } from '../../../contract/description/schema-differences.js';
import { type DescribedPlace, wholeOperation } from '../../../contract/documents/document-part.js';
import { commandLine } from '../../../contract/documents/folders.js';
import { joined, writePath } from '../../../contract/values/path.js';
import { inWordsOf } from '../../../contract/values/place.js';
import type { Exchange } from '../../../http/exchange.js';
import { numberOf, type Violation } from '../violation.js';
import type { MethodAndPath } from './description.js';

/** One operation of a live description, and where it differs from the contract (clause 8.1). */
interface Compared {
  readonly operation: MethodAndPath;
  readonly differences: readonly Difference[];
  /** The path and the method of the operation as the document writes them, and the document's part at a place. */
  part(place: DescribedPlace): { readonly at: string; readonly exchange: Exchange };
}

/** A difference, and the operation where it was found. */
interface Placed {
  readonly difference: Difference;
  readonly compared: Compared;
}

/** Differences that make one finding: the same ones at several places, or several ones of a single operation. */
interface AlikeDifferences {
  /** The differences at the first place. */
  readonly differences: readonly Difference[];
  /** All places where they were found; several only if the differences are the same at each. */
  readonly places: readonly Where[];
  readonly at: string;
  readonly exchange: Exchange;
  readonly trail: readonly string[];
  /** The target's file, if it has one. */
  readonly file?: string | undefined;
}

/** `422 of POST /products/`: the part of the operation, and the operation. */
interface Where {
  readonly part: string;
  readonly operation: string;
}

/** The number of differences and of places that one finding lists; it counts the rest. */
const mostListed = { differences: 10, places: 30 } as const;

/**
 * All differences from the contract, in groups that make one finding each. A difference that exists at several places
 * makes one; all others of an operation that rest on the same gaps make one. An operation that agrees is a group
 * without differences.
 */
export function alikeDifferences(
  all: readonly Compared[],
  file: string | undefined,
): readonly AlikeDifferences[] {
  const byPlace = grouped(all.flatMap(placed), ({ compared, difference: { place, gaps } }) => [
    nameOf(compared),
    place,
    gaps,
  ]);
  const alike = grouped([...byPlace.values()], (found) =>
    found.map(({ difference }) => ({ ...difference, place: subjectOf(difference.place) })),
  );
  const shared = [...alike.values()].filter((each) => each.length > 1);
  const single = [...alike.values()].filter((each) => each.length === 1).flat(2);
  const byGaps = grouped(single, ({ compared, difference }) => [nameOf(compared), difference.gaps]);
  const groups = [
    ...shared.map((each) => ({ found: each[0] ?? [], places: each.flatMap(([first]) => first ?? []) })),
    ...[...byGaps.values()].map((found) => ({ found, places: found.slice(0, 1) })),
  ];
  return [
    ...all
      .filter(({ differences }) => differences.length === 0)
      .map((each) => ({ differences: [], places: [], ...each.part(wholeOperation), trail: [], file })),
    ...groups.flatMap(({ found, places }) => {
      const [first] = found;
      if (first === undefined) return [];
      const { at, exchange } = first.compared.part(
        found.length === 1 || places.length > 1 ? first.difference.place : wholeOperation,
      );
      return [
        {
          differences: found.map(({ difference }) => difference),
          places: places.map(({ difference, compared }) => whereOf(difference.place, compared)),
          at,
          exchange,
          trail: [],
          file,
        },
      ];
    }),
  ];
}

function placed(compared: Compared): readonly Placed[] {
  return compared.differences.map((difference) => ({ difference, compared }));
}

function grouped<Value>(
  values: readonly Value[],
  key: (value: Value) => unknown,
): ReadonlyMap<string, readonly Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const text = JSON.stringify(key(value));
    groups.set(text, [...(groups.get(text) ?? []), value]);
  }
  return groups;
}

/**
 * The live description agrees with the contract: no difference in this group. Each difference is a sentence that says
 * what to change where.
 */
export function agreeWithTheContract(group: AlikeDifferences): Violation | undefined {
  const { differences, places, at, file } = group;
  const [first] = differences;
  if (first === undefined) return undefined;
  const shown = differences.slice(0, mostListed.differences);
  const rest = differences.length - shown.length;
  const more = rest === 0 ? [] : [`and ${rest} more`];
  const [where] = places;
  const demands = shown.map((each) => {
    const here =
      places.length > 1 || where === undefined
        ? listed(places)
        : onePlace({ ...where, part: partOf(each.place) });
    return `${demandOf(each)}${places.length > 1 ? ' at' : ' on'} ${here}`;
  });
  const { gaps } = first;
  return {
    expected: [
      [`the document should ${demands.join('; it should ')}`, ...more].join('; '),
      ...otherwise(differences, file),
    ],
    actual: [
      ...shown.map((each) => {
        const since = each.became === undefined ? '' : ` (${each.became})`;
        const about = differences.length === 1 ? 'it declares ' : `${subjectOf(each.place)}: `;
        return `${about}${each.described}${since}`;
      }),
      ...more,
    ].join('; '),
    at: inWordsOf(
      'description',
      `${at}${gaps.length === 0 ? '' : `, which the description leaves open (${gaps.join(', ')})`}`,
    ),
    gaps,
  };
}

/** What a person can do if the document is right. */
function otherwise(differences: readonly Difference[], file: string | undefined): readonly string[] {
  const name = file ?? "the target's file in targets/";
  const steps = [...new Set(differences.flatMap(({ by = [] }) => by))];
  if (steps.length > 0)
    return [`if the service does what the document says, ${name} should say so too, in ${steps.join('; ')}`];
  if (differences.every(({ gaps }) => gaps.length === 0)) return [];
  return [
    `if the service does what the document says, ${name} should say so: ${commandLine('learn')} proposes it`,
  ];
}

/** What the document should do, without the place: `declare items[].ean`. */
function demandOf({ place, contract, demand, instead }: Difference): string {
  if (place.part === 'operation') return 'describe the operation';
  const subject = subjectOf(place);
  if (instead !== undefined) return `declare ${subject} in place of ${instead}`;
  if (demand === undefined) return `declare ${contract} for ${subject}`;
  const isBody = place.part.endsWith('body') && place.path.length === 0;
  return isBody && demand === 'not declare' ? 'declare no body' : `${demand} ${subject}`;
}

/** The thing at a place, without its operation and its status: `items[].ean`, `the query parameter page`. */
function subjectOf({ part, status, path }: DescribedPlace): string {
  const [first = '', ...inner] = path;
  const name = part.endsWith('body')
    ? writePath(path)
    : inner.reduce((whole, each) => joined(whole, each), first);
  if (part === 'query' || part === 'path') return `the ${part} parameter ${name}`;
  if (part === 'header') return `the request header ${name}`;
  return part === 'response' ? String(status) : name || 'the body';
}

/** The part of an operation that contains a place: `422` for a response, `the request`; empty for the operation. */
function partOf({ part, status }: DescribedPlace): string {
  if (part === 'request body') return 'the request';
  return part === 'response' ? '' : String(status ?? '');
}

function whereOf(place: DescribedPlace, compared: Compared): Where {
  return { part: partOf(place), operation: nameOf(compared) };
}

/** `POST /products/`: the description writes paths without the version (clause 4). */
function nameOf({ operation: { method, path } }: Compared): string {
  return `${method} ${path.replace(/^\/api\/v\d+/, '')}`;
}

function onePlace({ part, operation }: Where): string {
  return part === '' ? operation : `${part} of ${operation}`;
}

/** `3 places: 422 of POST /products/, PATCH /products/status; 400 of GET /orders/`. */
function listed(places: readonly Where[]): string {
  const shown = places.slice(0, mostListed.places);
  const parts = [...grouped(shown, ({ part }) => part).values()].map((group) => {
    const [first] = group;
    return onePlace({
      part: first?.part ?? '',
      operation: group.map(({ operation }) => operation).join(', '),
    });
  });
  const rest = places.length - shown.length;
  return `${numberOf(places.length, 'place')}: ${parts.join('; ')}${rest === 0 ? '' : `; and ${rest} more`}`;
}
