import { type CalendarDate, displayedDate, err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { type LedgerEntry, refuseTransferred } from './entry.ts';
import { entryTypeRule } from './entryType.ts';
import { settledFar } from './entryWarnings.ts';
import { settledFailures } from './posting.ts';

/** The later record of the date on which an entry's cash moved. */
export interface Settlement {
  readonly id: string;
  readonly entryId: string;
  readonly settledOn: CalendarDate;
}

interface Requested {
  readonly settledOn: CalendarDate;
  readonly today: CalendarDate;
  readonly warningsConfirmed: boolean;
  readonly newId: () => string;
}

/**
 * Records the date on which the cash of an entry moved, if it was entered without one. It is possible in a locked quarter, because no figure of the
 * lock depends on it. From then on, T5 counts the entry's cash as settled.
 *
 * Source: docs/calculations/capital-account.md.
 * Fails:  TRANSFERRED, REVERSAL_FIXED (a reversal itself), ALREADY_REVERSED, ALREADY_SETTLED, FIELD_NOT_OF_TYPE (a type without cash of the vehicle),
 *         DATE_TOO_LATE, WARNINGS_NOT_CONFIRMED (long before or after the entry).
 */
export function decideSettlement(
  entry: LedgerEntry,
  entries: readonly LedgerEntry[],
  { settledOn, today, warningsConfirmed, newId }: Requested,
): Result<Settlement, Failures> {
  const isTheirs = refuseTransferred(entry.source ?? null);
  if (isTheirs.length > 0) return err(isTheirs);
  if (entry.reversalOf !== null)
    return err([fail('REVERSAL_FIXED', [], 'A reversal cancels the cash of its entry. It isn’t settled by itself.')]);
  if (entries.some(({ reversalOf }) => reversalOf === entry.id))
    return err([fail('ALREADY_REVERSED', [], 'This entry has been reversed, so no cash moves.')]);
  if (entry.settledOn !== null)
    return err([
      fail(
        'ALREADY_SETTLED',
        [],
        `This entry was settled on ${displayedDate(entry.settledOn)}. To correct the date, reverse the entry and enter it again.`,
      ),
    ]);
  const { title, vehicleCash } = entryTypeRule(entry.type);
  if (vehicleCash === 0)
    return err([fail('FIELD_NOT_OF_TYPE', ['settledOn'], `${title} moves no cash of the fund, so it isn’t settled.`)]);
  const early = settledFailures({ settledOn }, { today });
  if (early.length > 0) return err(early);
  const warnings = warningsConfirmed ? [] : settledFar(entry.effective, settledOn);
  if (warnings.length > 0)
    return err(
      warnings.map((text) => fail('WARNINGS_NOT_CONFIRMED', ['settledOn'], `${text} Confirm it to settle the entry.`)),
    );
  return ok({ id: newId(), entryId: entry.id, settledOn });
}
