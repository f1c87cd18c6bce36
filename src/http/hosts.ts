import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** The host of a URL as entries of TARGET_DENIED_HOSTS spell it. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.+$/, '');
}

/**
 * The entry that forbids a URL; undefined if none does. It only compares names, without resolving them.
 * @param denied hosts in the form that URLs use; a leading `*.` stands for the host and all its subdomains
 */
export function denialOf(url: string, denied: readonly string[]): string | undefined {
  const host = hostOf(url);
  return denied.find((entry) =>
    entry.startsWith('*.') ? `.${host}`.endsWith(entry.slice(1)) : host === entry,
  );
}

/** Finds the addresses of a host name. */
export type AddressesOf = (host: string) => Promise<readonly string[]>;

const resolved: AddressesOf = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Networks that are not public, from the outermost to the innermost, each with the addresses that belong to it. */
const networks: readonly (readonly [name: string, addresses: BlockList])[] = [
  [
    'in a private network',
    blockOf('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'),
  ],
  ['of this machine', blockOf('127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128')],
  // Clouds give each machine its credentials at such addresses.
  ['of this link alone', blockOf('169.254.0.0/16', 'fe80::/10', 'fd00:ec2::254/128', '100.100.100.200/32')],
];

/**
 * The network, in words, into which a URL leads from a URL further out; undefined if it leads no further in. A name that
 * can't be resolved leads nowhere.
 */
export async function leadsInto(
  to: string,
  from: string,
  addressesOf: AddressesOf = resolved,
): Promise<string | undefined> {
  const depth = await depthOf(to, addressesOf);
  if (depth === 0 || depth <= (await depthOf(from, addressesOf))) return undefined;
  return networks[depth - 1]?.[0];
}

/** How far in the innermost address of a URL's host is: 0 for a public one. */
async function depthOf(url: string, addressesOf: AddressesOf): Promise<number> {
  const host = hostOf(url).replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await addressesOf(host).catch(() => []) : [host];
  const depths = addresses.map(
    (each) => networks.findLastIndex(([, own]) => own.check(each, isIP(each) === 6 ? 'ipv6' : 'ipv4')) + 1,
  );
  return Math.max(0, ...depths);
}

function blockOf(...subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
