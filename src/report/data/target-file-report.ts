import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isMap, isNode, isPair, isSeq, parseDocument } from 'yaml';
import { baseContract } from '../../contract/documents/base-document.js';
import { DocumentNode } from '../../contract/documents/document-node.js';
import {
  countSteps,
  entryInWords,
  type FilePlace,
  type MappedPart,
  mappedParts,
  mappingOf,
  type Step,
  stepsIn,
  stepsOf,
} from '../../contract/mapping/file/file-steps.js';
import type { TargetFile } from '../../contract/mapping/file/target-file.js';
import type { TargetContract } from '../../contract/mapping/target-contract.js';
import { identity, pathInTheirs } from '../../contract/mapping/translation.js';
import { type Operation, readOperations } from '../../contract/operations.js';
import { counts, placesIn } from '../../contract/schemas/coverage.js';
import type { Origin } from '../../contract/schemas/origin.js';
import { Spot } from '../../contract/schemas/spot.js';
import type { MappedElement, TargetFileReport } from './conformance-report.js';

/**
 * The report of a target's file: how much it closes, its open questions, and each element that it changes.
 *
 * @returns undefined for a target without a file
 */
export function targetFileReport({
  file,
  path,
  translations,
  errors,
}: TargetContract): TargetFileReport | undefined {
  if (file === undefined || path === undefined) return undefined;
  const text = readFileSync(path, 'utf8');
  const comments = commentsIn(text);
  return {
    path,
    digest: createHash('sha256').update(text).digest('hex').slice(0, 12),
    steps: countSteps(file),
    learned: file.learned,
    confirmed: file.confirmed ?? [],
    open: file.open ?? {},
    elements: contractElements().flatMap(({ operationId, elements }) => {
      const inParts = mappedParts.flatMap((part) => {
        const steps = stepsOf(file, operationId, part);
        const listed = elements.filter((each) => each.part === part).map(({ ours }) => ours);
        const places = [...new Set([...steps.map((each) => each.path), ...listed])];
        return places.flatMap((ours) =>
          asElement({ operationId, part, ours }, steps, translations(operationId)[part], comments),
        );
      });
      const inErrors = errorElements(file, operationId, errors, comments);
      return [...changedStatuses(file, operationId, elements, comments), ...inErrors, ...inParts];
    }),
  };
}

/** The contract of one operation before any target closes a gap, in our words. */
interface ContractOperation {
  readonly operationId: string;
  readonly elements: readonly ContractElement[];
}

/** A parameter, a status, or a field of a request or of a success. */
interface ContractElement extends Origin {
  readonly part: MappedElement['part'];
  readonly ours: string;
}

type Comments = (place: FilePlace) => string;

function asElement(
  at: { readonly operationId: string; readonly part: MappedPart; readonly ours: string },
  all: readonly Step[],
  translation: Parameters<typeof pathInTheirs>[0],
  comments: Comments,
): MappedElement[] {
  const own = all.filter(({ path }) => path === at.ours);
  const isAbsent = own.some(({ kind }) => kind === 'absent');
  const theirs = isAbsent ? undefined : pathInTheirs(translation, at.ours);
  if (own.length === 0 && (theirs === undefined || theirs === at.ours)) return [];
  return [
    {
      ...at,
      theirs: theirs === at.ours ? undefined : theirs,
      steps: own.length === 0 ? undefined : own.map(inShort),
      evidence: evidenceOf(own, comments),
    },
  ];
}

/** The comments of steps in the file. */
function evidenceOf(steps: readonly Step[], comments: Comments): string | undefined {
  const said = steps.map(({ place }) => comments(place)).filter((each) => each !== '');
  return said.length === 0 ? undefined : said.join('; ');
}

/** A step without its place: `rename: state`. */
function inShort({ kind, value }: Step): string {
  return value === true ? kind : entryInWords({ path: kind, value });
}

