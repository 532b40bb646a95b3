import { threadId } from 'node:worker_threads';
import { runOrders } from '../insideThread.ts';

/** Keeps as many numbers as an order says. */
const numbers: number[][] = [];
runOrders<{ readonly count: number }, { readonly threadId: number }>(async ({ count }) => {
  numbers.push(Array.from({ length: count }, (_, at) => at + 0.5));
  return { threadId };
});
