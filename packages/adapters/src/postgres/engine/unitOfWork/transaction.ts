import { createHash, createHmac } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Application } from '@carrara/contract/core/permissions';
import type { AuditKey } from '../journal/auditKey.ts';
import type { Change } from '../journal/change.ts';
import { compile } from './compile.ts';

/** By which token a program acts, and whether pay is within its sight. */
export interface ActingToken {
  readonly name: string;
  readonly withPay: boolean;
}

/** On whose behalf and when: set for the whole transaction, in the database as well. */
export interface TenantContext {
  readonly tenantId: string;
  /** Null for the program itself. */
  readonly personId: string | null;
  /** The token by which a program acts in the name of the person; absent where the person acts. */
  readonly token?: ActingToken | undefined;
  /** The module by whose address the call came; absent for those of none, and for the program itself. */
  readonly module?: Application | undefined;
  /** The instant of the clock port, as UTC ISO text: the time of every record and entry that the transaction writes. */
  readonly now: string;
}

export interface TransactionOptions {
  /** A read: sees one state of the database throughout and cannot write. */
  readonly readOnly?: boolean;
  /** It asks for one thing only: all of it is one round trip, and whatever is asked after that is refused. */
  readonly singleStatement?: boolean;
}

/** One database transaction of one tenant. What it writes is there as a whole or not at all. */
export interface Transaction extends TenantContext {
  /** Runs a query composed with Kysely's `sql` and answers its rows. */
  run<R>(query: RawBuilder<R>): Promise<R[]>;
  /** Runs plain SQL with `$1` parameters and answers its rows. */
  query<R>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** The same for a text that comes again and again, such as one made from a definition: it is planned once for each connection. */
  prepared<R>(text: string, values: readonly unknown[]): Promise<R[]>;
  /**
   * The same where a plan for any values is as good as one for these, by the making of the text: it is planned the first time only, instead
   * of five times more for comparison.
   */
  plannedOnce<R>(text: string, values: readonly unknown[]): Promise<R[]>;
  /** A secret of the installation for one purpose in this firm: the same as long as the installation has its key, and another in each firm. */
  secret(purpose: string): Buffer;
  /** Notes a changed record: its audit entry and its outgoing event are written at the end of this transaction. */
  record(change: Change): void;
  /**
   * The number that the next change to be noted will have in the audit trail, for rows that carry it. Other writers of the firm wait from here to
   * the end of the transaction: asked for last, when everything is decided.
   */
  nextSeq(): Promise<number>;
  /** Has something done once the transaction is committed, and never when it is not: what lies outside the database, such as a file. */
  afterCommit(work: () => Promise<void>): void;
}

/** A connection of the pool, with what its statements are written to. */
export type OpenClient = pg.PoolClient & Pick<pg.Client, 'connection'>;

/**
 * A transaction on a connection that takes statements without waiting for the answers to those before (`pipeline`).
 *
 * It begins with its first statement: what opens it, the tenant and the person, leaves in the same write and is answered in the same round
 * trip. Every statement waits for both answers, so that none counts whose opening failed; and one that ran without it would have seen the
 * rows of nobody. One that is for a single statement ends with it, in that same trip.
 */
export class OpenTransaction implements Transaction {
  readonly tenantId: string;
  readonly personId: string | null;
  readonly module: Application | undefined;
  readonly token: ActingToken | undefined;
  readonly now: string;
  readonly changes: Change[] = [];
  readonly later: (() => Promise<void>)[] = [];
  /** How much was asked of the database so far. */
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

  /** `opening` are the statements that begin it; `key` is what its secrets are made of. */
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
    // What leaves together is written at once.
    stream.cork();
    try {
      this.#begin(plansOnce);
      const rows = rowsOf<R>(this.#opened, this.#client.query(statement));
      // Whether the end is reached is asked below, by whoever gives the connection back.
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

  /** Resolves once it has begun, for statements that are not asked of it. */
  async begun(): Promise<void> {
    this.#begin(false);
    await this.#opened;
  }

  /** Ends it, if it ever began: nothing can be asked of it any more. Resolves with the database's answer. */
  async end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    this.#ending ??= this.#opened ? this.#client.query(how) : Promise.resolve();
    await this.#ending;
  }

  secret(purpose: string): Buffer {
    // No entry of the audit trail, which is chained by the same key, begins like this.
    if (this.#key.length === 0) throw new Error('This process has no key to make secrets of.');
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
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 24);
  names.set(text, name);
  return name;
}
