import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from '#unit-test';
import { createReferenceData } from '../domain/reference-data.js';
import { plantedOptions } from '../faults/planted-app.js';
import { CLEAN, type Planting } from '../faults/workings.js';
import { OPERATIONS } from '../routes/index.js';
import { type World, workingsIn } from '../worlds/world.js';
import { type OpenSandbox, openSandbox, type Received } from './open-sandbox.js';
import { wordsOf } from './world-words.js';

/** A delivery as a subscriber of a world gets it. */
export interface Delivered {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A sandbox in a world. */
export interface OpenWorld extends OpenSandbox {
  readonly delivered: readonly Delivered[];
}

const referenceData = createReferenceData(1);

/** Opens a sandbox in a world, with what is planted there. What it delivers is kept and answered 200. */
export function openWorld(world: World, planting?: Planting): OpenWorld {
  const delivered: Delivered[] = [];
  const deliver = async (url: string, body: string | Uint8Array, headers = {}) => {
    delivered.push({ url, body: String(body), headers });
    return { delivered: true, status: 200 };
  };
  const usual = { ...CLEAN, rules: { ...CLEAN.rules, deliver } };
  const workings = workingsIn(world, planting, usual);
  const sandbox = openSandbox({
    ...plantedOptions(() => workings),
    rules: workings.rules,
    referenceData,
  });
  return { ...sandbox, delivered };
}

/** The value at a path like `data.0.id`; the empty path is the value itself. */
export function at(value: unknown, path: string): unknown {
  return path === '' ? value : path.split('.').reduce<unknown>((whole, step) => Object(whole)[step], value);
}

/** A client that speaks the words of a world, and holds every answer against its live description. */
export async function clientOf(sandbox: OpenWorld, name: string) {
  const words = wordsOf(name);
  const described = await sandbox.app.inject('/api/v1/docs/openapi.json');
  const watch = createWatch(described.json());
  async function call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<Received> {
    const answer = await sandbox.send(method, path, body);
    const problem = watch.problemOf(method, path, answer);
    if (name !== 'bare') expect(problem).toBeUndefined();
    return answer;
  }
  /** Submits one item, and reads the result when it is there. */
  async function batch(
    method: 'POST' | 'PATCH',
    path: string,
    kind: string,
    body: object,
  ): Promise<Received> {
    const accepted = await call(method, path, body);
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(words.accepted);
    const id = at(accepted.body, words.batchId);
    sandbox.pass(10);
    return call('GET', `/results/${kind}?${kind === 'status' ? 'batch_request_id' : words.resultId}=${id}`);
  }
  return { words, call, batch, succeeded: watch.succeeded };
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

/** Holds answers against the live description of a world, and counts the operations that succeeded. */
function createWatch(description: unknown) {
  const succeeded = new Set<string>();
  return {
    succeeded,
    /** What the answer differs in from the description; undefined where it says nothing of the request. */
    problemOf(method: string, url: string, { status, headers, body }: Received): string | undefined {
      const operation = operationAt(method, url.split('?')[0] ?? '');
      if (operation === undefined) return undefined;
      if (status < 400) succeeded.add(operation.id);
      const declared = at(description, 'paths');
      const responses = Object(
        Object(Object(declared)[`/api/v1${operation.path}`])[method.toLowerCase()],
      ).responses;
      const response = Object(responses)[status];
      if (response === undefined) return `${operation.id}: ${status} is not declared`;
      for (const name of Object.keys(Object(response.headers)))
        if (headers[name.toLowerCase()] === undefined) return `${operation.id}: ${status} lacks ${name}`;
      const schema = at(response, 'content')
        ? Object(Object(response.content)['application/json']).schema
        : undefined;
      if (schema === undefined || ajv.validate(schema, body)) return undefined;
      return `${operation.id}: ${ajv.errorsText()}`;
    },
  };
}

function operationAt(method: string, path: string) {
  return OPERATIONS.find((operation) => {
    const pattern = operation.path.replaceAll(/\{\w+\}/g, '[^/]+');
    return operation.method === method && new RegExp(`^${pattern}$`).test(path);
  });
}
