import { type Grants, roles } from '@carrara/contract/core/permissions';
import { staffModules } from '@carrara/contract/manifests/manifest';
import type { SetupEvent, SetupStepId } from '@carrara/domain/platform/setupStep';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { fullName, personName } from '../../engine/texts/personName.ts';

/** Returns SQL for the first of some records: its author and time as a JSON object; null if there is none. */
const first = (table: string, where = 'true', at = 'b.created_at', by = 'b.created_by') =>
  `(SELECT jsonb_build_object('at', to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', nullif(${personName(by)}, ''))
    FROM ${table} b WHERE b.tenant_id = $1 AND ${where} ORDER BY ${at}, ${by} LIMIT 1)`;

/** The records that complete a step. A colleague counts from the invitation on. The first quarter of an investor may have come from its manager. */
const events: Readonly<Partial<Record<SetupStepId, string>>> = {
  people: `coalesce(${first('membership', 'b.created_at > (SELECT min(m.created_at) FROM membership m WHERE m.tenant_id = $1)')}, ${first('invitation', 'NOT b.is_inactive')})`,
  currencies: first('exchange_rate'),
  fund: first('container', `b.kind = 'fund'`),
  participants: first('participant'),
  allocationProfile: first('allocation_profile', 'b.is_current'),
  distribution: first('distribution', `b.status = 'DISB'`, 'b.disbursed_at', 'b.disbursed_by'),
  quarter: `coalesce(${first('period_version')},
    (SELECT jsonb_build_object('at', to_char(min(b.answered_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', NULL)
     FROM data_transfer b WHERE b.target_id = $1 AND b.status = 'COMP' HAVING count(*) > 0))`,
};

/** The records to continue with: a currency pair, a fund without a default profile, the draft changed last, and the first fund. */
const records: Readonly<Partial<Record<SetupStepId, string>>> = {
  currencies: `(SELECT p.id FROM currency_pair p WHERE p.tenant_id = $1 AND NOT p.is_inactive ORDER BY p.display_order, p.id LIMIT 1)`,
  allocationProfile: `(SELECT c.id FROM container c WHERE c.tenant_id = $1 AND c.kind = 'fund' AND NOT EXISTS (
      SELECT FROM allocation_profile p WHERE p.tenant_id = c.tenant_id AND p.container_id = c.id AND p.is_current)
    ORDER BY c.created_at, c.id LIMIT 1)`,
  distribution: `(SELECT d.id FROM distribution d WHERE d.tenant_id = $1 AND d.status <> 'DISB' ORDER BY d.updated_at DESC, d.id LIMIT 1)`,
  quarter: `(SELECT c.id FROM container c WHERE c.tenant_id = $1 AND c.kind = 'fund' ORDER BY c.created_at, c.id LIMIT 1)`,
};

export interface SetupRecords {
  readonly events: Readonly<Partial<Record<SetupStepId, SetupEvent>>>;
  readonly records: Readonly<Partial<Record<SetupStepId, string>>>;
  /** The codes of the funds' and coinvestments' currencies. */
  readonly currencies: readonly string[];
}

type Parts<T> = Readonly<Partial<Record<SetupStepId, T | null>>>;
const objectOf = (parts: Parts<string>) =>
  `jsonb_build_object(${Object.entries(parts)
    .map(([id, sql]) => `'${id}', ${sql ?? 'NULL'}`)
    .join(',\n')})`;
const withoutNulls = <T>(parts: Parts<T>): Readonly<Partial<Record<SetupStepId, T>>> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null));

/** Returns the first records of a firm, by the setup step that they complete, and those to continue with. */
export async function setupRecords(tx: Transaction): Promise<SetupRecords> {
  interface Row extends Pick<SetupRecords, 'currencies'> {
    readonly events: Parts<SetupEvent>;
    readonly records: Parts<string>;
  }
  const [found] = await tx.query<Row>(
    `SELECT ${objectOf(events)} AS events, ${objectOf(records)} AS records,
       ARRAY(SELECT DISTINCT r.code FROM (SELECT currency_id FROM fund WHERE tenant_id = $1 UNION SELECT currency_id FROM coinvestment WHERE tenant_id = $1) c
         JOIN reference_entry r ON r.tenant_id = $1 AND r.id = c.currency_id ORDER BY r.code) AS currencies`,
    [tx.tenantId],
  );
  if (!found) throw new Error('the query of setup records returns one row');
  return { events: withoutNulls(found.events), records: withoutNulls(found.records), currencies: found.currencies };
}

export interface Colleague {
  readonly name: string;
  readonly grants: Grants;
}

/** Returns the active people of a firm with their highest role in each module, by name. Programs don't count. */
export const colleagues = (tx: Transaction): Promise<Colleague[]> =>
  tx.query<Colleague>(
    `WITH granted AS (
       SELECT o.person_id, o.application, o.role FROM membership_role o WHERE o.tenant_id = $1
       UNION ALL
       SELECT gm.person_id, gr.application, gr.role FROM user_group_member gm
       JOIN user_group g ON g.tenant_id = gm.tenant_id AND g.id = gm.group_id AND NOT g.is_inactive
       JOIN user_group_role gr ON gr.tenant_id = g.tenant_id AND gr.group_id = g.id
       WHERE gm.tenant_id = $1 AND NOT gm.is_inactive),
     highest AS (
       SELECT DISTINCT ON (person_id, application) person_id, application, role FROM granted
       ORDER BY person_id, application, array_position($2::text[], role) DESC)
     SELECT ${fullName('p')} AS name, jsonb_object_agg(h.application, h.role) AS grants
     FROM membership m
     JOIN person p ON p.id = m.person_id AND NOT p.is_inactive AND NOT p.is_program
     JOIN highest h ON h.person_id = m.person_id
     WHERE m.tenant_id = $1 AND NOT m.is_inactive
     GROUP BY p.id ORDER BY lower(p.last_name), lower(p.first_name), p.id`,
    [tx.tenantId, roles],
  );

/** Returns the number of people with an invitation to a module of the firm's staff, which is open for a number of days. */
export async function invitedColleagues(tx: Transaction, invitationDays: number): Promise<number> {
  const [found] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM invitation i
     WHERE i.tenant_id = $1 AND NOT i.is_inactive AND greatest(i.created_at + make_interval(days => $2), i.token_until) > $3
       AND EXISTS (SELECT FROM jsonb_array_elements(i.roles) r WHERE r ->> 'application' = ANY ($4::text[]))`,
    [tx.tenantId, invitationDays, tx.now, staffModules],
  );
  return found?.count ?? 0;
}
