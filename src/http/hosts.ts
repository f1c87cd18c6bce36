import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';

/** The host of a URL as entries of TARGET_DENIED_HOSTS spell it; an address of IPv6 that leads to one of IPv4 is that one. */
export function hostOf(url: string): string {
  const host = new URL(url).hostname.replace(/\.+$/, '');
  return reachedBy(host.replace(/^\[|\]$/g, '')) ?? host;
}

/** The digits of an address of IPv6 with one of IPv4 in it: mapped, translated (NAT64), or tunnelled (6to4). */
const embedding = /^(?:0{20}ffff|0064ff9b0{16}|2002)(.{8})/;

/** The address of IPv4 to which an address of IPv6 leads; undefined for all others. */
function reachedBy(address: string): string | undefined {
  if (isIP(address) !== 6 || address.includes('%')) return undefined;
  // A URL writes it in hexadecimal, with `::` for zeros.
  const halves = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first = '', last = ''] = halves.map((half) =>
    half.replaceAll(/(\w+):?/g, (_, group: string) => group.padStart(4, '0')),
  );
  const [, embedded] = embedding.exec(first.padEnd(32 - last.length, '0') + last) ?? [];
  return embedded && Buffer.from(embedded, 'hex').join('.');
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
  (await promisify(lookup)(host, { all: true })).map(({ address }) => address);

/** Networks that are not public, from the outermost to the innermost, each with the addresses that belong to it. */
const networks: readonly (readonly [name: string, addresses: BlockList])[] = [
  [
    'in a private network',
    blockOf('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fec0::/10'),
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
  const addresses = await addressesIn(to, addressesOf);
  if (addresses.length > 0) checked.set(hostOf(to), addresses);
  const depth = depthOf(addresses);
  if (depth === 0 || depth <= depthOf(await addressesIn(from, addressesOf))) return undefined;
  return networks[depth - 1]?.[0];
}

/** The addresses of the hosts that were checked, as of their last check. */
const checked = new Map<string, readonly string[]>();

/** Looks up the host of a connection. A name that was checked leads to the addresses that it had then. */
export const lookUp: LookupFunction = (host, options, callback) => {
  const [first = '', ...others] = checked.get(host) ?? [];
  if (first === '') return lookup(host, options, callback);
  const all = [first, ...others].map((address) => ({ address, family: isIP(address) }));
  return options.all ? callback(null, all) : callback(null, first, isIP(first));
};

async function addressesIn(url: string, addressesOf: AddressesOf): Promise<readonly string[]> {
  const host = hostOf(url).replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? addressesOf(host).catch(() => []) : [host];
}

/** How far in the innermost of some addresses is: 0 for a public one. */
function depthOf(addresses: readonly string[]): number {
  const depths = addresses.map((each) => {
    const address = reachedBy(each) ?? each;
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    return networks.findLastIndex(([, own]) => own.check(address, family)) + 1;
  });
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
