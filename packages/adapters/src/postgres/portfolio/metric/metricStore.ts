import { type Failure, ok, type Result } from '@carrara/domain/kernel';
import { type Act, defineRecord } from '../../engine/records/index.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';

/** A figure of a fund or an investment on a date: its whole, and the general partner's and the joint venture's share of it. */
export const metricStore = defineRecord({
  objectType: 'metric',
  linkType: 'Investment',
  table: 'metric',
  fields: {
    metricDate: { kind: 'date', title: 'Date' },
    transactionTypeCode: { kind: 'code', title: 'Metric code' },
    transactionTypeDescription: { kind: 'text', title: 'Metric' },
    totalAmount: { kind: 'rate', title: 'Total' },
    gpAmount: { kind: 'rate', title: 'GP' },
    jvAmount: { kind: 'rate', title: 'JV' },
    displayOrder: { kind: 'count', title: 'Order' },
  },
  links: { container: { kind: 'reference', of: 'container' } },
});

/** One figure as it is given: its place in the order is its place in the list. */
export interface GivenMetric {
  /** MULT is a multiple; every other code is an amount. */
  readonly transactionTypeCode: string;
  readonly transactionTypeDescription: string;
  readonly totalAmount: string | null;
  readonly gpAmount: string | null;
  readonly jvAmount: string | null;
}

/**
 * Makes the figures of a fund, an investment or a part of one on a date equal to the given ones: the only way in which they are written.
 *
 * Fails: NOT_FOUND (no such container), DUPLICATE (a code that is given twice) and what the database refuses.
 */
export async function replaceMetrics(
  tx: Transaction,
  act: Pick<Act, 'operation' | 'reason'>,
  of: { readonly containerId: string; readonly metricDate: string },
  given: readonly GivenMetric[],
): Promise<Result<void, Failure>> {
  const ours = { ...act, containerId: of.containerId };
  const stored = await metricStore.find(tx, { container: of.containerId, metricDate: of.metricDate });
  for (const gone of stored.filter((row) => !given.some((one) => one.transactionTypeCode === codeOf(row)))) {
    const removed = await metricStore.remove(tx, ours, gone.id);
    if (removed.isErr()) return removed.map(() => undefined);
  }
  const added: Record<string, unknown>[] = [];
  for (const [displayOrder, one] of given.entries()) {
    const before = stored.find((row) => codeOf(row) === one.transactionTypeCode);
    const values = { ...one, displayOrder, metricDate: of.metricDate, container: { id: of.containerId } };
    if (!before) {
      added.push(values);
      continue;
    }
    const saved = await metricStore.update(tx, ours, before.id, before.rowVersion, values);
    if (saved.isErr()) return saved.map(() => undefined);
  }
  return added.length > 0 ? (await metricStore.insertMany(tx, ours, added)).map(() => undefined) : ok(undefined);
}

const codeOf = (row: Readonly<Record<string, unknown>>) => row['transactionTypeCode'];
