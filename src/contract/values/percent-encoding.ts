/** A part of an address without its percent-encoding; as it is if an escape is incomplete. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
