/** A value somewhere in a JSON body. */
export interface BodyPlace {
  readonly in: 'body';
  /** As a reader writes it: `body field items[0].sku`. */
  readonly name: string;
  /** Keys and indexes from the body down to the value; empty for the body itself. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Every value of a body, the body itself first; none where there is no body. */
export function bodyPlaces(body: unknown): BodyPlace[] {
  return body === undefined ? [] : placesIn(body, []);
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A body as JSON, with one of its values written differently.
 * @param path where the value stands
 * @param json what is written in its place, be it JSON or not
 */
export function bodyWith(body: unknown, path: BodyPlace['path'], json: string | Uint8Array): Uint8Array {
  const [before, after] = around(body, path);
  return Buffer.concat([Buffer.from(before), Buffer.from(json), Buffer.from(after)]);
}

function placesIn(value: unknown, path: BodyPlace['path']): BodyPlace[] {
  const here: BodyPlace = { in: 'body', name: nameOf(path), path, value };
  if (Array.isArray(value))
    return [here, ...value.flatMap((each, index) => placesIn(each, [...path, index]))];
  if (!isObject(value)) return [here];
  return [here, ...members(value).flatMap(([key, each]) => placesIn(each, [...path, key]))];
}

function nameOf(path: BodyPlace['path']): string {
  if (path.length === 0) return 'body';
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return `body field ${steps.replace(/^\./, '')}`;
}

/** The JSON before and after the value at a path. */
function around(
  value: unknown,
  [step, ...rest]: BodyPlace['path'],
): readonly [before: string, after: string] {
  if (step === undefined) return ['', ''];
  if (Array.isArray(value)) {
    const [before, after] = around(value[Number(step)], rest);
    const texts = value.map((each) => JSON.stringify(each) ?? 'null');
    const index = Number(step);
    return [
      `[${[...texts.slice(0, index), ''].join(',')}${before}`,
      `${after}${['', ...texts.slice(index + 1)].join(',')}]`,
    ];
  }
  const all = isObject(value) ? members(value) : [];
  const index = all.findIndex(([key]) => key === step);
  const [before, after] = around(all[index]?.[1], rest);
  const texts = all.map(([key, each]) => `${JSON.stringify(key)}:${JSON.stringify(each)}`);
  return [
    `{${[...texts.slice(0, index), ''].join(',')}${JSON.stringify(step)}:${before}`,
    `${after}${['', ...texts.slice(index + 1)].join(',')}}`,
  ];
}

/** What JSON keeps of an object. */
function members(value: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(value).filter(([, each]) => each !== undefined);
}
