import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';

interface Named {
  readonly name: string;
  readonly id: string;
  readonly version?: number;
}

const container = (kind: string) => `SELECT code AS name, id FROM container WHERE tenant_id = $1 AND kind = '${kind}'`;
/** Statements that list the records of a kind by the names that the demo's files use. `$1` is the firm. */
const statements: Readonly<Record<string, string>> = {
  fund: container('fund'),
  coinvestment: container('coinvestment'),
  investment: container('investment'),
  investor: container('investor'),
  /** Another manager, such as the one of an investor's funds. */
  manager: container('firm'),
  vintage: `SELECT name, id FROM container WHERE tenant_id = $1 AND kind = 'vintage'`,
  participant: 'SELECT code AS name, id FROM participant WHERE tenant_id = $1',
  'vesting-schedule': 'SELECT name, id FROM vesting_schedule WHERE tenant_id = $1',
  'tax-profile': 'SELECT name, id FROM tax_profile WHERE tenant_id = $1',
  distribution: 'SELECT name, id FROM distribution WHERE tenant_id = $1',
  realization: 'SELECT name, id FROM realization WHERE tenant_id = $1',
  'ledger-run': 'SELECT name, id FROM ledger_run WHERE tenant_id = $1',
  group: 'SELECT name, id FROM user_group WHERE tenant_id = $1',
  'index-series': 'SELECT code AS name, id FROM index_series WHERE tenant_id = $1',
  tenant: 'SELECT name, id FROM tenant WHERE id = $1',
  /** Holding of a fund or coinvestment, such as `QL02/ARP-I`. */
  holding: `SELECT i.code || '/' || v.code AS name, h.id
    FROM (SELECT tenant_id, id, investment_id, fund_id AS vehicle_id FROM fund_investment
          UNION ALL SELECT tenant_id, id, investment_id, coinvestment_id FROM coinvestment_investment) h
    JOIN container i ON i.tenant_id = h.tenant_id AND i.id = h.investment_id
    JOIN container v ON v.tenant_id = h.tenant_id AND v.id = h.vehicle_id WHERE h.tenant_id = $1`,
  /** Security of a holding, by the name of the holding. */
  security: `SELECT i.code || '/' || v.code AS name, s.id FROM security s
    JOIN container v ON v.tenant_id = s.tenant_id AND v.id = s.vehicle_id
    LEFT JOIN fund_investment f ON f.tenant_id = s.tenant_id AND f.id = s.holding_id
    LEFT JOIN coinvestment_investment c ON c.tenant_id = s.tenant_id AND c.id = s.holding_id
    JOIN container i ON i.tenant_id = s.tenant_id AND i.id = coalesce(f.investment_id, c.investment_id)
    WHERE s.tenant_id = $1`,
  /** Tranche, such as `QL02/ARP-I/1`. */
  tranche: `SELECT concat_ws('/', i.code, v.code, t.tranche_number) AS name, t.id FROM tranche t
    LEFT JOIN fund_investment f ON f.tenant_id = t.tenant_id AND f.id = t.fund_investment_id
    LEFT JOIN coinvestment_investment c ON c.tenant_id = t.tenant_id AND c.id = t.coinvestment_investment_id
    JOIN container i ON i.tenant_id = t.tenant_id AND i.id = t.investment_id
    JOIN container v ON v.tenant_id = t.tenant_id AND v.id = coalesce(f.fund_id, c.coinvestment_id)
    WHERE t.tenant_id = $1`,
};
/** Current allocation profiles, such as `profile-of-fund ARP-I`. They change, so they are read at every use. */
const currentProfile = /^profile-of-(.+)$/;
const profilesOf = (kind: string) =>
  `SELECT c.name, p.id, p.row_version AS version FROM allocation_profile p JOIN (${statements[kind] ?? ''}) c ON c.id = p.container_id
   WHERE p.tenant_id = $1 AND p.is_current`;
/** Entries of the firm's reference data, by code or description. A sub-type comes first: `FUND/Side letter`. */
const entries = `SELECT concat_ws('/', nullif(sub_type, ''), word) AS name, id
  FROM reference_entry, unnest(ARRAY[code, description]) AS word WHERE tenant_id = $1 AND type = $2`;

/** Finds the records of one firm by their names, and remembers the versions of the records that calls returned. */
export class Names {
  readonly #ids = new Map<string, ReadonlyMap<string, string>>();
  readonly #namedIds = new Map<string, string>();
  readonly #versions = new Map<string, number>();
  readonly #persons: Readonly<Record<string, string>>;
  readonly #folder: string;
  /** All firms, because a step can refer to another firm and to what another firm's step saved. */
  readonly #all: readonly Names[];
  readonly tenant: { readonly id: string; readonly name: string };

  constructor(
    tenant: { readonly id: string; readonly name: string },
    { persons, folder, all }: { persons: Readonly<Record<string, string>>; folder: string; all: readonly Names[] },
  ) {
    this.tenant = tenant;
    this.#persons = persons;
    this.#folder = folder;
    this.#all = all;
  }

  store(name: string, id: string): void {
    this.#namedIds.set(name, id);
  }

  versionOf(id: string): number | undefined {
    return this.#versions.get(id);
  }

  storeVersion(result: unknown): void {
    const { id, rowVersion } = (result ?? {}) as { id?: unknown; rowVersion?: unknown };
    if (typeof id === 'string' && typeof rowVersion === 'number') this.#versions.set(id, rowVersion);
  }

  /** Replaces references such as `$fund ARP-I` by ids, at any depth. Throws for an unknown name. */
  async resolve(tx: Transaction, value: unknown): Promise<unknown> {
    if (typeof value === 'string') {
      const [, kind, name] = /^\$([a-z][a-z-]*) (.+)$/s.exec(value) ?? [];
      return kind === undefined || name === undefined ? value : this.#id(tx, kind, name);
    }
    if (Array.isArray(value)) {
      const all: unknown[] = [];
      for (const item of value) all.push(await this.resolve(tx, item));
      return all;
    }
    if (value === null || typeof value !== 'object') return value;
    const fields: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) fields[key] = await this.resolve(tx, item);
    return fields;
  }

  async #id(tx: Transaction, kind: string, name: string): Promise<string> {
    const found =
      kind === 'picture'
        ? `data:image/png;base64,${(await readFile(join(this.#folder, name))).toString('base64')}`
        : kind === 'person'
          ? this.#persons[name]
          : kind === 'tenant'
            ? this.#all.find(({ tenant }) => tenant.name === name)?.tenant.id
            : kind === 'saved'
              ? this.#all.flatMap((names) => names.#namedIds.get(name) ?? [])[0]
              : await this.#stored(tx, kind, name.toLowerCase());
    if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
    return found;
  }

  async #stored(tx: Transaction, kind: string, name: string): Promise<string | undefined> {
    const [, container] = currentProfile.exec(kind) ?? [];
    if (container !== undefined) {
      const rows = await tx.query<Named>(profilesOf(container), [tx.tenantId]);
      const row = rows.find((candidate) => candidate.name.toLowerCase() === name);
      if (row?.version !== undefined) this.#versions.set(row.id, row.version);
      return row?.id;
    }
    const id = this.#ids.get(kind)?.get(name);
    if (id !== undefined) return id;
    const statement = statements[kind];
    const rows =
      statement === undefined
        ? await tx.query<Named>(entries, [tx.tenantId, kind])
        : await tx.query<Named>(statement, [tx.tenantId]);
    const ids = new Map(rows.map((row) => [row.name.toLowerCase(), row.id]));
    this.#ids.set(kind, ids);
    return ids.get(name);
  }
}
