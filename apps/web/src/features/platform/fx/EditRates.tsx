import type { RateOfDay } from '@carrara/contract/platform/fx/fx';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { ReservedSpace } from '@carrara/ui/feedback/ReservedSpace.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { StoredInputOffer } from '@carrara/ui/form/StoredInputOffer.tsx';
import { useStoredInput } from '@carrara/ui/form/useStoredInput.ts';
import { useUnsavedGuard } from '@carrara/ui/form/useUnsavedGuard.ts';
import { DataGrid } from '@carrara/ui/grid/DataGrid.tsx';
import type { GridEdit } from '@carrara/ui/grid/gridTypes.ts';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useWrite } from '../../../api/calls.ts';
import styles from './fx.module.css';
import { rateRefusal } from './fxShape.ts';

interface Row {
  readonly pair: string;
  /** The rate that would apply on the date without this one, for comparison. */
  readonly before: string | null;
  readonly rate: string | null;
  readonly loaded: RateOfDay;
}

export interface EditRatesProps {
  readonly day: string;
  readonly rates: readonly RateOfDay[];
  readonly onClose: () => void;
}

/** Returns the rate entered for this exact date, if there is one. */
const enteredRate = (rate: RateOfDay) => (rate.id !== null && rate.rateDate === rate.effectiveDate ? rate.rate : null);

/** The rates as they are typed: stored in the browser, and saved together. */
function useRates({ day, rates, onClose }: EditRatesProps) {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    rates.map((loaded) => ({
      pair: loaded.partitionKey.replace('-', '/'),
      before: loaded.rate,
      rate: enteredRate(loaded),
      loaded,
    })),
  );
  const [unreadable, setUnreadable] = useState(0);
  const [error, setError] = useState<string>();
  const [save, isSaving] = useWrite('saveExchangeRates');
  const changed = rows.filter(({ rate, loaded }) => rate !== null && rate !== '' && rate !== enteredRate(loaded));
  const isWrong = unreadable > 0 || changed.some(({ rate }) => rateRefusal(rate) !== undefined);
  const isDirty = changed.length > 0 && !isSaving;
  const typed = JSON.stringify(Object.fromEntries(changed.map(({ pair, rate }) => [pair, rate])));
  const storedInput = useStoredInput({
    name: `Rates of ${day}`,
    changes: useMemo(() => JSON.parse(typed) as Readonly<Record<string, unknown>>, [typed]),
    extra: undefined,
    basis: undefined,
    restore: (rated) =>
      setRows((before) => before.map((row) => (row.pair in rated ? { ...row, rate: String(rated[row.pair]) } : row))),
  });
  useUnsavedGuard(isDirty, { onDiscard: storedInput.drop });
  const cancel = () => {
    storedInput.drop();
    onClose();
  };
  const edit = (edits: readonly GridEdit[]) =>
    setRows((before) =>
      before.map((row) => {
        const candidate = edits.find(({ key, field }) => key === row.pair && field === 'rate');
        return candidate ? { ...row, rate: candidate.value as string | null } : row;
      }),
    );
  const submit = async () => {
    if (isWrong) return setError('Correct the marked rates first.');
    if (changed.length === 0) return onClose();
    try {
      await save({
        body: {
          rates: changed.map(({ rate, loaded }) => ({
            sourceCurrencyCode: loaded.sourceCurrencyCode,
            destinationCurrencyCode: loaded.destinationCurrencyCode,
            effectiveDate: day,
            rate: rate ?? '',
            rowVersion: enteredRate(loaded) === null ? null : loaded.rowVersion,
          })),
        },
      });
      storedInput.drop();
      toastSuccess(`Exchange rates of ${formatDate(day)} saved successfully`);
      onClose();
    } catch (failure) {
      setError(failureText(failure));
    }
  };
  return { rows, error, storedInput, isSaving, edit, cancel, submit, setUnreadable };
}

/** A spreadsheet of the date's rates, for typing or pasting. */
export function EditRates(props: EditRatesProps) {
  const { day } = props;
  const { rows, error, storedInput, isSaving, edit, cancel, submit, setUnreadable } = useRates(props);
  return (
    <div className={styles.edit}>
      <ReservedSpace>
        <StoredInputOffer stored={storedInput} />
        {error ? <Banner tone="bad">{error}</Banner> : null}
      </ReservedSpace>
      <p className={styles.hint}>
        The value of one unit of the first currency in the second. If you leave a cell blank, the previous rate stays in
        force.
      </p>
      <DataGrid
        label={`Rates of ${formatDate(day)}`}
        columns={[
          { field: 'pair', kind: 'text', title: 'Pair', width: 140 },
          { field: 'before', kind: 'rate', title: 'In force', width: 140 },
          { field: 'rate', kind: 'rate', title: `Rate of ${formatDate(day)}`, editable: true, grow: true },
        ]}
        rows={rows}
        rowKey={({ pair }) => pair}
        onEdit={edit}
        problem={({ rate }, field) => (field === 'rate' ? rateRefusal(rate) : undefined)}
        onUnreadableChange={setUnreadable}
      />
      <div className={styles.foot}>
        <Button variant="default" onClick={cancel} disabled={isSaving}>
          Cancel
        </Button>
        <Button loading={isSaving} onClick={() => void submit()}>
          Save
        </Button>
      </div>
    </div>
  );
}
