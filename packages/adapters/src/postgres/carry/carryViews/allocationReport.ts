import type { fundViewEndpoints } from '@carrara/contract/carry/container/fundViews';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { column, condition } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { statusOnDay } from '../../people/participant/statusOnDay.ts';
import { allocationList, sourceType } from './allocationRows.ts';

const { base, columns, filters = {} } = allocationList.definition;

/** List of every allocation in force at or below a fund, by participant. */
export const allocationReportList = defineListQuery<RowOf<typeof fundViewEndpoints.listFundAllocationReport>>({
  base: {
    ...base,
    joins: {
      ...base.joins,
      w: 'JOIN participant w ON w.tenant_id = b.tenant_id AND w.id = b.participant_id',
    },
  },
  columns: {
    participantId: { value: 'b.participant_id' },
    participantName: column('text', 'w.name', ['w']),
    participantType: column('text', 'initcap(w.kind)', ['w']),
    status: column('text', `initcap(${statusOnDay('w')})`, ['w']),
    sourceType: column('text', `initcap(${sourceType})`, ['p', 'f']),
    targetId: columns.targetId,
    sourceName: columns.sourceName,
    profile: columns.profile,
    version: columns.version,
    effective: columns.effective,
    participantClass: columns.participantClass,
    predilute: column('percent', 'b.predilute'),
    fixed: column('percent', 'b.fixed'),
    discretionary: column('percent', 'b.discretionary'),
    shares: column('shares', 'b.shares'),
  },
  search: { text: `w.search_text || E'\\n' || lower(f.name)`, joins: ['p', 'f', 'w'] },
  filters: {
    ...(filters['asOf'] ? { asOf: filters['asOf'] } : {}),
    fundId: condition('f.fund_id = ?::uuid', ['p', 'f']),
  },
  defaultSort: { field: 'participantName', ascending: true },
});
