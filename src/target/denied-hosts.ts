/**
 * Hosts that no run may contact, in the form that URLs use; a leading `*.` stands for the host and all its subdomains.
 */
export type DeniedHosts = readonly string[];

/**
 * Reads a list of hosts.
 * @param list host names or addresses, separated by commas; it ignores case, a port, a dot at the end and the spelling
 * of international names
 * @returns the hosts, or the entry that is not a host
 */
export function readDeniedHosts(list: string): DeniedHosts | { readonly wrong: string } {
  const hosts: string[] = [];
  for (const entry of list.split(',').map((each) => each.trim())) {
    if (entry === '') continue;
    const isAllBelow = entry.startsWith('*.');
    const host = hostIn(isAllBelow ? entry.slice(2) : entry);
    // An IP address has no subdomains.
    if (host === undefined || (isAllBelow && isAddress(host))) return { wrong: entry };
    hosts.push(isAllBelow ? `*.${host}` : host);
  }
  return hosts;
}

/** The entry of the list that forbids a URL; undefined if none does. It only compares names, without resolving them. */
export function deniedBy(hosts: DeniedHosts, url: string): string | undefined {
  const host = withoutFinalDots(new URL(url).hostname);
  return hosts.find((denied) =>
    denied.startsWith('*.') ? host === denied.slice(2) || host.endsWith(denied.slice(1)) : host === denied,
  );
}

/** The host of an entry as a URL would write it; undefined if it can't be part of a URL. */
function hostIn(entry: string): string | undefined {
  // An IPv6 address may lack its brackets; two colons distinguish it from a host with a port.
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
