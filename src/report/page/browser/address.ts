/** The target of an address: the id of an element, and the settings of the filter. */
export interface Address {
  /** Empty if the address names nothing. */
  readonly id: string;
  readonly query: URLSearchParams;
}

/** Reads the part of an address after its #: `#BAT-10`, `#requirements?verdict=failed`. No text in it is an error. */
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
