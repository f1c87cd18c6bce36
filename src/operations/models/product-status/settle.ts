import type fc from 'fast-check';
import { observe } from './observe.js';
import type { StatusModel } from './status-model.js';
import type { StatusTarget } from './status-target.js';

/** So often within the deadline the products are read. */
const polls = 10;

/** Waits until nothing moves any more: what was published is active before the deadline (clause 3.1). */
export class Settle implements fc.AsyncCommand<StatusModel, StatusTarget> {
  check(model: Readonly<StatusModel>): boolean {
    return model.onTheWay().length > 0;
  }

  async run(model: StatusModel, target: StatusTarget): Promise<void> {
    const published = model.onTheWay();
    const pause = model.deadline / polls;
    for (let poll = 1; poll <= polls && model.onTheWay().length > 0; poll += 1) {
      await target.pass(pause);
      await observe(model, target, `${this}: ${pause * poll} s`);
    }
    for (const { number, style_key, possible } of published) {
      await target.judge('STS-01', {
        at: `style ${number} (${style_key}) ${model.deadline} s after its publication at the latest`,
        expected: model.mayReject ? ['active', 'rejected'] : ['active'],
        actual: possible.join(' or '),
        gaps: ['G-08'],
      });
    }
  }

  toString(): string {
    return 'wait until settled';
  }
}
