import { type Client, createClient } from './client.js';
import { validKey } from './credentials.js';
import { Secrets } from './secrets.js';

/** A request as the target of a unit test sees it; the body is parsed, and absent where none was sent. */
export interface ExampleRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
}

/**
 * A client of no real target, for unit tests.
 * @param answer the body with which a request is answered 200; undefined is answered 404
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
