import { isObject } from './body-place.js';

/**
 * An object as JSON, with one member more, be its key there already or not; of another value, an object with that
 * member alone.
 * @param key in quotes
 * @param json the member's value
 * @param where whether the member comes before all others or behind them
 */
export function withMember(value: unknown, key: string, json: string, where: 'first' | 'last'): string {
  const inside = isObject(value) ? JSON.stringify(value).slice(1, -1) : '';
  const member = `${key}:${json}`;
  const members = [member, inside].filter((each) => each !== '');
  return `{${(where === 'first' ? members : members.reverse()).join(',')}}`;
}
