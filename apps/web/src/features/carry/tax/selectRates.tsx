import type { Reference } from '@carrara/contract/core/kinds';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { EmptyState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { referenceText } from '@carrara/ui/value/valueText.ts';
import { Button, Checkbox } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import record from '../../../record/record.module.css';

/** Opens a dialog with the tax characterizations that have no rate yet. Resolves to the chosen ones. */
export const selectRates = (selected: readonly string[]): Promise<readonly Reference[]> =>
  openDialog<readonly Reference[]>((close) => <SelectRates existing={selected} onClose={close} />);

interface SelectRatesProps {
  readonly existing: readonly string[];
  readonly onClose: (chosen: readonly Reference[]) => void;
}

function SelectRates({ existing: selected, onClose }: SelectRatesProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [error, setError] = useState<string>();
  const { data } = useRead('listReferenceEntries', { params: { type: 'tax-characterization' } });
  const offered = data?.filter(({ id }) => !selected.includes(id));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // This dialog is above another form, which must not receive the submit event.
    event.stopPropagation();
    if (chosen.length === 0) return setError('Select at least one rate.');
    onClose((offered ?? []).filter(({ id }) => chosen.includes(id)));
  };
  return (
    <DialogFrame title="Select rates" onClose={() => onClose([])}>
      <form aria-label="Select rates" className={record.dialogFields} onSubmit={submit}>
        {error ? <Banner tone="bad">{error}</Banner> : null}
        {offered === undefined ? (
          <LoadingState lines={4} />
        ) : offered.length === 0 ? (
          <EmptyState text="Every tax characterization already has a rate." />
        ) : (
          offered.map((rate) => (
            <Checkbox
              key={rate.id}
              label={referenceText(rate)}
              checked={chosen.includes(rate.id)}
              onChange={(event) =>
                setChosen(event.currentTarget.checked ? [...chosen, rate.id] : chosen.filter((id) => id !== rate.id))
              }
            />
          ))
        )}
        <DialogActions onCancel={() => onClose([])}>
          <Button type="submit">Add</Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}
