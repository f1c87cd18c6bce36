import type { BodySteps, Conversion } from '../contract/closings/target-file.js';
import type { OperationTranslation, Translation } from '../contract/closings/translation.js';
import { isJsonObject } from '../contract/document.js';
import { oursOf } from './contract-parts.js';
import { closingOf, type LearnedOperation } from './learn-operation.js';
import type { Shape } from './shape.js';

/** What was learned of an operation so far, as a way to ask it and to read what it answers while learning goes on. */
export function wordsOfLearned(learned: LearnedOperation): OperationTranslation {
  const closing = closingOf(learned) ?? {};
  const shapes = oursOf(learned.operation);
  const by = (shape: Shape | undefined, steps: BodySteps | undefined): Translation => {
    const words = new TheirWords(steps ?? {});
    return {
      toTheirs: (value) => (shape === undefined ? value : words.toTheirs(value, shape, '')),
      toOurs: (value) => (shape === undefined ? value : words.toOurs(value, shape, '')),
      pathInOurs: (path) => path,
      isIdentity: steps === undefined,
    };
  };
  return {
    path: by(shapes.path, closing.path),
    query: by(shapes.query, closing.query),
    request: by(shapes.request, closing.request),
    response: by(shapes.response, closing.response),
  };
}

/** Writes and reads a body by its steps; what doesn't fit stays as it is. */
class TheirWords {
  readonly #steps: BodySteps;

  constructor(steps: BodySteps) {
    this.#steps = steps;
  }

  toTheirs(value: unknown, shape: Shape, at: string): unknown {
    const inner = this.#valueToTheirs(value, shape, at);
    const holder = this.#steps.inside?.[at];
    return holder === undefined ? inner : { [holder]: inner };
  }

  #valueToTheirs(value: unknown, shape: Shape, at: string): unknown {
    if (Array.isArray(value))
      return shape.items === undefined
        ? value
        : value.map((each) => this.toTheirs(each, shape.items ?? shape, `${at}[]`));
    if (!isJsonObject(value) || shape.fields.size === 0) return this.#scalarToTheirs(value, at);
    const made: Record<string, unknown> = {};
    for (const [name, each] of Object.entries(value)) {
      const path = below(at, name);
      const field = shape.fields.get(name)?.shape;
      const written = field === undefined ? each : this.toTheirs(each, field, path);
      if (this.#steps.flat?.includes(path) && isJsonObject(written)) Object.assign(made, written);
      else put(made, this.#segments(path, name), written);
    }
    return made;
  }

  toOurs(value: unknown, shape: Shape, at: string): unknown {
    const holder = this.#steps.inside?.[at];
    const inner = holder !== undefined && isJsonObject(value) ? value[holder] : value;
    const kind = this.#steps.merged?.[at];
    if (kind !== undefined && Array.isArray(inner)) return this.#parted(inner, kind, shape, at);
    if (Array.isArray(inner))
      return shape.items === undefined
        ? inner
        : inner.map((each) => this.toOurs(each, shape.items ?? shape, `${at}[]`));
    if (!isJsonObject(inner) || shape.fields.size === 0) return this.#scalarToOurs(inner, at);
    const made: Record<string, unknown> = {};
    for (const [name, { shape: field }] of shape.fields) {
      const path = below(at, name);
      const found = this.#steps.flat?.includes(path) ? inner : take(inner, this.#segments(path, name));
      if (found !== undefined) made[name] = this.toOurs(found, field, path);
    }
    return made;
  }

  #parted(entries: readonly unknown[], kind: string, shape: Shape, at: string): unknown {
    return Object.fromEntries(
      [...shape.fields].map(([name, { shape: list }]) => {
        const path = below(at, name);
        const own = entries.filter(
          (each) => isJsonObject(each) && each[kind] === (this.#steps.rename?.[path] ?? name),
        );
        return [name, own.map((each) => this.toOurs(each, list.items ?? list, `${path}[]`))];
      }),
    );
  }

  #segments(path: string, name: string): readonly string[] {
    return this.#steps.move?.[path]?.split('.') ?? [this.#steps.rename?.[path] ?? name];
  }

  #scalarToTheirs(value: unknown, at: string): unknown {
    if (typeof value === 'string') {
      const word = this.#steps.values?.[at]?.[value];
      if (word !== undefined) return word;
    }
    const conversion = this.#steps.convert?.[at];
    return conversion === undefined ? value : conversions[conversion].theirs(value);
  }

  #scalarToOurs(value: unknown, at: string): unknown {
    const words = Object.entries(this.#steps.values?.[at] ?? {});
    const [word] = words.find(([, theirs]) => theirs === value) ?? [];
    if (word !== undefined) return word;
    const conversion = this.#steps.convert?.[at];
    return conversion === undefined ? value : conversions[conversion].ours(value);
  }
}

interface Ways {
  readonly theirs: (value: unknown) => unknown;
  readonly ours: (value: unknown) => unknown;
}

const onNumbers = (change: (value: number) => unknown) => (value: unknown) =>
  typeof value === 'number' ? change(value) : value;
const onTexts = (change: (value: string) => unknown) => (value: unknown) =>
  typeof value === 'string' ? change(value) : value;
const numberIn = onTexts((text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text));

const conversions: Readonly<Record<Conversion, Ways>> = {
  text: { theirs: onNumbers(String), ours: numberIn },
  number: { theirs: numberIn, ours: onNumbers(String) },
  'minor-units': {
    theirs: onNumbers((amount) => Math.round(amount * 100)),
    ours: onNumbers((amount) => amount / 100),
  },
  'epoch-seconds': {
    theirs: onTexts((text) => Math.floor(Date.parse(text) / 1000)),
    ours: onNumbers((seconds) => new Date(seconds * 1000).toISOString()),
  },
  'epoch-milliseconds': {
    theirs: onTexts((text) => Date.parse(text)),
    ours: onNumbers((milliseconds) => new Date(milliseconds).toISOString()),
  },
};

function below(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

function put(object: Record<string, unknown>, segments: readonly string[], value: unknown): void {
  const [first = '', ...rest] = segments;
  if (rest.length === 0) object[first] = value;
  else {
    const known = object[first];
    const inner = isJsonObject(known) ? { ...known } : {};
    put(inner, rest, value);
    object[first] = inner;
  }
}

function take(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return value;
  return isJsonObject(value) ? take(value[first], rest) : undefined;
}
