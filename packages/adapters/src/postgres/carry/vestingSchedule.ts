import { headColumns } from '../engine/lists/headColumns.ts';
import type { VestingScheduleRow } from '@carrara/contract/carry/vesting/vestingSchedule';
import { column, referenceColumn } from '../engine/lists/definition.ts';
import { defineListQuery } from '../engine/lists/listQuery.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';

const numberOfEntries =
  '(SELECT count(*)::int FROM allocation_entry e WHERE e.tenant_id = b.tenant_id AND e.vesting_schedule_id = b.id)';

export const vestingScheduleList = defineListQuery<VestingScheduleRow>({
  base: { table: 'vesting_schedule' },
  columns: {
    ...headColumns,
    name: column('text', 'b.name'),
    participantClass: referenceColumn('b.participant_class_id', 'reference:participant-class'),
    isDefault: column('boolean', 'b.is_default'),
    details: {
      value: `(SELECT coalesce(jsonb_agg(jsonb_build_object('periodStart', r.period_start, 'periodEnd', r.period_end,
                 'vestedPercentage', trim_scale(r.vested_percentage)::text) ORDER BY r.position), '[]')
               FROM vesting_schedule_row r WHERE r.tenant_id = b.tenant_id AND r.vesting_schedule_id = b.id)`,
    },
    numberOfEntries: column('count', numberOfEntries),
    canDelete: { value: `${numberOfEntries} = 0` },
  },
  search: { text: 'lower(b.name)' },
  defaultSort: { field: 'name', ascending: true },
});

export async function vestingScheduleFigures(
  tx: Transaction,
  id: string,
): Promise<{ numberOfEntries: number; canDelete: boolean }> {
  const [figures] = await tx.query<{ numberOfEntries: number }>(
    `SELECT ${numberOfEntries} AS "numberOfEntries" FROM vesting_schedule b WHERE b.tenant_id = $1 AND b.id = $2`,
    [tx.tenantId, id],
  );
  const entries = figures?.numberOfEntries ?? 0;
  return { numberOfEntries: entries, canDelete: entries === 0 };
}
