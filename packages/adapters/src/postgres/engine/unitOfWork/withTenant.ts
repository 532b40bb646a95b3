import { isDecision } from '@carrara/contract/actions';
import { Err } from 'neverthrow';
import pg from 'pg';
import type { AuditKey } from '../journal/auditKey.ts';
import { type Layout, readLayout } from '../journal/layout.ts';
import type { ChainHead } from '../journal/verifyChain.ts';
import type { TenantContext } from '../journal/tenantContext.ts';
import { writeJournal } from '../journal/writeJournal.ts';
import type { InSpan } from './inSpan.ts';
import { type OpenClient, OpenTransaction, type Transaction, type TransactionOptions } from './transaction.ts';

export interface UnitOfWorkOptions {
  readonly pool: pg.Pool;
  readonly auditKey: AuditKey;
  /** Called after a commit that left events in the outbox. */
  readonly onCommitted?: () => void;
  /**
   * Saves the head of the chain outside the database. Awaited before the response to a transaction with a decision, such
   * as an approval.
   */
  readonly storeHead?: (head: ChainHead) => Promise<void>;
  /** Tracer. Each transaction is a span. */
  readonly inSpan?: InSpan | undefined;
  /**
   * True to fill an empty database with many small transactions, all of which are repeated after a crash. A connection
   * prepares all of its statements and plans them once, and commits don't wait for the disk.
   */
  readonly isSeeding?: boolean;
}

export type WithTenant = <T>(
  context: TenantContext,
  work: (transaction: Transaction) => Promise<T>,
  options?: TransactionOptions,
) => Promise<T>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Creates `withTenant`, the only access to the tables of a tenant.
 *
 * A write happens in a single transaction: the records, an audit entry for each, and the events. It commits when `work`
 * resolves, and rolls back if `work` rejects or returns a failure (a neverthrow `err`). Tenant and person are set for
 * the transaction only, so nothing of them stays on the connection.
 *
 * Fails: rejects with the error of `work` or of the database. `failureOf` recognizes refusals among those.
 */
export function unitOfWork(parts: UnitOfWorkOptions): WithTenant {
  const { inSpan } = parts;
  const untraced = transactions(parts);
  if (!inSpan) return untraced;
  return (context, work, options = {}) => {
    const facts = {
      'db.system.name': 'postgresql',
      'carrara.tenant.id': context.tenantId,
      'carrara.read_only': options.readOnly ?? false,
    };
    return inSpan({ name: 'transaction', awaitsOther: true, facts }, (setFacts) => {
      const from = performance.now();
      return untraced(
        context,
        async (tx) => {
          setFacts({ 'carrara.waited_ms': Math.round(performance.now() - from) });
          const answer = await work(tx);
          if (tx instanceof OpenTransaction) setFacts({ 'carrara.statements': tx.statements });
          return answer;
        },
        options,
      );
    });
  };
}

function transactions({ pool, auditKey, onCommitted, storeHead, isSeeding = false }: UnitOfWorkOptions): WithTenant {
  let layout: Layout | undefined;
  return async (context, work, options = {}) => {
    const { readOnly = false } = options;
    const begin = [...opening(context, readOnly), ...(isSeeding ? seeding : [])];
    // The pool's type lacks the underlying connection.
    const client = (await pool.connect()) as OpenClient;
    const transaction = new OpenTransaction(client, context, { ...options, preparesAll: isSeeding }, begin, auditKey);
    let broken: Error | undefined;
    try {
      const answer = await work(transaction);
      const refused = answer instanceof Err;
      if (readOnly) {
        // The results are complete, so nobody waits for the end. The next user of the connection queues behind it.
        void transaction.end(refused ? 'ROLLBACK' : 'COMMIT').catch(() => undefined);
        return answer;
      }
      if (refused) {
        await transaction.end('ROLLBACK');
        return answer;
      }
      const { changes } = transaction;
      if (changes.length > 0) {
        await transaction.begun();
        layout ??= await readLayout(client);
      }
      const written =
        layout && changes.length > 0 ? await writeJournal(client, context, changes, auditKey, layout) : undefined;
      await transaction.end('COMMIT');
      if (written && written.events > 0) onCommitted?.();
      if (written && changes.some(({ operation }) => isDecision(operation))) await storeHead?.(written.head);
      // The data is committed whatever happens here, so no failure is reported.
      for (const work of transaction.later) await work().catch(() => undefined);
      return answer;
    } catch (error) {
      await transaction.end('ROLLBACK').catch((rollbackError: Error) => {
        // The connection is lost or in an unknown state, so the pool must not reuse it.
        broken = rollbackError;
      });
      throw readOnly && isRefusedWrite(error) ? new Error(wroteInRead, { cause: error }) : error;
    } finally {
      client.release(broken);
    }
  };
}

/** The error code alone would be taken for a read-only database. Here, the transaction itself is read-only. */
const wroteInRead = 'a read transaction tried to write or lock';
const isRefusedWrite = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25006';

const seeding = ['SET LOCAL plan_cache_mode = force_generic_plan', 'SET LOCAL synchronous_commit = off'];

/** Returns the statements that begin a transaction. Throws if an id is malformed. */
function opening({ tenantId, personId, token, now }: TenantContext, readOnly: boolean): readonly string[] {
  for (const id of [tenantId, ...(personId === null ? [] : [personId])]) {
    if (!uuid.test(id)) throw new TypeError(`${id} isn’t an identifier`);
  }
  const mode = readOnly ? 'ISOLATION LEVEL REPEATABLE READ, READ ONLY' : '';
  const set = (name: string, value: string) => `set_config('app.${name}', ${pg.escapeLiteral(value)}, true)`;
  return [
    `BEGIN ${mode}`,
    `SELECT ${set('tenant_id', tenantId)}, ${set('person_id', personId ?? '')}, ${set('now', now)}${token && !token.withPay ? `, ${set('without_pay', 'on')}` : ''}`,
  ];
}
