import type { RunProblem } from '@carrara/contract/carry/distributionRun';
import { Checkbox, Input } from '@mantine/core';
import { type RefObject, useId, useRef, useState } from 'react';
import styles from './acknowledgments.module.css';
import { WarningList } from '../../../record/run/WarningList.tsx';
import { warningsTitle } from '../../../record/run/warningsTitle.ts';

/** All warnings of a run. A person has to acknowledge some of them, one by one or all at once. */
export interface AcknowledgmentsProps {
  readonly warnings: readonly RunProblem[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** Displayed until all are acknowledged. */
  readonly error?: string | undefined;
  readonly group?: RefObject<HTMLDivElement | null>;
}

const keysOf = (warnings: readonly RunProblem[]): readonly string[] =>
  warnings.flatMap(({ acknowledgment }) => acknowledgment ?? []);

/** Manages the acknowledgments of a dialog. `isComplete` marks the missing ones and moves the focus to the first. */
export function useAcknowledgments(warnings: readonly RunProblem[], action: string) {
  const [chosen, onChange] = useState<readonly string[]>([]);
  const [error, setError] = useState<string>();
  const group = useRef<HTMLDivElement>(null);
  const isComplete = (): boolean => {
    if (keysOf(warnings).every((key) => chosen.includes(key))) return true;
    setError(`Acknowledge every warning before you ${action}.`);
    group.current?.querySelector<HTMLInputElement>('input:not(:checked)')?.focus();
    return false;
  };
  return { acknowledged: chosen, isComplete, acknowledgments: { warnings, chosen, onChange, error, group } };
}

export function Acknowledgments({ warnings, ...needed }: AcknowledgmentsProps) {
  const others = warnings.filter(({ acknowledgment }) => acknowledgment === null);
  if (warnings.length === 0) return null;
  return (
    <>
      <p>{warningsTitle(warnings.length, { toAcknowledge: warnings.length - others.length })}</p>
      <NeededAcknowledgments warnings={warnings} {...needed} />
      <WarningList warnings={others} />
    </>
  );
}

function NeededAcknowledgments({ warnings, chosen, onChange, error, group }: AcknowledgmentsProps) {
  const needed = warnings.filter(({ acknowledgment }) => acknowledgment !== null);
  const keys = keysOf(needed);
  const label = useId();
  if (keys.length === 0) return null;
  const isAll = keys.every((key) => chosen.includes(key));
  const isMissing = error !== undefined && !isAll;
  return (
    <div ref={group} role="group" aria-labelledby={label} className={styles.acknowledgments}>
      <Input.Label id={label} required>
        I acknowledge this (recorded under my name)
      </Input.Label>
      {isMissing ? (
        <Input.Error mt="xs" role="alert">
          {error}
        </Input.Error>
      ) : null}
      {keys.length > 1 ? (
        <Checkbox
          mt="xs"
          label={`All ${String(keys.length)} to acknowledge`}
          checked={isAll}
          error={isMissing}
          aria-invalid={isMissing}
          indeterminate={!isAll && chosen.length > 0}
          onChange={() => onChange(isAll ? [] : keys)}
        />
      ) : null}
      <Checkbox.Group value={[...chosen]} onChange={onChange}>
        <div className={keys.length > 1 ? styles.each : undefined}>
          {needed.map(({ acknowledgment, message }) => (
            <Checkbox
              key={acknowledgment}
              value={acknowledgment ?? ''}
              label={message}
              mt="xs"
              error={isMissing && !chosen.includes(acknowledgment ?? '')}
              aria-invalid={isMissing && !chosen.includes(acknowledgment ?? '')}
            />
          ))}
        </div>
      </Checkbox.Group>
    </div>
  );
}
