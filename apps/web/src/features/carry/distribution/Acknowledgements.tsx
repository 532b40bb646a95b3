import type { RunProblem } from '@carrara/contract/carry/distributionRun';
import { Checkbox, Input } from '@mantine/core';
import { useId } from 'react';
import styles from './acknowledgements.module.css';

/** The warnings that have to be acknowledged, one by one or all at once. */
export interface AcknowledgementsProps {
  readonly warnings: readonly RunProblem[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

export const keysOf = (warnings: readonly RunProblem[]): readonly string[] =>
  warnings.flatMap(({ acknowledgement }) => acknowledgement ?? []);

export function Acknowledgements({ warnings, chosen, onChange }: AcknowledgementsProps) {
  const needed = warnings.filter(({ acknowledgement }) => acknowledgement !== null);
  const keys = keysOf(needed);
  const label = useId();
  if (keys.length === 0) return null;
  const isAll = keys.every((key) => chosen.includes(key));
  return (
    <div role="group" aria-labelledby={label} className={styles.acknowledgements}>
      <Input.Label id={label} required>
        I acknowledge this (recorded under my name)
      </Input.Label>
      {keys.length > 1 ? (
        <Checkbox
          mt="xs"
          label={`All ${String(keys.length)} warnings`}
          checked={isAll}
          indeterminate={!isAll && chosen.length > 0}
          onChange={() => onChange(isAll ? [] : keys)}
        />
      ) : null}
      <Checkbox.Group value={[...chosen]} onChange={onChange}>
        <div className={keys.length > 1 ? styles.each : undefined}>
          {needed.map(({ acknowledgement, message }) => (
            <Checkbox key={acknowledgement} value={acknowledgement ?? ''} label={message} mt="xs" />
          ))}
        </div>
      </Checkbox.Group>
    </div>
  );
}
