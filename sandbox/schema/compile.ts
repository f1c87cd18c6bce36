import { FORMATS } from './format.js';

/** The keywords that the schemas of this service use. */
export interface Keywords {
  type?: string;
  enum?: readonly unknown[];
  anyOf?: readonly Keywords[];
  properties?: Readonly<Record<string, Keywords>>;
  patternProperties?: Readonly<Record<string, Keywords>>;
  required?: readonly string[];
  items?: Keywords;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string | RegExp;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  description?: string;
}

/** Where below a value something is wrong, like ".items[0].sku", and what. */
export interface Deviation {
  path: string;
  problem: string;
}

/** Finds the first deviation of a value from the schema that the check was made of. */
export type Check = (value: unknown) => Deviation | undefined;

/**
 * Makes the check of a schema. A check writes no place before something is wrong: most values are right, and
 * every item of every batch is checked.
 */
export function compile(schema: Keywords): Check {
  if (schema.anyOf !== undefined) return unionCheck(schema.anyOf);
  switch (schema.type) {
    case 'string':
      return textCheck(schema);
    case 'number':
      return numberCheck(schema, 'a number', Number.isFinite);
    case 'integer':
      return numberCheck(schema, 'an integer', Number.isInteger);
    case 'array':
      return listCheck(schema);
    case 'object':
      return objectCheck(schema);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? undefined : wrongType('a boolean', value));
    case 'null':
      return (value) => (value === null ? undefined : wrongType('null', value));
    default:
      return () => undefined;
  }
}

function unionCheck(branches: readonly Keywords[]): Check {
  const checks = branches.map(compile);
  return (value) => {
    let first: Deviation | undefined;
    for (const check of checks) {
      const deviation = check(value);
      if (deviation === undefined) return undefined;
      first ??= deviation;
    }
    return first;
  };
}

function textCheck(schema: Keywords): Check {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format, description } = schema;
  const choices = schema.enum;
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const known = format === undefined ? undefined : FORMATS[format];
  return (text) => {
    if (typeof text !== 'string') return wrongType('a string', text);
    if (choices !== undefined && !choices.includes(text)) return here(`must be one of ${choices.join(', ')}`);
    // A text has at least half as many characters as UTF-16 units, so most need not be counted.
    if (text.length < 2 * minLength || text.length > maxLength) {
      const length = countCharacters(text);
      if (length < minLength)
        return here(`must have at least ${counted(minLength, 'character')}, but has ${length}`);
      if (length > maxLength)
        return here(`must have at most ${counted(maxLength, 'character')}, but has ${length}`);
    }
    if (expression !== undefined && !expression.test(text))
      return here(`must be ${description ?? `a text that matches ${pattern}`}`);
    return known === undefined || known.matches(text) ? undefined : here(`must be ${known.name}`);
  };
}

function numberCheck(schema: Keywords, name: string, isOne: (value: number) => boolean): Check {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, exclusiveMinimum } = schema;
  const wantsInteger = schema.type === 'integer';
  return (value) => {
    if (typeof value !== 'number' || !isOne(value)) return wrongType(name, value);
    if (value < minimum) return here(`must be at least ${minimum}, but is ${value}`);
    if (value > maximum) return here(`must be at most ${maximum}, but is ${value}`);
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
      return here(`must be greater than ${exclusiveMinimum}, but is ${value}`);
    // Beyond these, several integers are one and the same number, and none can be told from its neighbours.
    if (wantsInteger && !Number.isSafeInteger(value))
      return here(
        `must be an integer from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}, but is ${value}`,
      );
    return undefined;
  };
}

function listCheck({ minItems = 0, maxItems = Number.POSITIVE_INFINITY, items }: Keywords): Check {
  const check = items && compile(items);
  return (list) => {
    if (!Array.isArray(list)) return wrongType('an array', list);
    if (list.length < minItems)
      return here(`must have at least ${counted(minItems, 'entry')}, but has ${list.length}`);
    if (list.length > maxItems)
      return here(`must have at most ${counted(maxItems, 'entry')}, but has ${list.length}`);
    if (check === undefined) return undefined;
    for (let index = 0; index < list.length; index++) {
      const deviation = check(list[index]);
      if (deviation !== undefined) return below(`[${index}]`, deviation);
    }
    return undefined;
  };
}

function objectCheck({ required = [], properties = {}, patternProperties = {} }: Keywords): Check {
  const named = Object.entries(properties).map(([key, schema]) => ({ key, check: compile(schema) }));
  const others = Object.values(patternProperties).map(compile);
  return (value) => {
    if (!isObject(value)) return wrongType('an object', value);
    for (const key of required)
      if (!Object.hasOwn(value, key)) return { path: `.${key}`, problem: 'is missing' };
    for (const { key, check } of named) {
      const deviation = Object.hasOwn(value, key) ? check(value[key]) : undefined;
      if (deviation !== undefined) return below(`.${key}`, deviation);
    }
    for (const check of others)
      for (const [key, entry] of Object.entries(value)) {
        const deviation = check(entry);
        if (deviation !== undefined) return below(`[${JSON.stringify(key.slice(0, 40))}]`, deviation);
      }
    return undefined;
  };
}

/** The number of characters (Unicode code points) of a text; bytes and UTF-16 units don't matter. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** True for a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function here(problem: string): Deviation {
  return { path: '', problem };
}

function below(step: string, { path, problem }: Deviation): Deviation {
  return { path: step + path, problem };
}

function wrongType(wanted: string, value: unknown): Deviation {
  return here(`must be ${wanted}, but is ${nameOf(value)}`);
}

/** What a JSON value is, as messages call it. */
function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function counted(count: number, noun: 'character' | 'entry'): string {
  if (count === 1) return `1 ${noun}`;
  return `${count} ${noun === 'entry' ? 'entries' : 'characters'}`;
}
