import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

type Row = Readonly<Record<string, unknown>>;
export type LedgerTable =
  | 'commitment'
  | 'commitment_event'
  | 'notice'
  | 'security'
  | 'ledger_entry'
  | 'ledger_share'
  | 'ledger_settlement'
  | 'reported_figure'
  | 'valuation';

/** Rows to store by table, ordered so that references resolve. */
export type LedgerRows = readonly (readonly [table: LedgerTable, rows: readonly Row[]])[];

/** Maximum number of rows per statement. */
const mostPerStatement = 5000;

/** Stores the rows of an audit entry in a few statements per table, however many there are. */
export async function storeRows(tx: Transaction, seq: number, all: LedgerRows): Promise<void> {
  for (const table of new Set(all.map(([name]) => name))) {
    const rows = all.flatMap(([name, some]) => (name === table ? some : []));
    for (let start = 0; start < rows.length; start += mostPerStatement)
      await insertRows(tx, table, seq, rows.slice(start, start + mostPerStatement));
  }
}

/** Inserts rows of one table at once. In tables of entered data, they carry the sequence number of the audit entry. */
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
