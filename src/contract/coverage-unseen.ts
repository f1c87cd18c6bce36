import { fieldId, nullId, valueId } from './coverage-ids.js';
import type { NamedValue, Shape } from './coverage-shape.js';
import { isJsonObject } from './document.js';

/**
 * The parts of one place in the bodies of a response, and below it, that haven't been seen yet. It shrinks with each
 * look, so it only walks a body where it may find something new.
 */
export class Unseen {
  #field: string | undefined;
  #null: string | undefined;
  readonly #values: Map<unknown, string>;
  #fields: readonly Unseen[];
  readonly #name: string;
  readonly #names: ReadonlySet<string>;
  #entries: Unseen | undefined;
  #others: Unseen | undefined;

  constructor(operationId: string, status: number, shape: Shape, name = '') {
    const { path, counts, values, fields, entries, others } = shape;
    const below = (inner: Shape, of?: string) => new Unseen(operationId, status, inner, of);
    this.#name = name;
    this.#field = counts ? fieldId(operationId, status, path) : undefined;
    this.#null = counts ? nullId(operationId, status, path) : undefined;
    this.#values = new Map<NamedValue, string>(
      [...values.keys()].map((value) => [value, valueId(operationId, status, path, value)]),
    );
    this.#fields = [...fields].map(([field, inner]) => below(inner, field));
    this.#names = new Set(fields.keys());
    this.#entries = entries && below(entries);
    this.#others = others && below(others);
  }

  /**
   * Looks at the value in this place.
   *
   * @param value - parsed JSON; undefined if there is no value
   * @param news - receives the ids of the parts that this value shows for the first time
   * @returns whether this value completed the place: nothing is left to see, here and below
   */
  look(value: unknown, news: string[]): boolean {
    if (value === undefined) return false;
    const before = news.length;
    if (value === null) this.#lookAtNull(news);
    else if (this.#field !== undefined) {
      news.push(this.#field);
      this.#field = undefined;
    }
    if (typeof value !== 'object' || value === null) {
      if (this.#values.size > 0) this.#lookAtValue(value, news);
    } else if (Array.isArray(value)) this.#lookInList(value, news);
    else if (isJsonObject(value)) this.#lookInObject(value, news);
    return news.length > before && this.#isDone();
  }

  #isDone(): boolean {
    return (
      this.#field === undefined &&
      this.#values.size === 0 &&
      this.#fields.length === 0 &&
      this.#entries === undefined &&
      this.#others === undefined
    );
  }

  /** A null shows that the place exists, but nothing of its content. */
  #lookAtNull(news: string[]): void {
    if (this.#field === undefined || this.#null === undefined) return;
    news.push(this.#null);
    this.#null = undefined;
  }

  #lookAtValue(value: unknown, news: string[]): void {
    const id = this.#values.get(value);
    if (id === undefined) return;
    news.push(id);
    this.#values.delete(value);
  }

  #lookInList(list: readonly unknown[], news: string[]): void {
    if (this.#entries === undefined) return;
    for (const entry of list) {
      if (!this.#entries.look(entry, news)) continue;
      this.#entries = undefined;
      return;
    }
  }

  #lookInObject(object: Readonly<Record<string, unknown>>, news: string[]): void {
    let finished = false;
    for (const unseen of this.#fields) finished = unseen.look(object[unseen.#name], news) || finished;
    if (finished) this.#fields = this.#fields.filter((unseen) => !unseen.#isDone());
    if (this.#others !== undefined) this.#lookInMap(object, news);
  }

  #lookInMap(map: Readonly<Record<string, unknown>>, news: string[]): void {
    const others = this.#others;
    const values = Object.entries(map).flatMap(([name, value]) => (this.#names.has(name) ? [] : [value]));
    if (values.some((value) => others?.look(value, news))) this.#others = undefined;
  }
}
