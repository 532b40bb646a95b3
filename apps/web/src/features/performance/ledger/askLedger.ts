import type { Reference, StatusValue } from '@carrara/contract/core/kinds';
import { toastSuccess } from '@carrara/ui/feedback';
import { formatDate } from '@carrara/ui/value';
import { isFailure } from '../../../api/failure.ts';
import { type FormDialogOptions, openFormDialog } from '../../../record/FormDialog.tsx';

export interface OfVehicle {
  readonly vehicleId: string;
}

export const idOf = (value: unknown): string | null => (value as Reference | null | undefined)?.id ?? null;
export const codeOf = (value: unknown): string | null => (value as StatusValue | null | undefined)?.code ?? null;

/** Fields whose refusals have another name in the call. */
const places: Readonly<Record<string, string>> = { shares: 'amount' };

/** What a call says of a row stands at the field that the row was made of. */
function atField(failure: unknown, rowFields: readonly string[]): unknown {
  if (!isFailure(failure)) return failure;
  const fieldOf = (path: string) => {
    const [, row = '0', rest = path] = /^(?:entries|valuations|figures)\.(\d+)\.(.*)$/.exec(path) ?? [];
    const field = rest.split('.')[0] ?? '';
    return (field === 'value' ? rowFields[Number(row)] : undefined) ?? places[field] ?? field;
  };
  return { ...failure, errors: failure.errors.map((one) => ({ ...one, path: fieldOf(one.path) })) };
}

/** Asks for what is entered, and says where it is shown when that is later than its own quarter. */
export const askLedger = ({
  told,
  save,
  rowFields = () => [],
  ...options
}: FormDialogOptions & {
  readonly told: string;
  /** The field that each row was made of, where there are several. */
  readonly rowFields?: (values: Readonly<Record<string, unknown>>) => readonly string[];
}): Promise<boolean> =>
  openFormDialog({
    ...options,
    save: async (values, all) => {
      let answer: unknown;
      try {
        answer = await save(values, all);
      } catch (failure) {
        throw atField(failure, rowFields(values));
      }
      const entered = (Array.isArray(answer) ? answer[0] : answer) as
        | { readonly isLate?: boolean; readonly bookedPeriod?: string }
        | undefined;
      const { isLate, bookedPeriod } = entered ?? {};
      toastSuccess(
        isLate && bookedPeriod ? `${told} It is late: the quarter ${formatDate(bookedPeriod)} shows it.` : told,
      );
    },
  });
