import type { Field } from '@carrara/contract/core/fields';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { fieldError } from '@carrara/ui/form/fieldRules.ts';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { fields } from 'virtual:contract/tables';
import { skipToken, useRead } from '../../../api/calls.ts';
import type { WhatIf } from './useWhatIf.ts';
import styles from './whatIf.module.css';

const { exitValue, navPercent, exitDate, ...terms } = fields.whatIfFields;
const ofSale: Readonly<Record<string, Field>> = { exitValue, navPercent, exitDate };
const ofTerms: Readonly<Record<string, Field>> = terms;

interface WhatIfInputsProps {
  readonly whatIf: WhatIf;
  readonly fundId: string;
  readonly endDate: string;
}

/** The inputs of a what-if: the sale and, on request, changed terms. */
export function WhatIfInputs({ whatIf, fundId, endDate }: WhatIfInputsProps) {
  const hasTerms = Object.keys(ofTerms).some((name) => whatIf.isFilled(name));
  const [isOpen, setOpen] = useState(false);
  const showsTerms = isOpen || hasTerms;
  const agreed = { params: { id: fundId, date: endDate }, query: {} };
  const { data } = useRead('compareCarryScenarios', showsTerms ? agreed : skipToken);
  const now = new Map((data?.terms ?? []).map(({ field, value }) => [field, value]));
  const described = (name: string, field: Field): Field => {
    const value = now.get(name);
    const help = [value === undefined ? 'Leave blank for the agreed value.' : `Agreed: ${value}.`, field.help];
    return { ...field, help: help.filter((part) => part !== undefined).join(' ') };
  };
  const input = (name: string, field: Field) => (
    <FieldInput
      key={name}
      name={name}
      field={field}
      value={whatIf.values[name]}
      onChange={(value) => {
        whatIf.set(name, value);
        // The fields stay open while the last one is cleared.
        setOpen(isOpen || name in ofTerms);
      }}
      onBlur={() => undefined}
      error={fieldError(field, whatIf.values[name])}
      disabled={false}
    />
  );
  return (
    <>
      <div className={styles.inputs}>{Object.entries(ofSale).map(([name, field]) => input(name, field))}</div>
      {showsTerms ? (
        <div role="group" aria-label="Changed terms" className={styles.inputs}>
          {Object.entries(ofTerms).map(([name, field]) => input(name, described(name, field)))}
        </div>
      ) : null}
      <Group gap="xs" mb="md">
        {hasTerms ? null : (
          <Button variant="default" size="xs" aria-expanded={showsTerms} onClick={() => setOpen(!isOpen)}>
            Change terms
          </Button>
        )}
        {whatIf.isTyped ? (
          <Button variant="default" size="xs" onClick={whatIf.reset}>
            Reset
          </Button>
        ) : null}
      </Group>
    </>
  );
}
