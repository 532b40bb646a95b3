import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';

export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface LoadReport {
  /** Sorted times in milliseconds from the moment a request was due until the end of its response. */
  readonly sorted: readonly number[];
  readonly failed: number;
}

/**
 * Sends requests when they are due, even if earlier ones have no response yet, and measures each from that moment. This reveals a server that falls
 * behind. Works only with the local machine, and the number of requests is fixed in advance.
 */
export async function openLoop({ url, headers, perSecond, seconds }: Load): Promise<LoadReport> {
  if (new URL(url).hostname !== '127.0.0.1') throw new Error('only the own machine is put under load');
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const milliseconds: number[] = [];
  let failed = 0;
  const send = (due: number) =>
    new Promise<void>((resolve) => {
      const ended = (ok: boolean) => {
        milliseconds.push(performance.now() - due);
        failed += ok ? 0 : 1;
        resolve();
      };
      get(url, { agent, headers }, (answer) => {
        answer.resume().once('end', () => ended(answer.statusCode === 200));
      }).once('error', () => ended(false));
    });
  const total = perSecond * seconds;
  const began = performance.now();
  const sent: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      for (let due = began + (sent.length * 1000) / perSecond; due <= performance.now() && sent.length < total; ) {
        sent.push(send(due));
        due = began + (sent.length * 1000) / perSecond;
      }
      if (sent.length < total) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  await Promise.all(sent);
  agent.destroy();
  return { sorted: milliseconds.sort((a, b) => a - b), failed };
}

export const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
