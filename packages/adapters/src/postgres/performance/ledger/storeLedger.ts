import type { Transaction } from '../../engine/unitOfWork/index.ts';

type Row = Readonly<Record<string, unknown>>;
type LedgerTable =
  | 'commitment'
  | 'commitment_event'
  | 'notice'
  | 'security'
  | 'ledger_entry'
  | 'ledger_share'
  | 'reported_figure'
  | 'valuation';

/** Writes rows of one table, all at once; those of acts carry the act's number. */
export async function insertRows(
  tx: Transaction,
  table: LedgerTable,
  seq: number,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const names = Object.keys(first);
  const head = table === 'ledger_share' ? [] : ['seq', 'created_at', 'created_by'];
  await tx.query(
    `INSERT INTO ${table} (tenant_id, ${[...head, ...names].join(', ')})
     SELECT $1, ${head.length === 0 ? '' : '$3, $4, $5, '}${names.map((name) => `r.${name}`).join(', ')}
     FROM jsonb_populate_recordset(NULL::${table}, $2::jsonb) r`,
    [tx.tenantId, JSON.stringify(rows), ...(head.length === 0 ? [] : [seq, tx.now, tx.personId])],
  );
}
