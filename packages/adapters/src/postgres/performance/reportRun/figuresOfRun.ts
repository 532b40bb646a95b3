import type { Kind } from '@carrara/contract/core/kinds';
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../engine/journal/auditKey.ts';
import type { ReportQuery, Values } from '../../engine/reports/reportQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** Result of a report run: the number of figures and rows, and their digest. */
export interface RunFigures {
  readonly rows: number;
  readonly figures: number;
  readonly digest: string;
}

const figureKinds: ReadonlySet<Kind> = new Set<Kind>([
  'money',
  'shares',
  'multiple',
  'percent',
  'rate',
  'return',
  'spanReturn',
  'partialReturn',
  'partialSpanReturn',
  'partialMultiple',
  'partialMoney',
  'count',
]);

/**
 * Returns the digest of a report's figures for `values`: SHA-256 over the id, the separating columns and the figures of
 * each row as canonical JSON, in a fixed order. Neither names of records nor the order of rows affect it.
 */
export async function figuresOfRun(tx: Transaction, query: ReportQuery, values: Values): Promise<RunFigures> {
  const { report } = query;
  const figures = report.columns.filter(({ kind }) => figureKinds.has(kind)).map(({ field }) => field);
  const { field, ascending } = report.defaultSort;
  const found = await query.rows(tx, {
    startPage: 1,
    pageSize: 1,
    sortColumn: field,
    sortAsc: ascending,
    searchQuery: '',
    filters: values,
  });
  if (found.isErr()) throw new Error(`${report.name} can’t be read: ${found.error.detail}`);
  const digests: string[] = [];
  for await (const batch of found.value) {
    for (const row of batch as readonly Values[]) {
      const own = [...report.splitBy, ...figures].map((name) => [name, row[name] ?? null] as const);
      digests.push(sha256(canonicalJson({ id: row['id'], ...Object.fromEntries(own) })));
    }
  }
  return {
    rows: digests.length,
    figures: digests.length * figures.length,
    digest: sha256(canonicalJson(digests.sort())),
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
