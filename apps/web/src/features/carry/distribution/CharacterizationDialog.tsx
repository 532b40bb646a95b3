import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { EmptyState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { isRefusal, parseDecimalText } from '@carrara/domain/kernel/typedNumber';
import { inputText, inputValue } from '@carrara/ui/value/readNumber.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import { useAllowed } from '../../../session/hooks.ts';
import styles from './characterizationDialog.module.css';
import { percentTotal } from '@carrara/domain/kernel';
import type { Characterization } from './runDraft.ts';

export interface CharacterizationOptions {
  readonly sourceName: string;
  readonly existing: readonly Characterization[];
}

/** Opens a dialog to characterize a source's income for tax. The percentages are empty or total exactly 100. */
export const openCharacterizationsDialog = (
  options: CharacterizationOptions,
): Promise<readonly Characterization[] | undefined> =>
  openDialog<readonly Characterization[] | undefined>((close) => (
    <CharacterizationDialog {...options} onClose={close} />
  ));

export type CharacterizationDialogProps = CharacterizationOptions & {
  readonly onClose: (characterizations?: readonly Characterization[]) => void;
};

export function CharacterizationDialog({ sourceName, existing: initial, onClose }: CharacterizationDialogProps) {
  const { data } = useRead('listReferenceEntries', { params: { type: 'tax-characterization' } });
  const mayAdd = useAllowed('reference.editOfCarry');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(initial.map(({ id, percent }) => [id, percent])),
  );
  const [submitted, setSubmitted] = useState(false);
  const read = useMemo(
    () => Object.entries(typed).map(([id, text]) => ({ id, value: parseDecimalText(text, 10, false, 'percentage') })),
    [typed],
  );
  const total = percentTotal(read.map(({ value }) => (isRefusal(value) ? null : value)));
  const isEmpty = read.every(({ value }) => value === null);
  const wrong = read.find(({ value }) => isRefusal(value));
  const problem = wrong
    ? 'Enter each percentage as a number.'
    : isEmpty || total.isHundred
      ? undefined
      : `The percentages must total exactly 100; they total ${inputText(total.text)}.`;
  const submit = () => {
    setSubmitted(true);
    if (problem) return;
    onClose(
      read.flatMap(({ id, value }) => {
        return isRefusal(value) || value === null ? [] : [{ id, percent: value }];
      }),
    );
  };
  return (
    <DialogFrame title={`Tax characterizations of ${sourceName}`} onClose={() => onClose()}>
      {submitted && problem ? <Banner tone="bad">{problem}</Banner> : null}
      {data ? null : <LoadingState lines={5} />}
      {data?.length === 0 ? (
        <EmptyState
          text="There are no tax characterizations."
          hint={mayAdd ? 'Add them to the reference data.' : undefined}
        />
      ) : null}
      <div className={styles.percents}>
        {data?.map(({ id, description }) => (
          <TextInput
            key={id}
            label={description}
            inputMode="decimal"
            autoComplete="off"
            rightSection="%"
            value={inputText(typed[id] ?? '')}
            onChange={(event) => setTyped({ ...typed, [id]: inputValue(event.currentTarget.value) })}
          />
        ))}
      </div>
      <p className={styles.percentTotal} role="status" data-ok={isEmpty || total.isHundred}>
        Total <b>{valueText('percent', total.text)}%</b>
      </p>
      <DialogActions onCancel={onClose}>
        <Button onClick={submit}>Use</Button>
      </DialogActions>
    </DialogFrame>
  );
}
