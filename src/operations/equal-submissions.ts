import { setTimeout as sleep } from 'node:timers/promises';
import { member } from '../contract/values/path.js';
import { jsonIn } from '../http/exchange.js';
import type { Transport, TransportResponse } from '../http/transports/transport.js';
import { lessAndLessOften, looks, type TargetClock } from '../target/merchants/merchant.js';
import { type BatchContent, batchContent, mayBeEqual } from '../verdicts/recording/submission.js';

/** Seconds on the target's clock after which each further pause also takes real time, and its milliseconds. */
const patience = 10;
const realPause = 500;

/**
 * A transport for a target that answers an equal submission with the id of the earlier batch (gap G-21). If it gets
 * such a response, it waits on the target's clock and submits again, until the submission is a batch of its own or the
 * deadline has passed.
 * @param deadline seconds within which a batch must finish
 * @param submitted what was submitted for each batch request id; shared by the transports of a test
 */
export function apart(
  transport: Transport,
  clock: TargetClock,
  deadline: number,
  submitted: Map<string, BatchContent>,
): Transport {
  return {
    send: async (request) => {
      const { operation, body } = request;
      if (operation?.resultsOperation === undefined) return transport.send(request);
      const content = batchContent(operation, body);
      const isRepeated = (response: TransportResponse) => {
        const id = batchIn(response);
        const earlier = id === undefined ? undefined : submitted.get(id);
        if (id !== undefined && earlier === undefined) submitted.set(id, content);
        return earlier !== undefined && mayBeEqual(earlier, content);
      };
      let response = await transport.send(request);
      if (!isRepeated(response)) return response;
      for await (const seconds of looks(clock, lessAndLessOften(deadline), 'an equal batch to finish')) {
        // A gateway in front of the target may count in real time, whatever the target's clock says.
        if (seconds > patience) await sleep(realPause);
        response = await transport.send(request);
        if (!isRepeated(response)) break;
      }
      return response;
    },
  };
}

/** The batch request id of an acknowledgement; undefined for any other response. */
function batchIn({ status, body }: TransportResponse): string | undefined {
  const id = status >= 400 ? undefined : member(jsonIn(body), 'batchRequestId');
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}
