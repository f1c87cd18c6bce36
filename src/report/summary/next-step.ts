import { commandLine } from '../../contract/documents/folders.js';
import { beginningOf, counted } from '../../contract/values/words.js';
import { cleanUpCommand, isClean } from '../../footprint/ledger/ledger.js';
import { isNamed } from '../../target/environment.js';
import type { Obstacle } from '../../verdicts/finding.js';
import { whatIsMissing } from '../../verdicts/requirement-verdict.js';
import type { ConformanceReport, RequirementReport } from '../data/conformance-report.js';
import { ordersToName, settingsOf } from './facts.js';
import { gapsInWords } from './gaps.js';
import { openByCause, openRequirements } from './open-requirements.js';

/** The commands that may be the next step after a run. */
export interface WaysOn {
  /** Opens the report. */
  readonly report: string;
  /** Starts the run again; absent if one command can't, for example because it was merged from shards. */
  readonly again?: string;
  /** Runs the whole suite against the same target; absent if nobody knows how. */
  readonly whole?: string;
}

/** The one thing to do next after a run that reached its target, in a sentence. */
export function nextStep(report: ConformanceReport, { report: open, again, whole }: WaysOn): string {
  const { verdict, shards, knownFailures, deselected, endedEarly, residue, target } = report;
  const gaps = gapsInWords(report);
  if (verdict === 'non-conformant') return `see each violation, and how to repeat it: ${open}`;
  if (shards !== undefined && shards.missing.length > 0)
    return `run ${counted(shards.missing.length, 'missing shard')} (${shards.missing.join(', ')}), then merge again`;
  const hasLeft = residue === undefined ? mayLeave(report) : !isClean(residue);
  if (endedEarly && verdict === 'incomplete' && hasLeft)
    return `remove what is left of the run: ${cleanUpCommand(target)}`;
  if (endedEarly && verdict === 'incomplete' && again !== undefined) return `start the run again: ${again}`;
  if (verdict === 'known failures out of date')
    return `correct ${knownFailures?.file ?? 'the known failures'}: ${open} shows what each entry should say`;
  if (verdict === 'incomplete' || verdict === 'nothing can be said')
    return (
      namingOrders(report) ??
      (isMostlyGaps(report) ? gaps.next : undefined) ??
      ordersToName(report) ??
      removingCause(report) ??
      `see what kept the run from verifying them: ${open}`
    );
  if (report.recorded !== undefined) return `open the report: ${open}`;
  if (deselected !== undefined && whole !== undefined) return `run the whole suite: ${whole}`;
  if (verdict === 'partial' && report.target.settings.TARGET_WRITES === 'deny') return allowingWrites(report);
  if (gaps.next !== undefined) return gaps.next;
  // A run that confirms only what was confirmed before shows nothing new.
  const news = report.gaps.some(({ observed, confirmed }) => observed?.kind === 'as-assumed' && !confirmed);
  if (news && gaps.confirming !== undefined)
    return `confirm where the service does as the suite assumes: set ${gaps.confirming}`;
  return `open the report: ${open}`;
}

/** Whether a run that was stopped may have left something on a merchant that others see. */
function mayLeave({ target: { settings } }: ConformanceReport): boolean {
  return settings.TARGET_WRITES === 'allow' && settings.TARGET_CONTROL_URL === 'not set';
}

function allowingWrites({ target, requirements }: ConformanceReport): string {
  const isLackingOrders = requirements.some(({ obstacles }) => obstacles?.includes('no order'));
  const orders = isLackingOrders ? ', and name orders that the suite may use up in TARGET_ORDERS' : '';
  return `on a system where the suite may create products, set TARGET_WRITES=allow in ${settingsOf(target)}${orders}`;
}

function isMostlyGaps(report: ConformanceReport): boolean {
  const open = openRequirements(report);
  return lacking(report, (obstacle) => obstacle.startsWith('G-')).length * 2 >= open.length;
}

/** The open requirements that an obstacle kept from being verified. */
function lacking(report: ConformanceReport, isIt: (obstacle: Obstacle) => boolean): RequirementReport[] {
  return openRequirements(report).filter((each) =>
    whatIsMissing(each, report.deselected !== undefined)?.obstacles.some(isIt),
  );
}

/** Undefined if no cause kept most of what could not be verified from it. */
function removingCause(report: ConformanceReport): string | undefined {
  const all = openRequirements(report).length;
  const most = openByCause(report).find(({ ids }) => ids.length > 1 && ids.length * 2 > all);
  if (most === undefined) return undefined;
  return `find out why ${most.ids.length} of ${counted(all, 'requirement')} could not be verified: ${beginningOf(most.text, 300)}`;
}

/** Undefined unless most of what could not be verified needs orders, which only the operator can name. */
function namingOrders(report: ConformanceReport): string | undefined {
  const { target, preflight } = report;
  const open = openRequirements(report);
  const forOrders = lacking(report, (obstacle) => obstacle === 'no order');
  if (forOrders.length * 2 <= open.length || [target.settings.TARGET_ORDERS ?? []].flat().length > 0)
    return undefined;
  const { missing } = preflight?.orders ?? {};
  const plan = commandLine('plan', isNamed(target) ? ['--target', target.name] : []);
  const says = missing === undefined ? `; ${plan} says how many` : '';
  return `${forOrders.length} of these ${counted(open.length, 'requirement')} need orders: name ${missing ?? 'some'} that the suite may use up in TARGET_ORDERS in ${settingsOf(target)}${says}`;
}
