import type { allocationProfileEndpoints } from '@carrara/contract/carry/allocation/allocationProfile';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { column, condition, type ListColumn, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { displayedTermination, statusOnDay } from '../../people/participant/statusOnDay.ts';
import { currentMembers, memberMismatch, memberProfile, originalMembers } from './profileSql.ts';

const p = ['p'];
const e = ['p', 'e'];
const kindId = (kind: string): ListColumn => ({ value: `CASE WHEN p.kind = '${kind}' THEN p.id END`, joins: p });
const ofEntity = (members: string): ListColumn => ({
  value: `CASE WHEN p.kind = 'entity' THEN ${members} ELSE '[]' END`,
  joins: p,
});
const sum = (name: string) => ({ sum: `x.${name}`, from: 'allocation_entry x', key: 'x.id' });

/** List of the entries of allocation profiles, as the contract returns them. Filtered by profile. */
export const profileEntryList = defineListQuery<RowOf<typeof allocationProfileEndpoints.listAllocationProfileEntries>>({
  base: {
    table: 'allocation_entry',
    joins: {
      p: 'JOIN participant p ON p.tenant_id = b.tenant_id AND p.id = b.participant_id',
      e: 'LEFT JOIN employee e ON e.tenant_id = b.tenant_id AND e.id = b.participant_id',
      t: 'LEFT JOIN trust t ON t.tenant_id = b.tenant_id AND t.id = b.participant_id',
      n: 'LEFT JOIN entity n ON n.tenant_id = b.tenant_id AND n.id = b.participant_id',
    },
  },
  columns: {
    position: column('count', 'b.position'),
    participantId: column('id', 'b.participant_id'),
    type: { value: 'initcap(p.kind)', joins: p },
    employeeId: kindId('employee'),
    trustId: kindId('trust'),
    entityId: kindId('entity'),
    name: column('text', 'p.name', p),
    businessTitle: column('text', 'e.business_title', e),
    status: { value: `initcap(${statusOnDay('p')})`, joins: p },
    trustType: {
      value: '(SELECT r.description FROM reference_entry r WHERE r.tenant_id = b.tenant_id AND r.id = t.type_id)',
      joins: ['p', 't'],
    },
    entityType: {
      value: '(SELECT r.description FROM reference_entry r WHERE r.tenant_id = b.tenant_id AND r.id = n.type_id)',
      joins: ['p', 'n'],
    },
    department: column('text', 'e.department', e),
    hireDate: column('date', 'e.hire_date', e),
    terminationDate: column('date', displayedTermination('p'), p),
    picture: { value: 'e.picture_image_id', joins: e },
    predilute: { ...column('percent', 'b.predilute'), total: sum('predilute') },
    fixed: { ...column('percent', 'b.fixed'), total: sum('fixed') },
    discretionary: { ...column('percent', 'b.discretionary'), total: sum('discretionary') },
    shares: { ...column('shares', 'b.shares'), total: sum('shares') },
    effective: { ...column('percent', 'b.effective'), total: sum('effective') },
    participantClass: referenceColumn('b.participant_class_id', 'reference:participant-class'),
    vestingSchedule: referenceColumn('b.vesting_schedule_id', 'vestingSchedule'),
    profile: {
      value: `CASE WHEN p.kind = 'entity' THEN (SELECT jsonb_build_object('id', r.id, 'name', r.name) FROM allocation_profile r
        WHERE r.tenant_id = b.tenant_id AND r.id = ${memberProfile}) END`,
      joins: p,
    },
    members: ofEntity(originalMembers),
    originalMembers: ofEntity(originalMembers),
    currentMembers: ofEntity(currentMembers),
    memberMismatch: { value: `(p.kind = 'entity' AND ${memberMismatch})`, joins: p },
    error: {
      value: `CASE WHEN b.predilute > 0 AND (b.fixed > 0 OR b.discretionary > 0) THEN 'PREDILUTE_WITH_OTHERS' END`,
    },
  },
  search: { text: 'p.search_text', joins: p },
  filters: { profileId: condition('b.allocation_profile_id = ?::uuid') },
  defaultSort: { field: 'effective', ascending: false },
});
