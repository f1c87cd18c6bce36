import type { SubscriptionChange } from './subscription-model.js';

/** What is written, as a command shows it: `{url "https://a.example"; enabled true}`. */
export function inWords(change: SubscriptionChange): string {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined);
  const shown = fields.map(([name, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return `${name} ${values.map((each) => JSON.stringify(each)).join(' ')}`;
  });
  // A bare comma parts commands from each other.
  return `{${shown.join('; ').replaceAll(',', '\\u002c')}}`;
}
