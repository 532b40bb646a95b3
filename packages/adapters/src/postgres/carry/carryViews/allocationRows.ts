import type { participantViewEndpoints } from '@carrara/contract/carry/participant/participantViews';
import type { RowOf } from '@carrara/contract/core/endpoint';
import type { CalendarDate } from '@carrara/domain/kernel';
import type { EmploymentEvent } from '@carrara/domain/people/participant';
import { column, condition, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { holderCodeSql } from '../../portfolio/container/sources.ts';
import { ownPart, partsBelow, type VestingTrancheRow } from './vestingParts.ts';

/**
 * Returns SQL that is true if a profile is the one in force in its container on a date. This is the default one if it
 * is effective by then, otherwise the latest effective one.
 */
export const isInForce = (profile: string, date: string): string =>
  `${profile}.id = (SELECT a.id FROM allocation_profile a
    WHERE a.tenant_id = ${profile}.tenant_id AND a.container_id = ${profile}.container_id
      AND (a.effective_date IS NULL OR a.effective_date <= ${date})
    ORDER BY a.is_current DESC, a.effective_date DESC NULLS LAST, a.version DESC LIMIT 1)`;

/** Returns SQL for the rows of an entry's schedule, in order. Null without one. */
export const scheduleSql = (schedule: string): string => `(
  SELECT jsonb_build_object('id', v.id, 'name', v.name, 'details', (
    SELECT coalesce(jsonb_agg(jsonb_build_object('periodStart', w.period_start, 'periodEnd', w.period_end,
      'vestedPercentage', trim_scale(w.vested_percentage)::text) ORDER BY w.position), '[]')
    FROM vesting_schedule_row w WHERE w.tenant_id = v.tenant_id AND w.vesting_schedule_id = v.id))
  FROM vesting_schedule v WHERE v.tenant_id = b.tenant_id AND v.id = ${schedule})`;

export const sourceType = `CASE f.kind WHEN 'fundInvestment' THEN 'investment' WHEN 'coinvestmentInvestment' THEN 'investment'
  WHEN 'fundVintage' THEN 'vintage' ELSE f.kind END`;
const investmentDate = `coalesce(f.tranche_date, i.initial_investment_date, o.initial_close_date)`;
const all = ['p', 'f', 'i', 'o'];

type Allocation = RowOf<typeof participantViewEndpoints.listEmployeeAllocations>;
/** An allocation before its vested percentage is computed. */
export interface StoredAllocation extends Omit<Allocation, 'vestedPercentage' | 'vestingBasis'> {
  readonly own: VestingTrancheRow;
  readonly tranches: readonly VestingTrancheRow[];
  readonly terminationDate: CalendarDate | null;
  readonly employmentEvents: readonly EmploymentEvent[];
}

/**
 * List of a participant's allocations in the profiles in force, one row per profile. Entities' own profiles are
 * excluded because they aren't sources.
 */
export const allocationList = defineListQuery<StoredAllocation>({
  base: {
    table: 'allocation_entry',
    where: `EXISTS (SELECT FROM allocation_profile q JOIN container k ON k.tenant_id = q.tenant_id AND k.id = q.container_id
      WHERE q.tenant_id = b.tenant_id AND q.id = b.allocation_profile_id AND k.kind <> 'entity')`,
    joins: {
      p: 'JOIN allocation_profile p ON p.tenant_id = b.tenant_id AND p.id = b.allocation_profile_id',
      f: `JOIN source_facts f ON f.tenant_id = b.tenant_id AND f.id = p.container_id`,
      i: 'LEFT JOIN investment i ON i.tenant_id = b.tenant_id AND i.id = f.investment_id',
      o: `LEFT JOIN (SELECT tenant_id, id, initial_close_date FROM fund UNION ALL SELECT tenant_id, id, initial_close_date FROM coinvestment) o
        ON o.tenant_id = b.tenant_id AND o.id = coalesce(f.fund_id, f.coinvestment_id)`,
    },
  },
  columns: {
    sourceType: column('text', sourceType, ['p', 'f']),
    sourceId: { value: 'coalesce(f.fund_id, f.coinvestment_id, f.id)', joins: ['p', 'f'] },
    targetId: { value: 'f.id', joins: ['p', 'f'] },
    sourceName: column('text', 'f.name', ['p', 'f']),
    sourceHolder: { value: holderCodeSql('f'), joins: ['p', 'f'] },
    investmentId: { value: 'f.investment_id', joins: ['p', 'f'] },
    investmentDate: column('date', investmentDate, all),
    own: { value: ownPart, joins: ['p', 'f'] },
    tranches: { value: partsBelow, joins: ['p', 'f'] },
    profile: referenceColumn('b.allocation_profile_id', 'allocationProfile'),
    version: column('count', 'p.version', ['p']),
    effective: column('percent', 'b.effective'),
    participantClass: referenceColumn('b.participant_class_id', 'reference:participant-class'),
    vestingSchedule: { value: scheduleSql('b.vesting_schedule_id') },
    terminationDate: {
      value:
        '(SELECT t.termination_date FROM participant t WHERE t.tenant_id = b.tenant_id AND t.id = b.participant_id)',
    },
    employmentEvents: {
      value: `(SELECT coalesce(jsonb_agg(jsonb_build_object('kind', v.kind, 'eventDate', v.event_date) ORDER BY v.event_date), '[]')
        FROM employment_event v WHERE v.tenant_id = b.tenant_id AND v.employee_id = b.participant_id)`,
    },
  },
  search: { text: `lower(f.name || E'\\n' || p.name)`, joins: ['p', 'f'] },
  filters: {
    participantId: condition('b.participant_id = ?::uuid'),
    asOf: condition(isInForce('p', '?::date'), ['p']),
    sourceType: condition(
      `CASE ?::text WHEN 'fundOrCoinvest' THEN f.kind IN ('fund', 'coinvestment') WHEN 'all' THEN true ELSE ${sourceType} = ?::text END`,
      ['p', 'f'],
    ),
  },
  defaultSort: { field: 'sourceName', ascending: true },
});
