import { operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import { gapsOfRequest } from '../../contract/unspecified.js';
import { lastName, parsePath, withValueAt } from '../../contract/values/path.js';
import type { Exchange } from '../../http/exchange.js';
import { visibleText } from '../../http/shown/shown-exchange.js';
import { candidateNames } from '../align/candidate-names.js';
import type { Question } from '../propose/proposal.js';
import { isRefused, type Sendable } from '../survey/seen-operation.js';
import type { Survey } from '../survey/survey.js';
import { namesOf } from './discover-request.js';

/** Stands for a field in a body, to find the field's place in the target's body. */
const mark = 'ct-learn-mark';

/** A value of a type that none of these fields has. */
const wrong = { 'ct-learn-wrong': [] };

/** A name that no target knows. */
const unknown = 'ct_learn_unknown';

/**
 * Finds out the names of fields that a request may leave out, in an operation that the live description lacks. No
 * refusal says that such a field is missing, but a target that knows a name refuses a value of the wrong type under it.
 * It must accept the same value under a name that it can't know.
 * @param request - one that the target accepts, without the fields
 * @param fields - our paths; what is already known about them stays
 * @param near - operations whose names count more
 * @param refusalIn - the message with which the target refuses a request, now or later; undefined if it accepts it
 * @returns the fields that it understands
 */
export async function discoverFields(
  survey: Survey,
  id: OperationId,
  request: Sendable,
  fields: readonly string[],
  near: readonly string[] = [],
  refusalIn: (response: Exchange) => Promise<string | undefined> = async (response) =>
    isRefused(response) ? response.text : undefined,
): Promise<readonly string[]> {
  if (survey.isDescribed(id)) return [];
  const { steps } = survey.learnedOf(id).alignments.request;
  const isKnown = (at: string) => steps.some(({ step }) => step.kind === 'rename' && step.at === at);
  const open = fields.filter((at) => !isKnown(at));
  const [first] = open;
  if (first === undefined) return fields;
  const refusalUnder = async (at: string, name: string) =>
    refusalIn(await survey.probe(id, withField(survey, id, request, at, name)));
  if ((await refusalUnder(first, unknown)) !== undefined) {
    survey.tried(id, questionsAbout(survey, id, open));
    return fields.filter(isKnown);
  }
  const missing: string[] = [];
  const taken = new Set(namesOf(survey.written(id, request.body)));
  for (const at of open) {
    const names = candidateNames(survey, at, { near, taken });
    const found = await firstRefused(names, (name) => refusalUnder(at, name));
    if (found === undefined) missing.push(at);
    else {
      const { name, message } = found;
      taken.add(name);
      const evidence = `it refuses a value of the wrong type: ${visibleText(message).slice(0, 100)}`;
      if (name !== lastName(at))
        survey.suppose(id, {
          part: 'request',
          step: { kind: 'rename', at, to: name },
          evidence,
          source: 'answered',
        });
    }
  }
  survey.tried(id, questionsAbout(survey, id, missing));
  return fields.filter((at) => !missing.includes(at));
}

async function firstRefused(
  names: readonly string[],
  refusalUnder: (name: string) => Promise<string | undefined>,
): Promise<{ readonly name: string; readonly message: string } | undefined> {
  for (const name of names) {
    const message = await refusalUnder(name);
    if (message !== undefined) return { name, message };
  }
  return undefined;
}

/** A request in the target's words, with a wrong value in one more field of the given name. */
function withField(
  survey: Survey,
  id: OperationId,
  { path, body }: Sendable,
  at: string,
  name: string,
): Sendable {
  const theirs = survey.written(id, withValueAt(body, parsePath(at) ?? [], mark));
  const renamed: unknown = JSON.parse(JSON.stringify(theirs), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => (member === mark ? [name, wrong] : [key, member])),
    );
  });
  return { ...(path && { path }), body: renamed };
}

/** A question for each field whose name is unknown, if the target has different names at all. */
function questionsAbout(survey: Survey, id: OperationId, fields: readonly string[]): readonly Question[] {
  if (survey.vocabulary.size === 0) return [];
  const [gap] = gapsOfRequest(operation(id));
  return fields.map((at) => ({
    at: `request ${at}`,
    asks: `what does the target call ${at}? It understands none of the names that were tried.`,
    candidates: [],
    ...(gap === undefined ? {} : { gap }),
  }));
}
