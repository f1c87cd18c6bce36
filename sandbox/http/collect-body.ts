import type { Readable } from 'node:stream';

/** The largest body that is read, in bytes. */
export const BODY_LIMIT = 10 * 1024 * 1024;
/** How much of a body that is too large is still taken in, so that the sender gets to read the answer. */
const PATIENCE_LIMIT = 128 * 1024 * 1024;

/** Emitted by a request's stream when the connection says that no more of its body will come. */
export const CUT_OFF = 'cut off';

/** The bytes of a body, or the problem with them; `bytes` counts those that arrived. */
export interface CollectedBody {
  content: Buffer;
  bytes: number;
  problem?: string;
}

/**
 * Takes in a body until it ends, breaks off, or is far too large. Never rejects.
 * @param limit the largest body that is wanted, in bytes
 */
export function collectBody(stream: Readable, limit = BODY_LIMIT): Promise<CollectedBody> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    let isOver = false;

    function fail(problem: string): void {
      if (isOver) return;
      isOver = true;
      chunks = [];
      resolve({ content: Buffer.alloc(0), bytes, problem });
    }

    function breakOff(): void {
      fail('body ends before it is complete');
    }

    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limit) chunks.push(chunk);
      else if (bytes > PATIENCE_LIMIT) fail(`body must have at most ${limit} bytes`);
    });
    stream.once('end', () => {
      if (bytes > limit) fail(`body must have at most ${limit} bytes`);
      if (isOver) return;
      isOver = true;
      resolve({ content: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks), bytes });
    });
    // The first of these that comes decides.
    stream.on('error', breakOff);
    stream.once(CUT_OFF, breakOff);
    stream.once('close', breakOff);
    if (stream.destroyed) breakOff();
  });
}
