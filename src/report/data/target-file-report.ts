import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isMap, isNode, isPair, isSeq, parseDocument } from 'yaml';
import { baseContract } from '../../contract/documents/base-document.js';
import {
  countSteps,
  entryInWords,
  type FilePlace,
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
import { groupedBy } from '../../contract/values/groups.js';
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
    elements: readOperations(baseContract).flatMap((operation) => {
      const { operationId } = operation;
      const inParts = mappedParts.flatMap((part) => {
        const steps = stepsOf(file, operationId, part);
        const translation = translations(operationId)[part];
        return [...groupedBy(steps, (each) => each.path)].map(([ours, own]): MappedElement => {
          const isAbsent = own.some(({ kind }) => kind === 'absent');
          const theirs = isAbsent ? undefined : pathInTheirs(translation, ours);
          return {
            ...{ operationId, part, ours, theirs: theirs === ours ? undefined : theirs },
            steps: own.map(inShort),
            evidence: evidenceOf(own, comments),
          };
        });
      });
      const inErrors = errorElements(file, operationId, errors, comments);
      return [...changedStatuses(file, operation, comments), ...inErrors, ...inParts];
    }),
  };
}

type Comments = (place: FilePlace) => string;

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
  { operationId, responseFor }: Operation,
  comments: Comments,
): MappedElement[] {
  const { success, refusal } = mappingOf(file, operationId) ?? {};
  // If the description shows the status, the file's common refusal doesn't apply.
  const [succeeded, refused] = [200, 400].map((status) => {
    const response = responseFor(status);
    return response?.origin.provenance === 'assumed' ? String(response.status) : undefined;
  });
  return [
    {
      kind: 'success',
      ours: succeeded,
      theirs: success,
      place: ['operations', operationId, 'success'],
    },
    {
      kind: 'refusal',
      ours: refused,
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
