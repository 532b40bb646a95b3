import { Err } from 'neverthrow';
import pg from 'pg';
import type { AuditKey } from '../journal/auditKey.ts';
import { writeJournal } from '../journal/writeJournal.ts';
import { OpenTransaction, type TenantContext, type Transaction } from './transaction.ts';

export interface UnitOfWorkOptions {
  readonly pool: pg.Pool;
  readonly auditKey: AuditKey;
  /** Called after a commit that left events in the outbox. */
  readonly onCommitted?: () => void;
}

export interface TransactionOptions {
  /** A read: sees one state of the database throughout and cannot write. */
  readonly readOnly?: boolean;
}

export type WithTenant = <T>(
  context: TenantContext,
  work: (transaction: Transaction) => Promise<T>,
  options?: TransactionOptions,
) => Promise<T>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Makes `withTenant`, the only way to the tables of a tenant.
 *
 * Everything a write does happens in the one transaction: the records, an audit entry for each and the outgoing events. It is committed
 * when `work` resolves, and rolled back when it rejects or answers a refusal (a neverthrow `err`). The tenant and the person are set for
 * the transaction only, so nothing of them is left on the connection.
 *
 * Fails: rejects with the error of `work`, or with the database's; `failureOf` tells which of those are refusals.
 */
export function unitOfWork({ pool, auditKey, onCommitted }: UnitOfWorkOptions): WithTenant {
  return async (context, work, { readOnly = false } = {}) => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(opening(context, readOnly));
      const transaction = new OpenTransaction(client, context, readOnly);
      const answer = await work(transaction);
      if (answer instanceof Err) {
        await client.query('ROLLBACK');
        return answer;
      }
      const events =
        transaction.changes.length > 0 ? await writeJournal(client, context, transaction.changes, auditKey) : 0;
      await client.query('COMMIT');
      if (events > 0) onCommitted?.();
      // It is stored whatever becomes of this, so nobody is told of a failure.
      for (const work of transaction.later) await work().catch(() => undefined);
      return answer;
    } catch (error) {
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        // The connection is gone or in an unknown state: the pool must not hand it out again.
        broken = rollbackError;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  };
}

function opening({ tenantId, personId }: TenantContext, readOnly: boolean): string {
  for (const id of [tenantId, ...(personId === null ? [] : [personId])]) {
    if (!uuid.test(id)) throw new TypeError(`${id} is no identifier`);
  }
  const mode = readOnly ? 'ISOLATION LEVEL REPEATABLE READ, READ ONLY' : '';
  const set = (name: string, value: string) => `set_config('app.${name}', ${pg.escapeLiteral(value)}, true)`;
  // One round trip: several statements in a simple query.
  return `BEGIN ${mode}; SELECT ${set('tenant_id', tenantId)}, ${set('person_id', personId ?? '')}`;
}
