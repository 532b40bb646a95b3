import { vestingScheduleFigures, vestingScheduleList } from '@carrara/adapters/postgres/carry/vestingSchedule';
import { vestingScheduleStore } from '@carrara/adapters/postgres/carry/rules/rules';
import type { VestingSchedule, vestingScheduleEndpoints } from '@carrara/contract/carry/vesting/vestingSchedule';
import { decimal, err, type Failure, ok } from '@carrara/domain/kernel';
import { checkDefaultSchedule, checkScheduleRows } from '@carrara/domain/carry/vesting';
import type { Operations } from '../../../core/operations.ts';
import { listOperation, recordOperations } from '../../../core/recordOperations.ts';

interface Row {
  readonly periodStart?: number | null;
  readonly periodEnd?: number | null;
  readonly vestedPercentage?: string | null;
}
const names: Readonly<Record<string, string>> = {
  schedule: 'details',
  start: 'periodStart',
  end: 'periodEnd',
  vested: 'vestedPercentage',
};
const inContract = (failure: Failure): Failure => ({
  ...failure,
  path: failure.path.map((part) => names[part] ?? part),
});

const records = recordOperations({
  store: vestingScheduleStore,
  answer: async (tx, stored): Promise<VestingSchedule> => ({
    ...stored,
    ...(await vestingScheduleFigures(tx, stored.id)),
  }),
  prepare: async (_context, values) => {
    const rows = values['details'] as readonly Row[];
    const failures = checkScheduleRows(
      rows.map((row) => ({
        start: row.periodStart ?? null,
        end: row.periodEnd ?? null,
        vested: row.vestedPercentage ? decimal(row.vestedPercentage) : null,
      })),
    ).map(inContract);
    failures.push(...checkDefaultSchedule(Boolean(values['isDefault']), Boolean(values['participantClass'])));
    if (failures.length > 0) return err(failures);
    // The last row is open-ended, so an end typed there is ignored.
    const details = rows.map((row, i) => ({ ...row, periodEnd: i === rows.length - 1 ? null : row.periodEnd }));
    return ok({ ...values, details });
  },
});

export const vestingScheduleOperations: Operations<typeof vestingScheduleEndpoints> = {
  listVestingSchedules: listOperation(vestingScheduleList),
  getVestingSchedule: records.get,
  saveVestingSchedule: records.save('saveVestingSchedule'),
  deleteVestingSchedule: records.remove('deleteVestingSchedule'),
};