/** The changed statuses of an operation. */
function changedStatuses(
  file: TargetFile,
  operationId: string,
  elements: readonly ContractElement[],
  comments: Comments,
): MappedElement[] {
  const { success, refusal } = mappingOf(file, operationId) ?? {};
  // If the description shows the status, the file's common refusal doesn't apply.
  const statuses = elements
    .filter(({ part, provenance }) => part === 'status' && provenance === 'assumed')
    .map(({ ours }) => ours);
  return [
    {
      kind: 'success',
      ours: statuses.find((each) => each.startsWith('2')),
      theirs: success,
      place: ['operations', operationId, 'success'],
    },
    {
      kind: 'refusal',
      ours: statuses.find((each) => each === '400'),
      theirs: refusal ?? file.refusal,
      place: refusal === undefined ? ['refusal'] : ['operations', operationId, 'refusal'],
    },
  ].flatMap(({ kind, ours, theirs, place }): MappedElement[] => {
    if (ours === undefined || theirs === undefined || String(theirs) === ours) return [];
    const evidence = comments(place) || undefined;
    return [{ operationId, part: 'status', ours, theirs: String(theirs), steps: [kind], evidence }];
  });
}

/** How the errors of an operation differ: its refusals, and the response when its limit is exceeded. */
function errorElements(
  file: TargetFile,
  operationId: string,
  errors: TargetContract['errors'],
  comments: Comments,
): MappedElement[] {
  const refusal = mappingOf(file, operationId)?.refusal ?? file.refusal ?? 400;
  return [refusal, 429].flatMap((status): MappedElement[] => {
    const { type, ...wording } = file.errors?.[status] ?? {};
    const own = stepsIn(wording, ['errors', String(status)]);
    const steps = [
      ...(type === undefined ? [] : [entryInWords({ path: 'type', value: type })]),
      ...own.map(inShort),
    ];
    if (steps.length === 0) return [];
    const theirs = pathInTheirs(errors.get(status)?.translation ?? identity, 'message');
    return [
      {
        operationId,
        part: 'error',
        ours: `${status} message`,
        theirs: theirs === undefined || theirs === 'message' ? undefined : `${status} ${theirs}`,
        steps,
        evidence: evidenceOf(own, comments),
      },
    ];
  });
}

/** The comments of a file, by the place next to them. */
function commentsIn(text: string): Comments {
  const document = parseDocument(text);
  return (place) => {
    // A status is a number in YAML, unless it is in quotes.
    const asNumbers = place.map((key) => (/^\d+$/.test(String(key)) ? Number(key) : key));
    const node: unknown = document.getIn(place, true) ?? document.getIn(asNumbers, true);
    return commentsOf(node).join('; ');
  };
}

function commentsOf(node: unknown): readonly string[] {
  if (isPair(node)) return commentsOf(node.value);
  if (!isNode(node)) return [];
  const own = node.comment?.trim().replaceAll(/\s+/g, ' ');
  const below = isMap(node) || isSeq(node) ? node.items.flatMap(commentsOf) : [];
  return [...(own ? [own] : []), ...below];
}

/**
 * The parameters, requests and successes of all operations, down to the field (clauses 2 and 4), in the order of the
 * contract. All errors have the same body, which the description shows (clause 2.5).
 */
function contractElements(): readonly ContractOperation[] {
  listed ??= readOperations(baseContract).map((operation) => ({
    operationId: operation.operationId,
    elements: elementsOf(operation),
  }));
  return listed;
}

let listed: readonly ContractOperation[] | undefined;

function elementsOf({ parameters, requestBody, responseFor }: Operation): ContractElement[] {
  const success = responseFor(200);
  return [
    ...parameters.map(({ name, in: part, origin }) => ({ part, ours: name, ...origin })),
    ...(requestBody === undefined ? [] : inBody('request', requestBody.schemaPointer, requestBody.origin)),
    ...[success, responseFor(400)].flatMap((each) =>
      each === undefined ? [] : [{ part: 'status' as const, ours: String(each.status), ...each.origin }],
    ),
    ...(success?.body !== 'json' || success.schemaPointer === undefined
      ? []
      : inBody('response', success.schemaPointer, success.origin)),
  ];
}

function inBody(part: 'request' | 'response', pointer: string, origin: Origin): readonly ContractElement[] {
  const body = Spot.of(baseContract, new DocumentNode(baseContract, pointer).written, [origin]);
  return placesIn(body)
    .filter(counts)
    .map(({ path: ours, origin: from }) => ({ part, ours, ...from }));
}
