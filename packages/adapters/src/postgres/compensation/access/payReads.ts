import type { RowOf } from '@carrara/contract/core/endpoint';
import type { payAccessEndpoints } from '@carrara/contract/compensation/payAccess';
import { v7 as newId } from 'uuid';
import type { SealedLog } from '../../engine/auditLog/dailySeal.ts';
import { column } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';

/** Maximum number of people named in a pay read. Beyond it, only their number is stored. */
const mostNamed = 200;

export interface PayRead {
  readonly personId: string;
  readonly sessionId: string;
  readonly operation: string;
  readonly isExport: boolean;
  readonly employees: readonly string[];
  /** Null if unknown, as for a file. */
  readonly number: number | null;
  readonly query: string;
  readonly address: string;
}

/** Records a pay read. */
export async function storePayRead(tx: Transaction, read: PayRead): Promise<void> {
  const named = read.employees.length <= mostNamed ? read.employees : [];
  await tx.query(
    `INSERT INTO pay_read (tenant_id, id, person_id, session_id, operation, is_export, employees, number, query, address, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7::uuid[], $8, left($9, 2000), left($10, 200), $11)`,
    [
      tx.tenantId,
      newId(),
      read.personId,
      read.sessionId,
      read.operation,
      read.isExport,
      named,
      read.number,
      read.query,
      read.address,
      tx.now,
    ],
  );
}

/** A pay read with the names of the people, or their number if they aren't named. */
interface StoredPayRead extends Omit<RowOf<(typeof payAccessEndpoints)['listPayReads']>, 'action' | 'employees'> {
  readonly names: readonly string[] | null;
  readonly number: number | null;
}

export const payReadList = defineListQuery<StoredPayRead>({
  base: { table: 'pay_read' },
  columns: {
    createdDate: column('instant', 'b.created_at'),
    person: column('text', personName('b.person_id')),
    operation: column('text', 'b.operation'),
    isExport: column('boolean', 'b.is_export'),
    names: {
      value: `CASE WHEN cardinality(b.employees) > 0 THEN coalesce((SELECT jsonb_agg(p.name ORDER BY p.name) FROM participant p
        WHERE p.tenant_id = b.tenant_id AND p.id = ANY (b.employees)), '[]') END`,
    },
    number: { value: 'b.number' },
    query: column('text', 'b.query'),
    address: column('text', 'b.address'),
  },
  search: { text: `lower(${personName('b.person_id')} || E'\\n' || b.operation)` },
  filters: {},
  defaultSort: { field: 'createdDate', ascending: false },
});

/** Log of pay reads, sealed daily in the audit log. */
export const payReadLog: SealedLog = {
  table: 'pay_read',
  seals: 'pay_read_day',
  objectType: 'payReadDay',
  operation: 'sealPayReads',
  title: 'Pay reads',
  columns: ['id', 'person_id', 'session_id', 'operation', 'is_export', 'employees', 'number', 'query', 'address'],
};
