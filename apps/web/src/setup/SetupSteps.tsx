import { setupActions } from '@carrara/contract/platform/setupStep/setupActions';
import type { Setup, SetupStep } from '@carrara/contract/platform/setupStep/setupStep';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { Button } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toHref } from '../record/recordDefinition.ts';
import { useSession } from '../session/hooks.ts';
import { settingsGrants } from '../session/sessionSlice.ts';
import { SampleFirm } from './SampleFirm.tsx';
import styles from './setup.module.css';
import { afterText, missingText, peopleText, setupTexts } from './setupTexts.ts';

export interface SetupStepsProps {
  readonly setup: Setup;
  /** True if the steps are the whole page. */
  readonly isPage?: boolean;
  readonly actions?: ReactNode;
}

/** The steps that set up the firm. The next one that the reader can do has the main button. */
export function SetupSteps({ setup: { steps }, isPage = false, actions }: SetupStepsProps) {
  const grants = settingsGrants(useSession().settings);
  const done = steps.filter(({ state }) => state === 'done').length;
  const next = steps.find(
    ({ id, state, recordId }) => state === 'open' && setupActions(id, recordId, grants).length > 0,
  );
  return (
    <Panel title="Getting started" isPage={isPage} actions={actions} flush>
      <div className={styles.progress}>
        <progress max={steps.length} value={done} aria-label="Steps done" />
        <span>
          {done} of {steps.length} done
        </span>
      </div>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <Step key={step.id} step={step} isNext={step.id === next?.id} />
        ))}
      </ol>
      <SampleFirm />
    </Panel>
  );
}

const marks = {
  done: { Icon: IconCircleCheckFilled, label: 'Done' },
  open: { Icon: IconCircleDashed, label: 'To do' },
  blocked: { Icon: IconLock, label: 'Not possible yet' },
} as const;

function Step({ step, isNext }: { readonly step: SetupStep; readonly isNext: boolean }) {
  const { id, state } = step;
  const { Icon, label } = marks[state];
  return (
    <li className={styles.step} data-state={state} {...(isNext ? { 'aria-current': 'step' as const } : {})}>
      <Icon size={20} stroke={1.6} role="img" aria-label={label} />
      <div className={styles.about}>
        <h3>{setupTexts[id].title}</h3>
        <StepText step={step} />
      </div>
      {state === 'open' ? <StepActions step={step} isNext={isNext} /> : null}
    </li>
  );
}

function StepText({ step: { id, state, after, missing, doneDate, doneBy } }: { readonly step: SetupStep }) {
  if (state === 'done') {
    return doneDate === null ? null : (
      <p>
        <Value kind="instant" value={doneDate} />
        {doneBy === null ? null : ` by ${doneBy}`}
      </p>
    );
  }
  const missingPart = missingText(id, missing);
  return (
    <>
      <p>{setupTexts[id].text}</p>
      {missingPart === undefined ? null : <p className={styles.missing}>{missingPart}</p>}
      {state === 'blocked' ? <p className={styles.missing}>{afterText(after)}</p> : null}
    </>
  );
}

function StepActions({
  step: { id, recordId, people },
  isNext,
}: {
  readonly step: SetupStep;
  readonly isNext: boolean;
}) {
  const actions = setupActions(id, recordId, settingsGrants(useSession().settings));
  if (actions.length === 0) return <p className={styles.people}>{peopleText(people)}</p>;
  return (
    <div className={styles.actions}>
      {actions.map(({ title, path }, position) => (
        <Button
          key={path}
          component="a"
          href={toHref(path)}
          variant={isNext && position === 0 ? 'filled' : 'default'}
          size="xs"
        >
          {title}
        </Button>
      ))}
    </div>
  );
}
