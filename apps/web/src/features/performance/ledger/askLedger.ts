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

/** What a call says of its one row stands at the field of that row. */
function atField(failure: unknown): unknown {
  if (!isFailure(failure)) return failure;
  const fieldOf = (path: string) => {
    const field = path.replace(/^(?:entries|valuations)\.0\./, '').split('.')[0] ?? '';
    return places[field] ?? field;
  };
  return { ...failure, errors: failure.errors.map((one) => ({ ...one, path: fieldOf(one.path) })) };
}

/** Asks for what is entered, and says where it is shown when that is later than its own quarter. */
export const askLedger = ({
  told,
  save,
  ...options
}: FormDialogOptions & { readonly told: string }): Promise<boolean> =>
  openFormDialog({
    ...options,
    save: async (values, all) => {
      let answer: unknown;
      try {
        answer = await save(values, all);
      } catch (failure) {
        throw atField(failure);
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
