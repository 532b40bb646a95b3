import type { Reference, StatusValue } from '@carrara/contract/core/kinds';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { calendarDate, parseDate } from '@carrara/domain/kernel';
import { bookedQuarter, isLate as isReportedLater } from '@carrara/domain/performance/ledger';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { useRead } from '../../../api/calls.ts';
import { isFailure } from '../../../api/failure.ts';
import { type FormDialogOptions, openFormDialog } from '../../../record/editor/FormDialog.tsx';

export interface OfVehicle {
  readonly vehicleId: string;
}

export const referenceId = (value: unknown): string | null => (value as Reference | null | undefined)?.id ?? null;
export const statusCode = (value: unknown): string | null => (value as StatusValue | null | undefined)?.code ?? null;

/** Returns named records as the choices of a field. */
export const recordOptions = (records: readonly { readonly id: string; readonly name: string }[]) =>
  records.map(({ id, name }) => ({ code: id, description: name }));

/** The vehicle whose quarter displays an entry, and the field with the entry's date. */
export interface DisplayedBy extends OfVehicle {
  readonly field: string;
}
type Quarters = readonly { readonly periodEnd: string; readonly status: 'OPEN' | 'LOCKED' }[];

/**
 * Returns a notice before the save that the quarter of a date is locked, and which quarter displays the entry instead. Undefined if its own quarter
 * is open.
 */
function lateText(quarters: Quarters, value: unknown): string | undefined {
  const day = parseDate(value, []).unwrapOr(undefined);
  if (day === undefined) return undefined;
  const locked = quarters.flatMap(({ periodEnd, status }) => (status === 'LOCKED' ? [calendarDate(periodEnd)] : []));
  const booked = bookedQuarter(day, { locked: new Set(locked) });
  return booked.isOk() && isReportedLater(day, booked.value)
    ? `The quarter of this date is locked. This will appear in the quarter ending ${formatDate(booked.value)}, marked as late.`
    : undefined;
}

/** Fields that have another name in the errors of the call. */
const fieldByPath: Readonly<Record<string, string>> = { shares: 'amount' };

/** Moves the error of a row to the field that the row comes from. */
function atField(failure: unknown, rowFields: readonly string[]): unknown {
  if (!isFailure(failure)) return failure;
  const fieldOf = (whole: string) => {
    const path = whole.replace(/^amounts\./, '');
    const [, row = '0', rest = path] = /^(?:entries|valuations|figures)\.(\d+)\.(.*)$/.exec(path) ?? [];
    const field = rest.split('.')[0] ?? '';
    return (field === 'value' ? rowFields[Number(row)] : undefined) ?? fieldByPath[field] ?? field;
  };
  return { ...failure, errors: failure.errors.map((error) => ({ ...error, path: fieldOf(error.path) })) };
}

/** Opens a form for a ledger entry. The message after the save names the quarter that displays it, if that is a later one. */
export const openLedgerDialog = ({
  message,
  save,
  rowFields = () => [],
  displayedBy,
  ...options
}: FormDialogOptions & {
  readonly message: string;
  /** Present if the entry has a date. A notice appears if another quarter than its own displays the entry. */
  readonly displayedBy?: DisplayedBy;
  /** Returns the field that each row comes from, if there are several. */
  readonly rowFields?: (values: Readonly<Record<string, unknown>>) => readonly string[];
}): Promise<boolean> =>
  openFormDialog({
    ...options,
    ...(displayedBy
      ? {
          // Read while the form is open, because somebody may lock the quarter meanwhile.
          useFieldOf: () => {
            const { data: quarters = [] } = useRead('listPeriods', { params: { vehicleId: displayedBy.vehicleId } });
            return (name, field, form) => {
              const own = options.fieldOf?.(name, field, form) ?? field;
              const late = name === displayedBy.field ? lateText(quarters, form.values[name]) : undefined;
              return late === undefined ? own : { ...own, help: late };
            };
          },
        }
      : {}),
    save: async (values, all) => {
      let answer: unknown;
      try {
        answer = await save(values, all);
      } catch (failure) {
        throw atField(failure, rowFields(values));
      }
      const entered = (Array.isArray(answer) ? answer[0] : answer) as
        | {
            readonly isLate?: boolean;
            readonly bookedPeriod?: string;
            readonly splitBefore?: unknown;
            readonly unmovedCarry?: unknown;
          }
        | undefined;
      const { isLate, bookedPeriod, splitBefore, unmovedCarry } = entered ?? {};
      toastSuccess(
        [
          message,
          ...(isLate && bookedPeriod
            ? [`It is late and appears in the quarter ending ${formatDate(bookedPeriod)}.`]
            : []),
          ...(splitBefore ? ['Later entries are still split by the earlier shares. See the commitment history.'] : []),
          ...(unmovedCarry ? ['The accrued carry stays with the seller. See the commitment history.'] : []),
        ].join(' '),
      );
    },
  });
