import type { Rules } from '../../domain/rules.js';
import { isObject } from '../../schema/check.js';
import type { Plant } from '../fault.js';

/** So many deliveries or subscriptions are remembered. */
export const MOST_REMEMBERED = 5_000;

type Deliver = Rules['deliver'];

/** Plants another way to send deliveries; `change` is called once for each planting. */
export function delivering(change: (clean: Deliver) => Deliver): Plant {
  return ({ rules }) => ({ rules: { ...rules, deliver: change(rules.deliver) } });
}

/** A field of the body of a delivery, as a text. */
export function fieldOf(body: string | Uint8Array, name: string): string {
  const delivery: unknown = JSON.parse(String(body));
  return isObject(delivery) ? String(delivery[name]) : '';
}
