import { computeProfile, type ProfileEntry } from '../allocation/index.ts';
import { decimal, hundred, numberText, zip } from '../../kernel/index.ts';
import { type PlanState, normalizeKey } from './planState.ts';
import type { PlanRow } from './sheets.ts';

type Row = PlanRow<'allocationProfiles'>;

const same = ['method', 'effectiveDate', 'current'] as const;
const number = (text: string | null | undefined) => (text ? decimal(text) : undefined);

/**
 * Checks the rows of a profile. They must agree on its properties, name each participant once, have the fields of its method, and allocate at most 100.
 * If the profile also has unreadable rows, only the checks of single rows apply.
 */
export function checkProfileRows(state: PlanState, rows: readonly [Row, ...Row[]], isWhole: boolean): void {
  const [first] = rows;
  const seen = new Map<string, number>();
  for (const row of rows) {
    for (const column of same) {
      if ((row[column] ?? null) !== (first[column] ?? null)) {
        state.refuse(
          'allocationProfiles',
          row.row,
          column,
          `must be the same as in row ${first.row} of the same profile`,
        );
      }
    }
    const earlier = seen.get(normalizeKey(row.participant));
    if (earlier !== undefined) {
      state.refuse('allocationProfiles', row.row, 'participant', `'${row.participant}' is already in row ${earlier}`);
    }
    seen.set(normalizeKey(row.participant), row.row);
    const isSharesRow = first.method === 'shares';
    const wrong = isSharesRow ? (['predilute', 'fixed', 'discretionary'] as const) : (['shares'] as const);
    for (const column of wrong) {
      if (row[column] && !decimal(row[column]).isZero())
        state.refuse('allocationProfiles', row.row, column, `must be empty in a profile by ${first.method}`);
    }
  }
  checkTotals(state, rows, isWhole);
}

/** Checks the totals with the product's own calculation, which finds over-allocation and contradictory entries. */
function checkTotals(state: PlanState, rows: readonly [Row, ...Row[]], isWhole: boolean): void {
  const [first] = rows;
  const entries = rows.map(
    ({ row, predilute, fixed, discretionary, shares }): ProfileEntry => ({
      id: String(row),
      predilute: number(predilute),
      fixed: number(fixed),
      discretionary: number(discretionary),
      shares: number(shares),
    }),
  );
  const computed = computeProfile({ method: first.method as 'percent' | 'shares', entries });
  if (computed.isErr()) {
    for (const { detail } of isWhole ? computed.error : []) state.refuse('allocationProfiles', first.row, null, detail);
    return;
  }
  for (const [{ row }, { error }] of zip(rows, computed.value.entries)) {
    if (error)
      state.refuse(
        'allocationProfiles',
        row,
        'predilute',
        'can’t be combined with a fixed or discretionary percentage',
      );
  }
  const { effective } = computed.value.totals;
  if (isWhole && effective.greaterThan(hundred)) {
    const column = first.method === 'shares' ? 'shares' : 'fixed';
    state.refuse(
      'allocationProfiles',
      (rows.at(-1) ?? first).row,
      column,
      `'${first.profile}' allocates ${numberText(effective)}%, more than 100%`,
    );
  }
}
