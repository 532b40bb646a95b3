import { FormFields } from '@carrara/ui/form/FormFields.tsx';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { formatDate, parseDateText } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button, Checkbox } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import styles from './runHead.module.css';
import type { RunLocation } from './runLocation.ts';

const fieldOrder = ['name', 'distributionDate', 'defaultEscrow', 'defaultTerminatedEscrow', 'description'];

export interface RunHeadProps {
  readonly title: string;
  readonly form: RecordFormState;
  /** True if the fields start folded to a line. A stored run is opened mainly for its rows. */
  readonly opensFolded: boolean;
  readonly goTo: RunLocation | undefined;
  readonly byBalance: { readonly checked: boolean; readonly onChange: (checked: boolean) => void } | undefined;
}

/** The title and the fields of the run, which fold to give the grid more room. */
export function RunHead({ title, form, opensFolded, goTo, byBalance }: RunHeadProps) {
  const [isFolded, setFolded] = useState(opensFolded);
  const frame = useRef<HTMLDivElement>(null);
  const isWrong = fieldOrder.some((name) => form.errors[name] !== undefined);
  const isOpen = !isFolded || isWrong;
  const field = goTo?.field;
  const [visited, setVisited] = useState<RunLocation>();
  if (goTo && visited !== goTo) {
    setVisited(goTo);
    setFolded(false);
  }
  useEffect(() => {
    if (!field || !visited) return;
    frame.current
      ?.querySelector<HTMLElement>(
        `[data-field="${CSS.escape(field)}"] input, input[data-field="${CSS.escape(field)}"]`,
      )
      ?.focus();
  }, [field, visited, isOpen]);
  return (
    <>
      <header className={styles.head}>
        <h1>{title}</h1>
        {isOpen ? null : <span>{lineOf(form.values, opensFolded)}</span>}
        <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setFolded(isOpen)}>
          {isOpen ? 'Hide details' : 'Details'}
        </Button>
      </header>
      <div ref={frame} hidden={!isOpen}>
        <FormFields form={form} only={fieldOrder} />
        {byBalance ? (
          <Checkbox
            mt="sm"
            label="Distribute by carry balance"
            description="Each source pays participants in proportion to their carry balances on the distribution date, and no more than those balances"
            checked={byBalance.checked}
            onChange={(event) => byBalance.onChange(event.currentTarget.checked)}
          />
        ) : null}
      </div>
    </>
  );
}

/** Summarizes the folded fields in a line. */
function lineOf(values: Readonly<Record<string, unknown>>, isNamed: boolean): string {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '');
  const date = parseDateText(text('distributionDate'));
  return [
    isNamed ? '' : text('name'),
    date ? formatDate(date) : 'no date',
    `escrow ${valueText('percent', text('defaultEscrow'))}%`,
    `when terminated ${valueText('percent', text('defaultTerminatedEscrow'))}%`,
  ]
    .filter(Boolean)
    .join(' · ');
}
