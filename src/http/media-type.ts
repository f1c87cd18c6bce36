import type { Exchange } from './exchange.js';

/** The media type that a response declares, in lower case and without parameters, and its charset. */
export function mediaTypeOf(exchange: Exchange): { readonly type: string; readonly charset?: string } {
  const [type = '', ...parameters] = (exchange.header('content-type') ?? '').split(';');
  const charset = parameters
    .map((each) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(each)?.[1])
    .find((each) => each !== undefined);
  return { type: type.trim().toLowerCase(), ...(charset === undefined ? {} : { charset }) };
}
