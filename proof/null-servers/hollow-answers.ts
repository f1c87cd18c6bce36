import type { RequestListener } from 'node:http';
import { handedOn, type LoopbackServer, serve } from '../../src/http/loopback-server.js';
import { runSpeed, startSandbox, targetSettings } from '../../src/target/sandbox-process.js';

/** An answer of the sandbox on its way to the suite. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined if it isn't JSON. */
  readonly json: unknown;
}

/** The change that a hollow server makes to an answer: other headers, or another body. */
type Hollowing = (answer: Answer) => Partial<Pick<Answer, 'headers' | 'json'>>;

/**
 * The things that may be missing from the answers of an otherwise correct service. Requirements that depend on them
 * can't be verified there, and must not pass.
 */
export const hollowings = {
  'empty-lists': {
    does: 'empties each list in its success answers',
    hollow: inSuccess(() => []),
  },
  'no-fields': {
    does: 'takes all fields out of each object in its success answers',
    hollow: inSuccess(undefined, () => ({})),
  },
  'null-fields': {
    does: 'answers null for each field and entry in its success answers',
    hollow: inSuccess(
      (list) => list.map(() => null),
      (fields) => Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
    ),
  },
  'other-names': {
    does: 'gives each field in its success answers another name',
    hollow: ({ status, json }) => (isSuccess(status) && json !== undefined ? { json: renamed(json) } : {}),
  },
  'no-headers': {
    does: 'sends no headers about rate limits and files',
    hollow: ({ headers }) => ({
      headers: Object.fromEntries(
        Object.entries(headers).filter(
          ([name]) => !/^(x-ratelimit-|retry-after$|content-disposition$)/.test(name),
        ),
      ),
    }),
  },
  'no-errors': {
    does: 'answers errors with an empty object',
    hollow: ({ status }) => (status >= 400 ? { json: {} } : {}),
  },
} as const satisfies Readonly<Record<string, { readonly does: string; readonly hollow: Hollowing }>>;

export type HollowingId = keyof typeof hollowings;

/**
 * Whether a server is hollow: it answers like a service, and requirements that don't depend on the missing thing may
 * pass.
 */
export function isHollow(id: string): id is HollowingId {
  return Object.hasOwn(hollowings, id);
}

/** Starts a sandbox, and a server in front of it that removes something from its answers. */
export async function startHollow(
  id: HollowingId,
): Promise<LoopbackServer & { readonly settings: Readonly<Record<string, string>> }> {
  const sandbox = await startSandbox('--speed', runSpeed);
  const { hollow } = hollowings[id];
  const server = await serve(hollowed(sandbox.url, hollow));
  return {
    url: server.url,
    settings: { ...targetSettings(sandbox), TARGET_URL: server.url },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
    },
  };
}

function hollowed(target: string, hollow: Hollowing): RequestListener {
  return async (incoming, outgoing) => {
    const { status, headers, bytes } = await handedOn(target, incoming);
    const json = parsed(bytes);
    const changed = hollow({ status, headers, json });
    const body = 'json' in changed && json !== undefined ? Buffer.from(JSON.stringify(changed.json)) : bytes;
    const kept = changed.headers ?? headers;
    outgoing.writeHead(status, { ...kept, 'content-length': body.length }).end(body);
  };
}

/** Changes the outermost lists and objects of a success; in an object of lists, the lists are emptied. */
function inSuccess(
  list?: (entries: readonly unknown[]) => unknown,
  fields?: (object: object) => unknown,
): Hollowing {
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return list === undefined ? value.map(change) : list(value);
    if (typeof value !== 'object' || value === null) return value;
    if (fields !== undefined) return fields(value);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
  };
  return ({ status, json }) => (isSuccess(status) && json !== undefined ? { json: change(json) } : {});
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [`x_${name}`, renamed(member)]));
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
