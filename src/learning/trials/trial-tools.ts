import { operation } from '../../contract/operations.js';
import type { OperationId } from '../../contract/types.js';
import { member, valuesIn } from '../../contract/values/path.js';
import type { Exchange } from '../../http/exchange.js';
import { visibleText } from '../../http/shown/shown-exchange.js';
import { evenIfLost, ForeignWrite, TransportError } from '../../http/transports/transport.js';
import { Batches } from '../../operations/batches.js';
import type { TargetClock } from '../../target/merchants/merchant.js';
import type { Settings } from '../../target/settings.js';
import { Blocked } from '../../verdicts/finding.js';
import { entriesIn } from '../survey/read-target.js';
import type { Survey } from '../survey/survey.js';
import { askInShownNames } from './shown-names.js';

/**
 * Seconds of the target's clock to wait for a batch or an activation; if it takes longer, learning goes on without it.
 */
export const mostSeconds = 30;

export interface TrialOptions {
  readonly survey: Survey;
  readonly settings: Settings;
  readonly say: (sentence: string) => void;
}

/** The means by which trials write and learn from the responses. */
export class TrialTools {
  readonly survey: Survey;
  readonly clock: TargetClock;
  readonly batches: Batches;
  readonly settings: Settings;
  /** Prefix of every name that a trial creates. */
  readonly prefix: string;
  readonly #say: (sentence: string) => void;

  constructor({ survey, settings, say }: TrialOptions, clock: TargetClock, prefix: string) {
    this.survey = survey;
    this.settings = settings;
    this.clock = clock;
    this.batches = new Batches(survey.api, clock, mostSeconds);
    this.prefix = prefix;
    this.#say = say;
  }

  /**
   * Does something, and reports in a sentence why it failed, if it did. If one of its requests was lost, it starts over,
   * once.
   */
  async attempt<Value>(trouble: string, action: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await evenIfLost(action);
    } catch (error) {
      if (!(error instanceof Blocked || error instanceof TransportError || error instanceof ForeignWrite))
        throw error;
      this.#say(
        `While learning, ${trouble}: ${error.message}. The facts that this would have shown are known from the live description alone, or left open.`,
      );
      return undefined;
    }
  }

  /**
   * Sends a batch of one item, and follows it until it is finished.
   * @returns the finished results; undefined if it was not accepted and finished
   */
  async batch(write: OperationId, item: object): Promise<Exchange | undefined> {
    const { resultsOperation: results = write } = operation(write);
    this.expect(write, 'items[]', item);
    this.expect(results, 'items[].requestItem', item);
    const timed = 'valid_at' in item ? ' with valid_at' : '';
    const done = await this.attempt(`${write} could not be tried${timed}`, async () => {
      const exchange = await askInShownNames(this.survey, write, { body: { items: [item] } });
      if (!exchange.succeeded)
        throw new Blocked(
          `${exchange.line} refuses it: ${visibleText(JSON.stringify(exchange.json) ?? 'without a body').slice(0, 400)}`,
        );
      const id = member(exchange.json, 'batchRequestId');
      if (typeof id === 'string')
        await askInShownNames(this.survey, results, { query: { batch_request_id: id } });
      const finished = await this.batches.finished(exchange);
      if (timed !== '' && failuresIn(finished.exchange).length > 0)
        throw new Blocked(`${exchange.line} is accepted, but fails`);
      return finished.exchange;
    });
    this.survey.learn();
    return done;
  }

  /** Notes that an operation's responses must show values. */
  expect(id: OperationId, at: string, value: object): void {
    this.survey.expect(id, valuesIn(value, at));
  }
}

/** The failed items of finished results. */
function failuresIn(results: Exchange): readonly Readonly<Record<string, unknown>>[] {
  return entriesIn(results).filter(({ success }) => success === false);
}
