import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandLine } from '../../contract/documents/folders.js';
import { targetFolder } from '../../contract/mapping/file/target-file.js';
import { groupedBy } from '../../contract/values/groups.js';
import { counted } from '../../contract/values/words.js';
import type { SentRequests } from '../../http/transports/attempts.js';
import { isNamed, type SharedFolders } from '../../target/environment.js';
import { requireRoom } from '../../target/folders/run-folder.js';
import type { Settings } from '../../target/settings.js';
import { entryOf, type KeyName, type LedgerEntry, ownerOf, type RunEntry } from './entry.js';

/**
 * The folder with a target's ledgers, and the identity of the run; the first of the run's processes writes the ledger.
 */
type LedgerOptions = Omit<RunEntry, 'kind' | 'at'> & { readonly folder: string };

/**
 * Enters what a process of a run creates in the run's ledger, line by line, before each request is sent. When the
 * returned function has returned, the operating system has the line, so no line is lost even if the process is killed
 * at that moment. The first entry creates the file.
 * @returns a function that throws a file system error if the entry can't be written, in which case nothing may be sent
 */
export function ledgerIn({ folder, ...run }: LedgerOptions): (entry: LedgerEntry) => void {
  const file = join(folder, `${run.prefix}${run.processes.join('-')}.jsonl`);
  const enter = (entry: LedgerEntry) => appendFileSync(file, `${JSON.stringify(entry)}\n`);
  let isBegun = false;
  return (entry) => {
    if (!isBegun) {
      mkdirSync(folder, { recursive: true });
      enter({ kind: 'run', at: new Date().toISOString(), ...run });
      isBegun = true;
    }
    enter(entry);
  };
}

type EntryOf<Kind extends LedgerEntry['kind']> = Extract<LedgerEntry, { readonly kind: Kind }>;

/** The things that a run created with one key, according to its ledger. */
export class EnteredThings {
  /** Skus of products that were created, according to a batch result. */
  readonly made = new Set<string>();
  /** Skus of products that may have been created, because the outcome of an upsert is unknown. */
  readonly unsure = new Set<string>();
  /** Styles of products that were about to be created. */
  readonly madeStyles = new Set<string>();
  /** Styles whose status was about to be updated; all other styles are drafts, which customers don't see. */
  readonly updatedStyles = new Set<string>();
  /** The status updates that may still take effect. */
  readonly openUpdates: OpenUpdate[] = [];
  readonly subscriptionIds = new Set<string>();
  /** Whether any subscription was about to be created. */
  hasSubscriptions = false;

  /**
   * Adds what a write was about to create.
   * @param end the end of the write's batch, if the batch was followed to its end
   */
  add(write: EntryOf<'write'>, answer?: EntryOf<'answer'>, end?: EntryOf<'batch end'>) {
    const { makes, skus, styleKeys } = write;
    const { status = 0, batch } = answer ?? {};
    if (makes === 'a subscription') this.hasSubscriptions = true;
    else if (makes === 'a status update') {
      for (const styleKey of styleKeys) this.updatedStyles.add(styleKey);
      if (answer === undefined || (batch !== undefined && end === undefined))
        this.openUpdates.push({ styleKeys, at: Date.parse(write.at), batch });
    } else {
      for (const styleKey of styleKeys) this.madeStyles.add(styleKey);
      const isRefused = (sku: string) => (status >= 400 && status < 500) || end?.refused.includes(sku);
      for (const sku of skus)
        if (end?.made.includes(sku)) this.made.add(sku);
        else if (!isRefused(sku)) this.unsure.add(sku);
    }
  }
}

/** A status update that may still take effect. */
export interface OpenUpdate {
  readonly styleKeys: readonly string[];
  /** When it was sent, in milliseconds since the epoch. */
  readonly at: number;
  /** Its batch, if the update was answered; the end of the batch settles the update. */
  readonly batch?: string;
}

export interface EnteredRun {
  /** The first line of its first file; those of its other files differ only in the time and the processes. */
  readonly run: RunEntry;
  /** Paths of its ledger. */
  readonly files: readonly string[];
  /** Processes on this machine that belong to the run. */
  readonly processes: readonly number[];
  /**
   * The created things by the key that created them: several keys may belong to one merchant or, by mistake, to
   * different ones.
   */
  readonly merchants: ReadonlyMap<KeyName, EnteredThings>;
}

/**
 * The runs whose ledgers are in a folder. Runs with the same prefix but against different addresses, or with different
 * keys, are different runs.
 * @param folder the folder, which may be missing
 */
export function enteredRuns(folder: string): EnteredRun[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const read = names.sort().flatMap((name) => {
    const file = join(folder, name);
    const entries = readFileSync(file, 'utf8').split('\n').flatMap(entryOf);
    const [run] = entries;
    return run?.kind === 'run' && run.prefix !== '' ? [{ file, entries, run }] : [];
  });
  const runs = groupedBy(read, ({ run: { prefix, baseUrl, keys } }) =>
    JSON.stringify([prefix, baseUrl, keys]),
  );
  return [...runs.values()].map((group) => {
    const entries = group.flatMap((each) => each.entries);
    return {
      run: group[0].run,
      files: group.map(({ file }) => file),
      processes: group.flatMap(({ run }) => run.processes),
      merchants: thingsIn(entries),
    };
  });
}

