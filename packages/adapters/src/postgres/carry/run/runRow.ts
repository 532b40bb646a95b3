import type { Failure } from '@carrara/domain/kernel';
import { buildStaleFailure, versionRequired } from '../../engine/records/recordStore.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';

/** The tables of the four run documents. */
export type RunTable = 'distribution' | 'forecast' | 'ledger_run' | 'realization';

/** The part of a run's head that every write uses. */
export interface StoredRun {
  readonly id: string;
  readonly rowVersion: number;
}

/** Returns a function that loads the inputs that a stored run was computed from. */
export const runInputs =
  <Inputs>(table: RunTable) =>
  async (tx: Transaction, id: string): Promise<Inputs> => {
    const [found] = await tx.query<{ inputs: Inputs }>(`SELECT inputs FROM ${table} WHERE tenant_id = $1 AND id = $2`, [
      tx.tenantId,
      id,
    ]);
    if (!found) throw new Error(`there is no ${table} ${id}`);
    return found.inputs;
  };

/** Returns undefined if the given version is the stored one. Otherwise the failure names who changed the run and when. */
export const staleRun =
  (tx: Transaction, table: RunTable) =>
  async (head: StoredRun, rowVersion: number | null | undefined): Promise<Failure | undefined> => {
    if (rowVersion === head.rowVersion) return undefined;
    if (typeof rowVersion !== 'number') return versionRequired;
    const [found] = await tx.query<{ changedBy: string; changedDate: string }>(
      `SELECT ${personName('d.updated_by')} AS "changedBy", d.updated_at AS "changedDate"
       FROM ${table} d WHERE d.tenant_id = $1 AND d.id = $2`,
      [tx.tenantId, head.id],
    );
    const { changedBy, changedDate } = found ?? { changedBy: '', changedDate: tx.now };
    return buildStaleFailure(tx, { changedBy, changedDate, rowVersion: head.rowVersion });
  };

/** A column whose value is an SQL expression over the values of other columns. */
export interface ComputedColumn {
  readonly column: string;
  readonly onInsert: string;
  readonly onUpdate: string;
}

export type Columns = readonly (readonly [column: string, value: unknown])[];

/**
 * Inserts a run's row, or updates it if `before` is given. `computed` receives the placeholders of the columns.
 */
export async function writeRunRow(
  tx: Transaction,
  table: RunTable,
  id: string,
  written: Columns,
  before: StoredRun | undefined,
  computed: (placeholderOf: (column: string) => string) => readonly ComputedColumn[] = () => [],
): Promise<void> {
  const columns: Columns = [...written, ['updated_at', tx.now], ['updated_by', tx.personId]];
  const at = columns.map((_, i) => `$${i + 3}`);
  const expressions = computed((name) => at[columns.findIndex(([column]) => column === name)] ?? 'NULL');
  const values = [tx.tenantId, id, ...columns.map(([, value]) => value)];
  if (before) {
    const sets = [
      ...columns.map(([column], i) => `${column} = ${at[i]}`),
      ...expressions.map(({ column, onUpdate }) => `${column} = ${onUpdate}`),
    ].join(', ');
    await tx.query(
      `UPDATE ${table} SET ${sets}, row_version = row_version + 1 WHERE tenant_id = $1 AND id = $2`,
      values,
    );
    return;
  }
  const names = [...columns.map(([column]) => column), ...expressions.map(({ column }) => column)].join(', ');
  const inserted = [...at, ...expressions.map(({ onInsert }) => onInsert)].join(', ');
  await tx.query(
    `INSERT INTO ${table} (tenant_id, id, ${names}, created_at, created_by)
     VALUES ($1, $2, ${inserted}, $${values.length + 1}, $${values.length + 2})`,
    [...values, tx.now, tx.personId],
  );
}

/** Returns the columns and expressions of a run's currency. A reversal has the currency of the run it reverses. */
export const runCurrency = (
  table: RunTable,
  { currencyId, reversesId }: { readonly currencyId: string | null; readonly reversesId?: string | undefined },
) =>
  reversesId === undefined
    ? { columns: [['currency_id', currencyId]] satisfies Columns, computed: (): readonly ComputedColumn[] => [] }
    : {
        columns: [] satisfies Columns,
        computed: (at: (column: string) => string): readonly ComputedColumn[] => {
          const currency = `(SELECT o.currency_id FROM ${table} o WHERE o.tenant_id = $1 AND o.id = ${at('reverses_id')}::uuid)`;
          return [{ column: 'currency_id', onInsert: currency, onUpdate: currency }];
        },
      };

export const deleteRunRow = (tx: Transaction, table: RunTable, id: string) =>
  tx.query(`DELETE FROM ${table} WHERE tenant_id = $1 AND id = $2`, [tx.tenantId, id]);
