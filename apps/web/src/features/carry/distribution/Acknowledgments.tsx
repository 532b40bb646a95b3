import type { RunProblem } from '@carrara/contract/carry/run/distributionRun';
import { Checkbox, Input } from '@mantine/core';
import { type RefObject, useId, useRef, useState } from 'react';
import styles from './acknowledgments.module.css';
import { ChangedRecords, withoutChanges } from '../../../record/run/ChangedRecords.tsx';
import { warningCauses } from '../../../record/run/warningCauses.ts';
import { WarningList } from '../../../record/run/WarningList.tsx';
import { warningsTitle } from '../../../record/run/warningsTitle.ts';

/** All warnings of a run. A person has to acknowledge some of them: one by one, by cause or all at once. */
export interface AcknowledgmentsProps {
  readonly warnings: readonly RunProblem[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** A refusal to submit, displayed until all warnings are acknowledged. */
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
  const counted = withoutChanges(warnings);
  const others = counted.filter(({ acknowledgment }) => acknowledgment === null);
  return (
    <>
      <ChangedRecords warnings={warnings} />
      {counted.length > 0 ? (
        <p>{warningsTitle(counted.length, { toAcknowledge: counted.length - others.length })}</p>
      ) : null}
      <NeededAcknowledgments warnings={warnings} {...needed} />
      {others.length > 0 && others.length < counted.length ? (
        <p className={styles.others}>No acknowledgment needed:</p>
      ) : null}
      <WarningList warnings={others} />
    </>
  );
}

function NeededAcknowledgments({ warnings, chosen, onChange, error, group }: AcknowledgmentsProps) {
  const needed = warnings.filter(({ acknowledgment }) => acknowledgment !== null);
  const keys = keysOf(needed);
  const label = useId();
  if (keys.length === 0) return null;
  const boxes = warningCauses(needed).flatMap(({ title, warnings: ofCause }): BoxProps[] =>
    title === undefined
      ? ofCause.map((warning) => ({ title: warning.message, keys: keysOf([warning]), texts: [] }))
      : [{ title, keys: keysOf(ofCause), texts: ofCause.map(({ message }) => message) }],
  );
  const isMissing = error !== undefined && !keys.every((key) => chosen.includes(key));
  const box = (props: BoxProps) => (
    <AcknowledgmentBox key={props.title} {...props} chosen={chosen} onChange={onChange} isMissing={isMissing} />
  );
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
      {boxes.length > 1 ? (
        <>
          {box({ title: `All ${String(keys.length)} to acknowledge`, keys, texts: [] })}
          <div className={styles.each}>{boxes.map(box)}</div>
        </>
      ) : (
        boxes.map(box)
      )}
    </div>
  );
}

interface BoxProps {
  readonly title: string;
  readonly keys: readonly string[];
  /** The warnings below the title. */
  readonly texts: readonly string[];
}

/** A checkbox for one or several acknowledgments, with the warnings that it covers. */
function AcknowledgmentBox({
  title,
  keys,
  texts,
  chosen,
  onChange,
  isMissing,
}: BoxProps & Pick<AcknowledgmentsProps, 'chosen' | 'onChange'> & { readonly isMissing: boolean }) {
  const isAll = keys.every((key) => chosen.includes(key));
  const others = chosen.filter((key) => !keys.includes(key));
  return (
    <>
      <Checkbox
        mt="xs"
        label={title}
        checked={isAll}
        indeterminate={!isAll && keys.some((key) => chosen.includes(key))}
        error={isMissing && !isAll}
        aria-invalid={isMissing && !isAll}
        onChange={() => onChange(isAll ? others : [...others, ...keys])}
      />
      {texts.length > 0 ? (
        <details className={styles.covered}>
          <summary>Show all {texts.length}</summary>
          <ul>
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
