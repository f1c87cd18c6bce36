/** Hosts that no run may touch, in the form in which URLs name them; `*.` in front stands for the host and all below it. */
export type DeniedHosts = readonly string[];

/**
 * Reads a list of hosts.
 * @param list host names or addresses, separated by commas: case, a port, a dot at the end and the way in which an
 * international name is written don't matter
 * @returns the hosts, or the entry that is none
 */
export function readDeniedHosts(list: string): DeniedHosts | { readonly wrong: string } {
  const hosts: string[] = [];
  for (const entry of list.split(',').map((each) => each.trim())) {
    if (entry === '') continue;
    const isAllBelow = entry.startsWith('*.');
    const host = hostIn(isAllBelow ? entry.slice(2) : entry);
    // Nothing is below an address.
    if (host === undefined || (isAllBelow && isAddress(host))) return { wrong: entry };
    hosts.push(isAllBelow ? `*.${host}` : host);
  }
  return hosts;
}

/** The entry of the list that forbids a URL; undefined where none does. Names are compared, and not looked up. */
export function deniedBy(hosts: DeniedHosts, url: string): string | undefined {
  const host = withoutFinalDots(new URL(url).hostname);
  return hosts.find((denied) =>
    denied.startsWith('*.') ? host === denied.slice(2) || host.endsWith(denied.slice(1)) : host === denied,
  );
}

/** The host of an entry as a URL would write it; undefined where it can't stand in one. */
function hostIn(entry: string): string | undefined {
  // An address of IPv6 may be given without its brackets; two colons tell it from a host with a port.
  const bracketed = /^[\da-f.]*:[\da-f.]*:[\da-f:.]*$/i.test(entry) ? `[${entry}]` : entry;
  if (/[/\\?#@*\s]/.test(bracketed) || !URL.canParse(`http://${bracketed}`)) return undefined;
  const host = withoutFinalDots(new URL(`http://${bracketed}`).hostname);
  return host === '' ? undefined : host;
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || /^[\d.]+$/.test(host);
}

function withoutFinalDots(host: string): string {
  return host.replace(/\.+$/, '');
}
