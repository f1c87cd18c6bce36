import type { Page } from '@playwright/test';

/** A form as a page would send it. */
export interface Form {
  /** Path that it is sent to. */
  readonly action: string;
  /** Values by the names of its fields, including hidden ones. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The form of a page that has a button with that name; undefined if there is none. */
export async function formWith(page: Page, button: string): Promise<Form | undefined> {
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: button, exact: true }) });
  if ((await form.count()) === 0) return undefined;
  return form.first().evaluate<Form, void, Sendable>((sendable) => ({
    action: new URL(sendable.action).pathname,
    fields: Object.fromEntries(new FormData(sendable)),
  }));
}

/**
 * Makes a page send a form from elsewhere, with the page's own hidden fields in place of fields with the same name.
 * @returns whether the page has such fields; without them nothing is sent
 */
export async function send(page: Page, form: Form): Promise<boolean> {
  return page.evaluate(({ action, fields }) => {
    const sent = new Map(Object.entries(fields));
    const own = [...document.querySelectorAll('input[type=hidden]')].filter(({ name }) => sent.has(name));
    if (own.length === 0) return false;
    for (const { name, value } of own) sent.set(name, value);
    const sender = document.createElement('form');
    Object.assign(sender, { method: 'post', action });
    for (const [name, value] of sent) {
      const field = document.createElement('input');
      Object.assign(field, { type: 'hidden', name, value });
      sender.append(field);
    }
    document.body.append(sender);
    sender.submit();
    return true;
  }, form);
}

/** The parts of the page that the functions above use there: the rest of the suite has no types for them. */
interface Sendable {
  readonly action: string;
  readonly name: string;
  readonly value: string;
  append(field: Sendable): void;
  submit(): void;
}

declare const document: {
  readonly body: Sendable;
  querySelectorAll(selector: string): Iterable<Sendable>;
  createElement(name: string): Sendable;
};

declare const FormData: new (form: Sendable) => Iterable<readonly [string, string]>;
