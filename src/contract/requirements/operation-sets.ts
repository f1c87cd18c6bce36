import { baseContract } from '../documents/base-document.js';
import { contract } from '../documents/document.js';
import { DocumentNode } from '../documents/document-node.js';
import { isSuccess, type Operation, operations, readOperations } from '../operations.js';
import { gapsBelow } from '../unspecified.js';

// Whom a requirement concerns depends on the contract for every target, not on what a target's file closes.
const described = baseContract === contract ? operations : readOperations(baseContract);

type Predicate = (operation: Operation, gaps: readonly string[]) => boolean;

/** Each set by its name in schemas/requirements.yaml: a new operation belongs to it by what its contract says. */
const predicates = {
  none: () => false,
  all: () => true,
  writes: ({ safe }) => !safe,
  'batch-writes': ({ resultsOperation }) => resultsOperation !== undefined,
  results: isResults,
  'unspecified-results': (each) => isResults(each) && !showsItsBody(each),
  'reference-data': ({ tag }) => tag === 'reference-data',
  'reference-ids': ({ tag, entryKey }) => tag === 'reference-data' && entryKey === 'id',
  pages: isPaged,
  'unspecified-pages': (each) => isPaged(each) && !showsItsBody(each),
  'ids-in-path': ({ parameters }) => parameters.some((each) => each.in === 'path'),
  'query-or-body': ({ parameters, requestBody }) =>
    requestBody !== undefined || parameters.some((each) => each.in === 'query'),
  'slash-at-end': ({ path }) => path.endsWith('/'),
  'shown-bodies': showsItsBody,
  'assumed-bodies': (each, gaps) => gapsOfBody(each).some((gap) => gaps.includes(gap)),
} as const satisfies Readonly<Record<string, Predicate>>;

type OperationSet = keyof typeof predicates;

/** The names of the sets. */
export const setNames = Object.keys(predicates) as readonly OperationSet[];

/** As schemas/requirements.yaml writes them: a set, a list, or all but a list, which may name sets. */
export type WrittenOperations = OperationSet | readonly string[] | { readonly allBut: readonly string[] };

/**
 * The operations of a set, in the order of the contract.
 * @param gaps of the requirement that names the set; only `assumed-bodies` depends on them
 */
export function operationsIn(set: OperationSet, gaps: readonly string[] = []): readonly string[] {
  const predicate: Predicate = predicates[set];
  return described.filter((each) => predicate(each, gaps)).map(({ operationId }) => operationId);
}

/** The operationIds that a requirement concerns, with its set expanded. */
export function spelledOutOperations(written: WrittenOperations, gaps: readonly string[]): readonly string[] {
  if (typeof written === 'string') return operationsIn(written, gaps);
  if (!('allBut' in written)) return written;
  const left = written.allBut.flatMap((each) => (isSet(each) ? operationsIn(each, gaps) : each));
  return operationsIn('all').filter((id) => !left.includes(id));
}

/** Whether a name is that of a set. */
function isSet(name: string): name is OperationSet {
  return Object.hasOwn(predicates, name);
}

function isPaged({ parameters }: Operation): boolean {
  return parameters.some(({ name }) => name === 'page');
}

function isResults({ operationId }: Operation): boolean {
  return described.some(({ resultsOperation }) => resultsOperation === operationId);
}

function successOf({ responses }: Operation): Operation['responses'][number] | undefined {
  return responses.find(({ status }) => isSuccess(status));
}

function showsItsBody(operation: Operation): boolean {
  return successOf(operation)?.origin.provenance === 'stated';
}

/** The gaps on which the body of an operation's success rests, wholly or in part. */
function gapsOfBody(operation: Operation): readonly string[] {
  const { schemaPointer, origin } = successOf(operation) ?? {};
  if (schemaPointer === undefined) return [];
  return [
    origin?.gap ?? [],
    gapsBelow(new DocumentNode(baseContract, schemaPointer).written, baseContract),
  ].flat();
}
