import fc from 'fast-check';
import { type BodyPlace, bodyPlaces, isObject } from './body-place.js';
import type { HostileKind } from './kind.js';
import type { SentRequest } from './sent-request.js';

/** A parameter of the query or a value of the body left out (requirement ERR-08). */
export const missing: HostileKind = (_, valid) => {
  const choices = [
    ...Object.keys(valid.query ?? {}).map((name) => ({
      what: `query parameter ${name}: left out`,
      request: { ...valid, query: without(valid.query, name) } satisfies SentRequest,
    })),
    ...bodyPlaces(valid.body).map((place) => ({
      what: `${place.name}: left out`,
      request: { ...valid, body: withoutPlace(valid.body, place.path) } satisfies SentRequest,
    })),
  ];
  if (choices.length === 0) return undefined;
  return fc.constantFrom(...choices).map((choice) => ({ ...choice, outsideContract: false }));
};

function without(
  values: Readonly<Record<string, unknown>> | undefined,
  name: string,
): Record<string, unknown> {
  const { [name]: _, ...others } = values ?? {};
  return others;
}

function withoutPlace(value: unknown, [step, ...rest]: BodyPlace['path']): unknown {
  if (step === undefined) return undefined;
  if (Array.isArray(value)) {
    const index = Number(step);
    return rest.length === 0
      ? value.toSpliced(index, 1)
      : value.with(index, withoutPlace(value[index], rest));
  }
  if (!isObject(value)) return value;
  return rest.length === 0
    ? without(value, String(step))
    : { ...value, [step]: withoutPlace(value[step], rest) };
}
