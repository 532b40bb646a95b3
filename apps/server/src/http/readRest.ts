import type { FastifyRequest } from 'fastify';

const mostBytes = 67_108_864;
const mostMs = 10_000;

/**
 * Reads and drops the rest of a refused body: a client that is still sending reads no response and would find the
 * connection closed instead. Beyond these limits, the connection is closed anyway.
 */
export function readRest({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete || raw.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let remaining = mostBytes;
    const append = (chunk: Buffer) => {
      remaining -= chunk.length;
      if (remaining < 0) stop();
    };
    const stop = () => {
      clearTimeout(timer);
      raw.off('data', append).off('end', stop).off('close', stop).pause();
      resolve();
    };
    const timer = setTimeout(stop, mostMs);
    raw.on('data', append).on('end', stop).on('close', stop).resume();
  });
}
