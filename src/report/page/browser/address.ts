/** Where an address leads: what has an id, and what a filter is to be set to. */
export interface Address {
  /** Empty where the address names nothing. */
  readonly id: string;
  readonly query: URLSearchParams;
}

/** Reads the part of an address behind its #: `#BAT-10`, `#requirements?verdict=failed`. Nothing that it may hold is an error. */
export function addressIn(hash: string): Address {
  const [name = '', ...rest] = hash.replace(/^#/, '').split('?');
  return { id: decoded(name), query: new URLSearchParams(rest.join('?')) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
