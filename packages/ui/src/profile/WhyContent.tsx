import { asText } from '@carrara/contract/core/asText';
import { useContext, useEffect, useState } from 'react';
import { type Explanation, ExplanationRefused } from './explanation.ts';
import { FigureNotesContext } from './figureNotes.ts';
import { quantity } from './quantity.ts';
import { useFirst } from './useFirst.tsx';
import { WhyEntries } from './WhyEntries.tsx';
import styles from './whyContent.module.css';
import whyStyles from './why.module.css';

export interface WhyContentProps {
  readonly answer: Promise<Explanation>;
  readonly onRetry: () => void;
}

type Outcome = { readonly explanation: Explanation } | { readonly failure: string; readonly isRefused: boolean };

export function WhyContent({ answer, onRetry }: WhyContentProps) {
  const [outcome, setOutcome] = useState<Outcome>();
  const notesOn = useContext(FigureNotesContext);
  useEffect(() => {
    let isCurrent = true;
    const settle = (next: Outcome) => {
      if (isCurrent) setOutcome(next);
    };
    answer.then(
      (explanation) => settle({ explanation }),
      (error: unknown) =>
        settle({
          failure: error instanceof Error ? error.message : 'The explanation could not be loaded.',
          isRefused: error instanceof ExplanationRefused,
        }),
    );
    return () => {
      isCurrent = false;
    };
  }, [answer]);
  return (
    <>
      {outcome === undefined ? <p className={styles.whyWait}>Looking it up…</p> : null}
      {outcome && 'failure' in outcome ? (
        <p role="alert">
          {outcome.failure}{' '}
          {outcome.isRefused ? null : (
            <button type="button" className={whyStyles.why} onClick={onRetry}>
              Try again
            </button>
          )}
        </p>
      ) : null}
      {outcome && 'explanation' in outcome ? (
        <>
          {outcome.explanation.name ? <p className={styles.source}>{outcome.explanation.name}</p> : null}
          {outcome.explanation.onPrint ? (
            <p className={styles.source}>
              <button type="button" className={whyStyles.why} onClick={outcome.explanation.onPrint}>
                Save as PDF
              </button>
            </p>
          ) : null}
          <Derivation explanation={outcome.explanation} />
          {outcome.explanation.noted ? notesOn?.(outcome.explanation.noted) : null}
        </>
      ) : null}
    </>
  );
}

/** The number of inputs and of steps listed at first. A sum can have hundreds, such as all deferred awards. */
const mostParts = 20;

function Derivation({ explanation }: { readonly explanation: Explanation }) {
  const {
    text,
    inputs,
    result,
    unit,
    rounding,
    source,
    children,
    records = [],
    note,
    whyNot,
    entries = [],
  } = explanation;
  // A part that is a record, or has a derivation below, is named only once.
  const hrefOf = (name: string) => records.find((record) => record.name === name)?.href;
  const links = records.filter(({ name, href }) => href && !inputs.some((input) => input.name === name));
  const method = methodOf(source);
  // The derivations of a sum's parts follow, so the parts aren't listed as well.
  const isDerived = ({ name, value }: Explanation['inputs'][number]) =>
    children.some(
      (child) =>
        child.result === value && name.split(' · ').every((part) => child.name?.split(' · ').includes(part) === true),
    );
  const [listed, allInputs] = useFirst(inputs.every(isDerived) ? [] : inputs, mostParts);
  const [steps, allSteps] = useFirst(children, mostParts);
  return (
    <>
      <p className={styles.formula}>{text}</p>
      <dl className={styles.inputs}>
        {listed.map((input, position) => (
          <div key={`${input.name} ${String(position)}`}>
            <dt>{hrefOf(input.name) ? <a href={hrefOf(input.name)}>{input.name}</a> : asText(input.name)}</dt>
            <dd>{quantity(input.value, input.unit)}</dd>
          </div>
        ))}
        <div data-result>
          <dt>Result</dt>
          <dd>{quantity(result, unit)}</dd>
        </div>
      </dl>
      {allInputs}
      {note ? <p className={styles.source}>{note}</p> : null}
      {whyNot ? (
        <p className={styles.whyNot}>
          <b>{whyNot.message}</b> {whyNot.mend}
        </p>
      ) : null}
      {rounding || method ? (
        <p className={styles.source}>
          {rounding ? <>Rounded {rounding}. </> : null}
          {method ? <>Method: {method}</> : null}
        </p>
      ) : null}
      {links.length > 0 ? (
        <p className={styles.source}>
          {links.map(({ name, href }, position) => (
            <span key={href}>
              {position > 0 ? ' · ' : ''}
              <a href={href}>{name}</a>
            </span>
          ))}
        </p>
      ) : null}
      {entries.length > 0 ? <WhyEntries entries={entries} /> : null}
      {steps.map((child, position) => (
        <Step key={`${child.text} ${String(position)}`} step={child} />
      ))}
      {allSteps}
    </>
  );
}

/** Papers and standards that a reader can look up. Sections of the product's own documentation are left out. */
const methodOf = (source: string): string =>
  source
    .split('; ')
    .filter((part) => !/^(calculations|performance|money|docs\/)/.test(part))
    .join('; ');

/** The parts of a step are drawn when it is opened, because a fund has thousands of entries, each below several figures. */
function Step({ step }: { readonly step: Explanation }) {
  const [isOpened, setIsOpened] = useState(false);
  return (
    <details className={styles.step} onToggle={({ currentTarget }) => currentTarget.open && setIsOpened(true)}>
      <summary>
        <span>{step.name ?? step.text}</span>
        <b>{quantity(step.result, step.unit)}</b>
      </summary>
      {isOpened ? <Derivation explanation={step} /> : null}
    </details>
  );
}
