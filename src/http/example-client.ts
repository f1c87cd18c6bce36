import { type Client, createClient } from './client.js';
import { validKey } from './credentials.js';
import { Secrets } from './secrets.js';

/** A request as the target of a unit test sees it; the body is parsed, and undefined if the request had none. */
export interface ExampleRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
}

/**
 * A client without a real target, for unit tests.
 * @param answer returns the body of a 200 answer to the request, or undefined to answer 404
 */
export function exampleClient(answer: (request: ExampleRequest) => unknown): Client {
  return createClient({
    baseUrl: 'https://shop.example.com',
    credentials: validKey('sk-good-1'),
    secrets: new Secrets(),
    observe: () => {},
    transport: {
      send: async ({ method, url, body }) => {
        const sent = body === undefined ? undefined : JSON.parse(body.toString());
        const answered = answer({ method, url: new URL(url), body: sent });
        return {
          status: answered === undefined ? 404 : 200,
          headers: {},
          body: Buffer.from(JSON.stringify(answered ?? {})),
        };
      },
      close: async () => {},
    },
  });
}
