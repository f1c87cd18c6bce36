import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Planting, TargetSettings } from '../../fixtures/planted-plan.js';
import { Secrets } from '../../src/http/shown/secrets.js';
import { judgeTraffic } from '../../src/traffic/judge-traffic.js';
import { numberOf } from '../../src/verdicts/oracles/violation.js';
import { type HarWriter, harWriters } from '../../testing/example-har.js';
import { harOfPassed, recordingProxy } from '../proxies.js';
import { byDraw } from './alterations.js';
import { nameOf } from './plantings.js';

/** The least share of the faults that recorded traffic must show, in percent. */
const leastCaught = 90;
/** The fewest requirements that the recording of a clean run must verify. */
const leastVerified = 60;

/** Faults that no recording shows: what they do may also be right, or leaves no response. Each was examined by itself. */
const neverShown: readonly { readonly faults: readonly string[]; readonly reason: string }[] = [
  {
    reason: 'There is no complete response to judge.',
    faults: ['cuts-connection-in-body', 'cuts-connection-on-deep-nesting', 'hangs-on-deep-nesting'],
  },
  {
    reason: 'The description gives no time by which it must have happened.',
    faults: ['never-approves', 'never-finishes', 'retries-for-ever'],
  },
  {
    reason: 'A refusal, or a key that is not accepted, may have a reason that the recording lacks.',
    faults: [
      ...['refuses-style-key-of-120-characters', 'counts-style-key-in-bytes', 'refuses-emoji-in-name'],
      ...['refuses-draft-of-rejected-product', 'refuses-to-publish-inactive-product'],
      ...['refuses-all-but-first-key', 'revokes-all-keys-of-merchant'],
    ],
  },
  {
    reason: 'Another client may have updated the product, or its review may have come to another end.',
    faults: [
      ...['ignores-deactivation', 'ignores-second-deactivation', 'activates-withdrawn-product'],
      ...[
        'lists-one-active-variant-of-style',
        'lists-ten-active-products-only',
        'lists-problems-as-rejected',
      ],
    ],
  },
  {
    reason: 'Only all categories together have groups of each kind.',
    faults: ['knows-no-material-groups', 'knows-no-colors'],
  },
  {
    reason: 'Another client may have used up the limit.',
    faults: ['never-opens-another-window', 'slides-window-with-each-request'],
  },
  {
    reason:
      'What the merchant has is not made through the API: orders, their documents, the linked countries.',
    faults: [
      ...['lists-no-orders', 'has-no-delivery-document-after-shipment'],
      'lists-countries-of-the-whole-marketplace',
    ],
  },
  {
    reason: 'A path without /api/v1 may belong to anything.',
    faults: ['answers-without-version-too'],
  },
];

/** What a recording shows: the verified requirements, and those with a finding. */
interface Judged {
  readonly verified: readonly string[];
  readonly found: readonly string[];
  readonly shown: readonly string[];
}

/** Records the traffic of a proof's runs, the clean one first, and judges the recordings. */
export class JudgedProof implements AsyncDisposable {
  readonly #folder: string;
  readonly #proxies: Awaited<ReturnType<typeof recordingProxy>>[] = [];
  /** The recording of the clean run, as each program writes it. */
  readonly #clean = new Map<HarWriter, Judged>();

  /** @param folder for the recordings */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The settings of a target, reached through a proxy that records. */
  async through(settings: TargetSettings): Promise<TargetSettings> {
    const proxy = await recordingProxy(settings.TARGET_URL ?? '');
    this.#proxies.push(proxy);
    return { ...settings, TARGET_URL: proxy.url };
  }

  /**
   * Judges the clean recording, as each program writes it.
   * @param draw chooses among the faults that single exchanges or their order show: those that violate a requirement
   * which the clean recording verifies
   */
  async choose(
    plantings: readonly Planting[],
    draw?: { readonly seed: number; readonly most: number },
  ): Promise<readonly Planting[]> {
    for (const writer of harWriters) this.#clean.set(writer, await this.#judge(0, writer));
    if (draw === undefined) return plantings;
    const never = neverShown.flatMap(({ faults }) => faults);
    const verified = new Set([...this.#clean.values()].flatMap((judged) => judged.verified));
    const shown = plantings.filter(({ fault }) => verified.has(fault.violates) && !never.includes(fault.id));
    const inTurn = byDraw(draw.seed);
    return shown.toSorted((one, other) => inTurn(one.fault, other.fault)).slice(0, draw.most);
  }

  /** @returns a line for each fault that its recording doesn't show, the totals, and whether these are good enough */
  async result(
    planted: readonly Planting[],
  ): Promise<{ readonly lines: readonly string[]; readonly isGood: boolean }> {
    const missed: string[] = [];
    let elsewhere = 0;
    for (const [index, planting] of planted.entries()) {
      const { found } = await this.#judge(index + 1);
      const { violates } = planting.fault;
      if (found.length === 0) missed.push(`${violates}  ${nameOf(planting)}: missed in recorded traffic`);
      else if (!found.includes(violates)) elsewhere += 1;
    }
    const caught = planted.length - missed.length;
    const clean = [...this.#clean].map(
      ([writer, { verified, found }]) =>
        `The clean recording of ${writer} verifies ${numberOf(verified.length, 'requirement')} and has ${numberOf(found.length, 'finding')}.`,
    );
    return {
      lines: [
        ...missed,
        ...new Set([...this.#clean.values()].flatMap(({ shown }) => shown)),
        ...clean,
        `${caught} of ${numberOf(planted.length, 'fault')} caught in recorded traffic, ${elsewhere} of them by other requirements.`,
      ],
      isGood:
        [...this.#clean.values()].every(
          ({ verified, found }) => verified.length >= leastVerified && found.length === 0,
        ) && caught * 100 >= planted.length * leastCaught,
    };
  }

  async #judge(index: number, writer: HarWriter = 'chrome'): Promise<Judged> {
    const file = join(this.#folder, `${index}.har`);
    // The checks of a process remember what each service has answered.
    const service = `http://${writer}.${index}.example.com`;
    writeFileSync(file, JSON.stringify(harOfPassed(this.#proxies[index]?.passed ?? [], service, writer)));
    const options = { secrets: new Secrets(), isConfirmed: () => true, replay: () => '' };
    const { files } = await judgeTraffic([file], options);
    return {
      verified: files.flatMap(({ evidence }) => Object.keys(evidence.verified)),
      found: files.flatMap(({ evidence }) => evidence.findings.map(({ requirement }) => requirement)),
      shown: files.flatMap(({ evidence }) =>
        evidence.findings.map(
          ({ requirement, operationId, at, expected, actual }) =>
            `False alarm: ${requirement} ${operationId} ${at}: ${actual}, but expected ${expected.join(' or ')}`,
        ),
      ),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#proxies.map((proxy) => proxy[Symbol.asyncDispose]()));
  }
}