/** Removes the ledger of a run, and the folder if it contains no other ledger. */
export function closeLedger({ files }: EnteredRun): void {
  for (const file of files) rmSync(file, { force: true });
  for (const folder of new Set(files.map(dirname))) if (readdirSync(folder).length === 0) rmdirSync(folder);
}

function thingsIn(entries: readonly LedgerEntry[]): Map<KeyName, EnteredThings> {
  const answers = new Map<string, EntryOf<'answer'>>();
  const ends = new Map<string, EntryOf<'batch end'>>();
  for (const entry of entries)
    if (entry.kind === 'answer') answers.set(entry.write, entry);
    else if (entry.kind === 'batch end') ends.set(entry.batch, entry);
  const merchants = new Map<KeyName, EnteredThings>();
  for (const entry of entries) {
    if (entry.kind !== 'write' && entry.kind !== 'subscription id') continue;
    const owner = ownerOf(entry.key);
    const things = merchants.get(owner) ?? new EnteredThings();
    merchants.set(owner, things);
    const answer = entry.kind === 'write' ? answers.get(entry.write) : undefined;
    if (entry.kind === 'write') things.add(entry, answer, ends.get(answer?.batch ?? ''));
    else things.subscriptionIds.add(entry.id);
  }
  for (const { made, unsure } of merchants.values()) for (const sku of made) unsure.delete(sku);
  return merchants;
}

/** The run, or another command, that creates things. */
export interface Origin {
  /** Prefix of every name that it creates. */
  readonly prefix: string;
  readonly folders: SharedFolders;
}

/** The folder where the runs of a target enter what they create. @param target the target's name */
export function ledgerFolder({ ledger }: SharedFolders, target: string): string {
  return join(ledger, targetFolder(target));
}

/**
 * Called before anything is sent: on someone else's merchant, a run creates only what it has entered in its ledger.
 * @throws Refusal if the ledger can't be written
 */
export function requireLedger({ control, writes, name }: Settings, folders: SharedFolders): void {
  if (control !== undefined || writes === 'deny') return;
  requireRoom(
    ledgerFolder(folders, name),
    'make it a folder that you can write to, because a run first notes there what it creates',
  );
}

/** The owner of the things, by the setting with its key: the merchant under test, or the other merchant. */
export type MerchantSetting = 'TARGET_API_KEY' | 'TARGET_OTHER_API_KEY';

/**
 * Something that a run created and that is still there, or could not be read: a subscription, a style, or a product in
 * the catalogue or on its way there.
 */
export interface ResidualThing {
  readonly merchant: MerchantSetting;
  readonly what: 'product' | 'style' | 'subscription';
  /** The sku, the key of the style, or the id of the subscription. */
  readonly name: string;
  /** For a product: its status; `not read` if nothing is known. */
  readonly status?: string;
}

/** The outcome of removing what a run created on a merchant that others also use. */
export interface Residue {
  readonly prefix: string;
  readonly deleted: number;
  /** Number of styles that were taken out of the catalogue at the end, as confirmed by a later read. */
  readonly hidden: number;
  /** Number of products that were created: the API can't delete them, so they stay. */
  readonly products: number;
  /** Things that could not be removed. */
  readonly left: readonly ResidualThing[];
  /** Sentences that say why not everything could be checked; absent if everything could. */
  readonly problem?: string;
  /** What the run sent to remove its things at the end; absent for a separate cleanup. */
  readonly sent?: SentRequests;
}

/** Whether everything could be checked and nothing is left. */
export function isClean({ left, problem }: Residue): boolean {
  return left.length === 0 && problem === undefined;
}

/** The outcome of removing a run's things, one sentence each. */
export function residueInWords(residue: Residue): string[] {
  const { deleted, hidden, products, left, problem } = residue;
  const isOver = isClean(residue);
  const removed = [
    hidden > 0 && `${counted(hidden, 'style')} taken out of the catalogue`,
    deleted > 0 && `${counted(deleted, 'subscription')} deleted`,
  ].filter((each) => each !== false);
  const nothing = isOver ? 'nothing had to be removed' : 'nothing is known to be removed';
  const outcome = `${removed.length > 0 ? removed.join(' and ') : nothing} at the end`;
  const [stay, status] = products === 1 ? ['stays', 'as a draft'] : ['stay', 'as drafts'];
  const kept = `the API can't delete ${counted(products, 'product')}, which ${stay}${isOver ? ` ${status} or inactive` : ''}`;
  const sentences = [
    products > 0 ? `${outcome}; ${kept}.` : `${outcome}.`,
    left.length > 0 && `${counted(left.length, 'thing')} may still be visible.`,
    problem,
  ];
  return sentences.filter((each) => typeof each === 'string');
}

/** The command that removes what runs against a target left behind. */
export function cleanUpCommand(target: { readonly name: string; readonly url: string }): string {
  return commandLine('cleanup', isNamed(target) ? ['--target', target.name] : ['--url', target.url]);
}

export function residualThingInWords({ merchant, what, name, status }: ResidualThing): string {
  const whose = merchant === 'TARGET_API_KEY' ? '' : ', of the merchant of TARGET_OTHER_API_KEY';
  return `${what} ${name}${status === undefined ? '' : `, ${status}`}${whose}`;
}

/**
 * The outcome of the removal after the last test of the run of this process, for the reporter in the same process; absent
 * if the run was stopped, or created nothing.
 */
export const removedAtEnd: { residue?: Residue } = {};
