import { handedOn, type LoopbackServer, serve } from '#testing/loopback-server';

/** A key in each form in which a service could write it. */
export function formsOf(key: string) {
  const [base64 = '', second = '', third = ''] = ['', 'u', 'us'].map((before) =>
    Buffer.from(`${before}${key}:x`).toString('base64'),
  );
  const hex = Buffer.from(key).toString('hex');
  const percent = key.replaceAll(/[-_]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
  return { plain: key, percent, base64, second, third, hex, capitals: hex.toUpperCase() };
}

/** A response of a target on its way to the suite. */
interface UpstreamResponse {
  /** `GET /api/v1/brands/` */
  readonly to: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined if it isn't JSON. */
  readonly json: unknown;
  /** The body as it came. */
  readonly text: string;
  /** The X-API-Key of the request; undefined if it had none. */
  readonly key: string | undefined;
}

/**
 * A change that a proxy makes to a response: another status, or string next to it, other headers, a different body in
 * place of a body in JSON, or of any body.
 */
export type Change = (response: UpstreamResponse) => Partial<
  Pick<UpstreamResponse, 'status' | 'headers' | 'json' | 'text'>
> & {
  readonly statusText?: string;
};

/** A server that passes everything on to a target and changes its responses. */
export function changingProxy(target: string, change: Change): Promise<LoopbackServer> {
  return serve(async (incoming, outgoing) => {
    const { status, headers, bytes } = await handedOn(target, incoming);
    const json = parsed(bytes);
    const to = `${incoming.method} ${incoming.url?.split('?')[0]}`;
    const key = incoming.headers['x-api-key']?.toString();
    const changed = change({ to, status, headers, json, text: bytes.toString(), key });
    const inJson = 'json' in changed && json !== undefined ? JSON.stringify(changed.json) : undefined;
    const text = changed.text ?? inJson;
    const body = text === undefined ? bytes : Buffer.from(text);
    const kept = changed.headers ?? headers;
    outgoing
      .writeHead(changed.status ?? status, changed.statusText, { ...kept, 'content-length': body.length })
      .end(body);
  });
}

/** A lie for a single test: changes the body of each 200 response of one operation. @param of `GET /api/v1/brands/` */
export function changeAt(of: string, change: (body: unknown) => unknown): Change {
  return ({ to, status, json }) => (to === of && status === 200 ? { json: change(json) } : {});
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** The names of members whose text a person reads: a client quotes them, and needs none of them to work. */
const readByPeople = new Set(['message', 'title', 'description', 'summary', 'name', 'label', 'detail']);

/** A live description: one that is valid otherwise, one that is not, or that of a different API. */
export type LiveDescription = 'valid' | 'invalid' | 'different';

/**
 * The most talkative target: it works, but writes strings everywhere into its responses: next to the status, into
 * headers, into the text of each error, of each name and of its live description, as names of members, and onto
 * its pages.
 */
export function speaking(strings: readonly string[], description: () => LiveDescription): Change {
  const all = strings.join(' ');
  const lines = strings.join('\n');
  const spoken = (value: unknown, depth: number): unknown => {
    // In a long list, the first entries and the last one are enough.
    if (Array.isArray(value))
      return value.map((each, index, { length }) =>
        index < 2 || index === length - 1 ? spoken(each, depth + 1) : each,
      );
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, each]) => [
      name,
      typeof each === 'string' && readByPeople.has(name)
        ? `${each} ${all}\n${lines}`
        : spoken(each, depth + 1),
    ]);
    // A filler moves the place at which a sentence cuts what it quotes.
    const own =
      depth > 1 ? [] : strings.map((text, index) => [text, `${'-'.repeat(index * 7)}${text}\n${text}`]);
    return Object.fromEntries([...members, ...own]);
  };
  const headersOf = strings.map((text, index) => [`x-said-${index}`, text.replaceAll(/[^\x20-\x7e]/g, ' ')]);
  return ({ to, status, headers, json, text }) => {
    const told = {
      statusText: all.replaceAll(/[^\x20-\x7e]/g, ' '),
      headers: { ...headers, ...Object.fromEntries(headersOf) },
    };
    if (/docs$/.test(to))
      return { ...told, text: text.replace('<body', `<!-- ${lines} --><p>${lines}</p>\n<body`) };
    if (to.endsWith('openapi.json')) return { ...told, json: describedAs(json, strings, description()) };
    // An error whose body isn't JSON breaks its lines itself.
    if (status === 404) return { ...told, text: `${lines}\n${text}\n${lines}` };
    return { ...told, json: spoken(json, 0) };
  };
}

function describedAs(json: unknown, strings: readonly string[], kind: LiveDescription): unknown {
  const { info, paths, ...document } = Object(json);
  const text = strings.join('\n');
  const said = { summary: text, description: text, responses: { 200: { description: text } } };
  const own = strings.map((each) => [
    `/said/${each.replaceAll(/[{}?#]/g, '')}`,
    { get: kind === 'invalid' ? 7 : { ...said, tags: [each] } },
  ]);
  // Each operation has the strings in what people read about it.
  const spoken = JSON.stringify(paths, (_, value) =>
    value?.responses === undefined ? value : { ...value, description: text },
  );
  return {
    ...document,
    info: { ...info, title: text, description: text, version: kind === 'valid' ? info.version : text },
    paths: { ...(kind === 'different' ? {} : JSON.parse(spoken)), ...Object.fromEntries(own) },
  };
}
