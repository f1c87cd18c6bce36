import { member } from '../../contract/values/path.js';
import type { Receiver } from '../../operations/receiver.js';
import { Blocked } from '../../verdicts/finding.js';
import type { Findings } from '../propose/findings.js';
import { learnDeliveries } from './deliveries.js';
import { askInShownNames } from './shown-names.js';
import type { TrialTools } from './trial-tools.js';

/** Learns from a webhook subscription of its own, and from the events that are delivered to it. */
export class SubscriptionTrial {
  readonly #tools: TrialTools;
  readonly #receiver: Receiver | undefined;
  #id: string | undefined;
  #event = 'stock.updated';
  #secret: string | undefined;
  #name = '';

  constructor(tools: TrialTools, receiver: Receiver | undefined) {
    this.#tools = tools;
    this.#receiver = receiver;
  }

  /**
   * Creates, reads and changes a subscription.
   * @param created is called with its id as soon as the id is known
   */
  async subscribed(created: (id: string) => void): Promise<void> {
    const { survey } = this.#tools;
    await this.#tools.attempt('a subscription could not be tried', async () => {
      const types = await survey.ask('listWebhookEventTypes');
      const events = (Array.isArray(types.json) ? types.json : []).map((each) => member(each, 'event'));
      const [first] = events.filter((each) => typeof each === 'string');
      if (!events.includes(this.#event)) this.#event = first ?? this.#event;
      // A lost request may have created a subscription of the first name.
      this.#name = `${this.#tools.prefix}learn${this.#name === '' ? '' : '-again'}`;
      const name = this.#name;
      const body = {
        events: [this.#event],
        url: this.#receiver?.urlFor(name) ?? `https://webhooks.example/${name}`,
        description: name,
      };
      for (const id of ['createWebhook', 'getWebhook', 'updateWebhook'] as const)
        this.#tools.expect(id, '', body);
      this.#tools.expect('listWebhooks', '[]', body);
      const made = await askInShownNames(survey, 'createWebhook', { body });
      const id = member(made.json, 'id');
      if (typeof id !== 'string' && typeof id !== 'number')
        throw new Blocked(
          made.succeeded ? 'the response to it shows no id' : `${made.line} is not a success`,
        );
      this.#id = String(id);
      created(this.#id);
      const secret = member(made.json, 'client_secret');
      if (typeof secret === 'string') this.#secret = secret;
      for (const each of ['getWebhook', 'updateWebhook'] as const)
        survey.expect(each, new Map([['id', [id]]]));
      await survey.ask('listWebhooks');
      await survey.ask('getWebhook', { path: { id } });
      await askInShownNames(survey, 'updateWebhook', { path: { id }, body: { enabled: true } });
      survey.learn();
    });
  }

  /**
   * The facts that the received deliveries show; undefined if no delivery arrived.
   * @param about keys of the things that the events concern
   */
  deliveries(about: readonly string[]): Findings | undefined {
    const received = this.#receiver?.deliveriesTo(this.#name) ?? [];
    if (received.length === 0 || this.#id === undefined) return undefined;
    const event = { event: this.#event, subscription: this.#id, about, secret: this.#secret };
    const { steps } = this.#tools.survey.learnedOf('listWebhookEventTypes');
    return learnDeliveries(received, event, steps);
  }
}
