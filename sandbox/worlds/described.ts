import { isObject } from '../schema/check.js';
import { type Change, type Entry, SAME } from './change.js';
import type { OperationWords, World } from './world.js';

/** The live description of a world, made from that of the usual sandbox: an OpenAPI document as well. */
export function described(document: Entry, { name, does, words, describe = (same) => same }: World): Entry {
  const byId: Readonly<Record<string, OperationWords>> = words;
  const operation = (ours: unknown): unknown => {
    if (!isObject(ours)) return ours;
    const { operationId } = ours;
    return describe(operationIn(ours, byId[String(operationId)] ?? {}));
  };
  return {
    ...document,
    info: { ...Object(document.info), summary: `The world "${name}" of the sandbox`, description: does },
    paths: members(document.paths, (path) => members(path, operation)),
  };
}

function operationIn(ours: Entry, words: OperationWords): Record<string, unknown> {
  const { body = SAME } = words;
  return {
    ...ours,
    ...(Array.isArray(ours.parameters) && { parameters: parametersIn(ours.parameters, words) }),
    ...(isObject(ours.requestBody) && { requestBody: contentIn(ours.requestBody, body) }),
    responses: responsesIn(ours.responses, words),
  };
}

function parametersIn(
  parameters: readonly unknown[],
  { query = SAME, params = {} }: OperationWords,
): unknown[] {
  return parameters.filter(isObject).map((parameter) => {
    const name = String(parameter.name);
    const schema = isObject(parameter.schema) ? parameter.schema : {};
    if (parameter.in === 'path') return { ...parameter, schema: (params[name] ?? SAME).describe(schema) };
    const [theirs] = Object.entries(
      Object(query.describe({ type: 'object', properties: { [name]: schema } }).properties),
    );
    return { ...parameter, name: theirs?.[0] ?? name, schema: theirs?.[1] ?? schema };
  });
}

function responsesIn(responses: unknown, { answer = SAME, success, refusal }: OperationWords): Entry {
  const entries = Object.entries(Object(responses)).map(([status, response]) => {
    if (status.startsWith('2'))
      return [String(success ?? status), isObject(response) ? contentIn(response, answer) : response];
    return [status === '400' ? String(refusal ?? status) : status, response];
  });
  return Object.fromEntries(entries);
}

/** A request body or a response whose JSON has another schema. */
function contentIn(holder: Entry, change: Change): Entry {
  const content = holder.content;
  const media = isObject(content) ? content['application/json'] : undefined;
  if (!isObject(content) || !isObject(media) || !isObject(media.schema)) return holder;
  const schema = change.describe(media.schema);
  return { ...holder, content: { ...content, 'application/json': { ...media, schema } } };
}

/** An object with its members changed. */
function members(object: unknown, change: (member: unknown) => unknown): Entry {
  return Object.fromEntries(
    Object.entries(isObject(object) ? object : {}).map(([name, member]) => [name, change(member)]),
  );
}
