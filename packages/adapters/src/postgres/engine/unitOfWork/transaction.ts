import { createHash } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Change } from '../journal/change.ts';
import { compile } from './compile.ts';

/** On whose behalf and when: set for the whole transaction, in the database as well. */
export interface TenantContext {
  readonly tenantId: string;
  /** Null for the program itself. */
  readonly personId: string | null;
  /** The instant of the clock port, as UTC ISO text: the time of every record and entry that the transaction writes. */
  readonly now: string;
}

/** One database transaction of one tenant. What it writes is there as a whole or not at all. */
export interface Transaction extends TenantContext {
  /** Runs a query composed with Kysely's `sql` and answers its rows. */
  run<R>(query: RawBuilder<R>): Promise<R[]>;
  /** Runs plain SQL with `$1` parameters and answers its rows. */
  query<R>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** The same for a text that comes again and again, such as one made from a definition: it is planned once for each connection. */
  prepared<R>(text: string, values: readonly unknown[]): Promise<R[]>;
  /** Notes a changed record: its audit entry and its outgoing event are written at the end of this transaction. */
  record(change: Change): void;
  /** Has something done once the transaction is committed, and never when it is not: what lies outside the database, such as a file. */
  afterCommit(work: () => Promise<void>): void;
}

export class OpenTransaction implements Transaction {
  readonly tenantId: string;
  readonly personId: string | null;
  readonly now: string;
  readonly changes: Change[] = [];
  readonly later: (() => Promise<void>)[] = [];
  readonly #client: pg.PoolClient;
  readonly #readOnly: boolean;

  constructor(client: pg.PoolClient, context: TenantContext, readOnly: boolean) {
    this.#client = client;
    this.#readOnly = readOnly;
    this.tenantId = context.tenantId;
    this.personId = context.personId;
    this.now = context.now;
  }

  async run<R>(query: RawBuilder<R>): Promise<R[]> {
    const { sql, parameters } = compile(query);
    return this.query<R>(sql, parameters);
  }

  async query<R>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    const { rows } = await this.#client.query(text, [...values]);
    return rows as R[];
  }

  async prepared<R>(text: string, values: readonly unknown[]): Promise<R[]> {
    const { rows } = await this.#client.query({ name: statementName(text), text, values: [...values] });
    return rows as R[];
  }

  record(change: Change): void {
    if (this.#readOnly) throw new Error(`${change.operation} wants to write in a read-only transaction`);
    this.changes.push(change);
  }

  afterCommit(work: () => Promise<void>): void {
    this.later.push(work);
  }
}

const names = new Map<string, string>();

function statementName(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 24);
  names.set(text, name);
  return name;
}
