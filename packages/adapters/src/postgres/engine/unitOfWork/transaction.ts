import { createHash, createHmac } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Application } from '@carrara/contract/core/permissions';
import type { AuditKey } from '../journal/auditKey.ts';
import type { Change } from '../journal/change.ts';
import type { ActingToken, TenantContext } from '../journal/tenantContext.ts';
import { compile } from './compile.ts';

export interface TransactionOptions {
  /** True for a read-only transaction, which sees one snapshot throughout. */
  readonly readOnly?: boolean;
  /** True if it runs a single statement: everything takes one round trip, and further statements are refused. */
  readonly singleStatement?: boolean;
}

/** A database transaction of one tenant. Its writes take effect together or not at all. */
export interface Transaction extends TenantContext {
  /** Runs a query composed with Kysely's `sql` and returns its rows. */
  run<R>(query: RawBuilder<R>): Promise<R[]>;
  /** Runs plain SQL with `$1` parameters and returns its rows. */
  query<R>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Runs SQL that is repeated often, such as one built from a definition. It is prepared once per connection. */
  prepared<R>(text: string, values: readonly unknown[]): Promise<R[]>;
  /**
   * Runs prepared SQL for which, by its construction, a generic plan is as good as one for specific values. It is
   * planned once, and not five more times for comparison.
   */
  plannedOnce<R>(text: string, values: readonly unknown[]): Promise<R[]>;
  /**
   * Returns a secret of the installation for one purpose in this firm. It stays the same as long as the installation's
   * key does, and differs in each firm.
   */
  secret(purpose: string): Buffer;
  /** Records a changed record. Its audit entry and event are written at the end of the transaction. */
  record(change: Change): void;
  /**
   * Returns the sequence number that the next recorded change will have in the audit log, for rows that store it. Other
   * writers of the firm wait from here to the end of the transaction, so call this last, after all decisions.
   */
  nextSeq(): Promise<number>;
  /** Runs work after the transaction commits. If it rolls back, the work never runs. Use this for changes outside the database, such as files. */
  afterCommit(work: () => Promise<void>): void;
}

/** A connection of the pool, with its underlying stream. */
export type OpenClient = pg.PoolClient & Pick<pg.Client, 'connection'>;

/**
 * A transaction on a connection that accepts statements without waiting for earlier responses (`pipeline`).
 *
 * It begins with its first statement. The statements that open it and set tenant and person are sent together, and
 * answered in one round trip. Every statement waits for both responses, so none counts if the opening failed. A
 * statement that ran without it would have seen nobody's rows. A single-statement transaction also ends in that round
 * trip.
 */
export class OpenTransaction implements Transaction {
  readonly tenantId: string;
  readonly personId: string | null;
  readonly module: Application | undefined;
  readonly token: ActingToken | undefined;
  readonly now: string;
  readonly changes: Change[] = [];
  readonly later: (() => Promise<void>)[] = [];
  /** Number of statements sent so far. */
  statements = 0;
  readonly #client: OpenClient;
  readonly #readOnly: boolean;
  readonly #opening: readonly string[];
  readonly #key: AuditKey;
  #opened: Promise<unknown> | undefined;
  readonly #single: boolean;
  readonly #preparesAll: boolean;
  #plansOnce = false;
  #ending: Promise<unknown> | undefined;

  /** `opening` are the statements that begin the transaction, and `key` is the key of its secrets. */
  constructor(
    client: OpenClient,
    context: TenantContext,
    how: TransactionOptions & { readonly preparesAll?: boolean | undefined },
    opening: readonly string[],
    key: AuditKey,
  ) {
    this.#key = key;
    this.#client = client;
    this.#readOnly = how.readOnly ?? false;
    this.#single = how.singleStatement ?? false;
    this.#preparesAll = how.preparesAll ?? false;
    this.#opening = opening;
    this.tenantId = context.tenantId;
    this.personId = context.personId;
    this.module = context.module;
    this.token = context.token;
    this.now = context.now;
  }

  async run<R>(query: RawBuilder<R>): Promise<R[]> {
    const { sql, parameters } = compile(query);
    return this.query<R>(sql, parameters);
  }

  query<R>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return this.#preparesAll ? this.prepared<R>(text, values) : this.#send<R>({ text, values: [...values] });
  }

  prepared<R>(text: string, values: readonly unknown[]): Promise<R[]> {
    return this.#send<R>({ name: statementName(text), text, values: [...values] });
  }

  plannedOnce<R>(text: string, values: readonly unknown[]): Promise<R[]> {
    return this.#send<R>({ name: statementName(text), text, values: [...values] }, true);
  }

  #send<R>(statement: pg.QueryConfig, plansOnce = false): Promise<R[]> {
    if (this.#ending) throw new Error('This transaction has ended.');
    this.statements += 1;
    const { stream } = this.#client.connection;
    // Statements that belong together are sent in one write.
    stream.cork();
    try {
      this.#begin(plansOnce);
      const rows = rowsOf<R>(this.#opened, this.#client.query(statement));
      // The code that returns the connection checks below that the transaction ended.
      if (this.#single) void this.end('COMMIT').catch(() => undefined);
      return rows;
    } finally {
      stream.uncork();
    }
  }

  #begin(plansOnce: boolean): void {
    const before = this.#opened ? [] : [...this.#opening];
    if (plansOnce && !this.#plansOnce) before.push('SET LOCAL plan_cache_mode = force_generic_plan');
    this.#plansOnce ||= plansOnce;
    if (before.length > 0) this.#opened = Promise.all([this.#opened, this.#client.query(before.join('; '))]);
  }

  /** Resolves once the transaction has begun, for statements sent outside of it. */
  async begun(): Promise<void> {
    this.#begin(false);
    await this.#opened;
  }

  /**
   * Ends the transaction if it ever began. No further statements are accepted. Resolves with the database's response.
   */
  async end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    this.#ending ??= this.#opened ? this.#client.query(how) : Promise.resolve();
    await this.#ending;
  }

  secret(purpose: string): Buffer {
    // No entry of the audit log, which is chained with the same key, begins like this.
    if (this.#key.length === 0) throw new Error('This process has no key to create secrets from.');
    return createHmac('sha256', this.#key).update(`carrara secret\0${this.tenantId}\0${purpose}`).digest();
  }

  record(change: Change): void {
    if (this.#readOnly) throw new Error(`${change.operation} tried to write in a read-only transaction`);
    this.changes.push(change);
  }

  async nextSeq(): Promise<number> {
    const [head] = await this.query<{ seq: number }>('SELECT seq FROM activity_head WHERE tenant_id = $1 FOR UPDATE', [
      this.tenantId,
    ]);
    if (head === undefined) throw new Error(`There is no tenant ${this.tenantId}`);
    return head.seq + this.changes.length + 1;
  }

  afterCommit(work: () => Promise<void>): void {
    this.later.push(work);
  }
}

async function rowsOf<R>(opened: Promise<unknown> | undefined, answer: Promise<pg.QueryResult>): Promise<R[]> {
  const [, { rows }] = await Promise.all([opened, answer]);
  return rows as R[];
}

const names = new Map<string, string>();

function statementName(text: string): string {
  const existingName = names.get(text);
  if (existingName) return existingName;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 24);
  names.set(text, name);
  return name;
}
