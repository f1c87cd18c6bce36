import type { Operation } from '../http/operation.js';
import type { Asked, Plant, Sent } from './fault.js';

/** A request for one of the operations that a fault is planted in. */
export type AskedOperation = Asked & { readonly operation: Operation };

/** Changes what the planted operations send. Returning `sent` itself leaves an answer as it is. */
export function changedSent(change: (sent: Sent, asked: AskedOperation) => Sent | Promise<Sent>): Plant {
  return (_clean, plantedIn) => ({
    send(sent, asked) {
      const { operation } = asked;
      return operation !== undefined && plantedIn(operation.id)
        ? change(sent, { ...asked, operation })
        : sent;
    },
  });
}

/** Changes the JSON that the planted operations send with a status. Returning `body` itself leaves it as it is. */
export function changedJson(
  isMeant: (status: number) => boolean,
  change: (body: unknown, asked: AskedOperation) => unknown,
): Plant {
  return (clean, plantedIn) =>
    changedSent((sent, asked) => {
      if (!isMeant(sent.status) || !isJson(sent)) return sent;
      const body: unknown = JSON.parse(String(sent.body));
      const changed = change(body, asked);
      return changed === body ? sent : { ...sent, body: JSON.stringify(changed) };
    })(clean, plantedIn);
}

/** What is sent, with these headers changed; undefined leaves one out. */
export function withHeaders(sent: Sent, headers: Readonly<Record<string, string | undefined>>): Sent {
  const kept = Object.entries({ ...sent.headers, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { ...sent, headers: Object.fromEntries(kept) };
}

/** What is sent without the rate-limit headers. */
export function withoutLimits(sent: Sent): Sent {
  return withHeaders(sent, {
    'x-ratelimit-limit': undefined,
    'x-ratelimit-remaining': undefined,
    'x-ratelimit-reset': undefined,
    'retry-after': undefined,
  });
}

/** What is sent without its body. */
export function withoutBody(sent: Sent): Sent {
  return { ...withHeaders(sent, { 'content-type': undefined }), body: '' };
}

/** An error in the place of what would be sent. */
export function asError(sent: Sent, status: number, message: string): Sent {
  return {
    ...withHeaders(sent, { 'content-type': 'application/json; charset=utf-8' }),
    status,
    body: JSON.stringify({ message }),
  };
}

/** Whether it is JSON. */
export function isJson({ headers, body }: Sent): boolean {
  return (headers['content-type'] ?? '').startsWith('application/json') && body.length > 0;
}

/** Whether a status is one of success. */
export function isSuccess(status: number): boolean {
  return status < 300;
}

/** Whether a status is a refusal of what was asked: 400 or 404. */
export function isRefusal(status: number): boolean {
  return status === 400 || status === 404;
}
