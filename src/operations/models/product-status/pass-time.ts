import type fc from 'fast-check';
import { observe } from './observe.js';
import type { StatusModel } from './status-model.js';
import type { StatusTarget } from './status-target.js';

/** Lets time pass, in which published products may get further; with 0 seconds it only reads (clauses 3.1, 4.1). */
export class PassTime implements fc.AsyncCommand<StatusModel, StatusTarget> {
  readonly #seconds: number;

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  check(): boolean {
    return true;
  }

  async run(model: StatusModel, target: StatusTarget): Promise<void> {
    if (this.#seconds > 0) await target.pass(this.#seconds);
    await observe(model, target, `${this}`);
  }

  toString(): string {
    return this.#seconds === 0 ? 'poll' : `let ${this.#seconds} s pass`;
  }
}
