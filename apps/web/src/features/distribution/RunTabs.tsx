import { LoadingState } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { takeBack } from '../../record/takeBack.ts';
import { UndoRedo } from '../../record/UndoRedo.tsx';
import type { DraftHistory } from '../../record/useDraftHistory.ts';
import styles from './distribution.module.css';
import { InvestorBalances } from './InvestorBalances.tsx';
import { ParticipantActions } from '../../record/run/ParticipantActions.tsx';
import { ParticipantTable } from './ParticipantTable.tsx';
import { type SourceDraft, withGiven } from './runDraft.ts';
import { SourceGrid } from './SourceGrid.tsx';
import { SourceTerms } from './SourceTerms.tsx';
import type { Generated } from './useGenerated.ts';

const summary = 'summary';
const balances = 'balances';

export interface RunTabsProps {
  readonly sources: readonly SourceDraft[];
  readonly run: Generated | undefined;
  readonly byBalance: boolean;
  readonly history: DraftHistory<readonly SourceDraft[]>;
  readonly distributionDate: string | undefined;
  readonly onSelectSources: () => void;
  /** Records that the run depends on have changed. */
  readonly onRecompute: () => void;
  readonly onUnreadableChange: (count: number) => void;
}

/** The run being edited: all participants together, and each source with its terms and its rows. */
export function RunTabs(props: RunTabsProps) {
  const { sources, run, history, byBalance } = props;
  const [chosen, setChosen] = useState<string>();
  const first = sources[0];
  const isOverall = chosen === summary || (chosen === balances && byBalance);
  const current = isOverall ? undefined : (sources.find(({ source }) => source.id === chosen) ?? first);
  const computed = run?.distributionSources.find(({ source }) => source.id === current?.source.id);
  const change = (next: SourceDraft) =>
    history.change((now) => now.map((one) => (one.source.id === next.source.id ? next : one)));
  return (
    <div onKeyDownCapture={(event) => takeBack(event, history)}>
      <div className={styles.tabs} role="tablist" aria-label="Run">
        <Tab
          title="Participant Summary"
          isCurrent={isOverall && chosen === summary}
          onChoose={() => setChosen(summary)}
        />
        {byBalance ? (
          <Tab title="Investor Balances" isCurrent={chosen === balances} onChoose={() => setChosen(balances)} />
        ) : null}
        {sources.map(({ source }) => (
          <Tab
            key={source.id}
            title={source.name}
            isCurrent={source.id === current?.source.id}
            onChoose={() => setChosen(source.id)}
          />
        ))}
      </div>
      <div className={styles.tools}>
        <Button variant="default" onClick={props.onSelectSources}>
          Select sources
        </Button>
        <UndoRedo history={history} />
      </div>
      {current ? (
        <>
          <SourceTerms
            key={current.source.id}
            draft={current}
            computed={computed}
            balances={
              byBalance ? (run?.investorBalances.find((one) => one.sourceId === current.source.id) ?? null) : undefined
            }
            distributionDate={props.distributionDate}
            onChange={change}
            onTaxesChange={props.onRecompute}
            onRemove={() => history.change((now) => now.filter(({ source }) => source.id !== current.source.id))}
          />
          {computed ? (
            <SourceGrid
              key={`${current.source.id} grid`}
              draft={current}
              computed={computed}
              onEdit={(edits) => change(withGiven(current, edits))}
              onUnreadableChange={props.onUnreadableChange}
            />
          ) : (
            <LoadingState lines={6} label="Waiting for the date, the escrow defaults and the amounts" />
          )}
        </>
      ) : run && chosen === balances ? (
        <InvestorBalances sources={sources} run={run} />
      ) : run ? (
        <ParticipantTable
          participants={run.distributionParticipants}
          totals={run.reconciliation}
          rowActions={(row) => <ParticipantActions run={run} row={row} />}
        />
      ) : (
        <LoadingState lines={6} />
      )}
    </div>
  );
}

interface TabProps {
  readonly title: string;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

const Tab = ({ title, isCurrent, onChoose }: TabProps) => (
  <button type="button" role="tab" aria-selected={isCurrent} onClick={onChoose}>
    {title}
  </button>
);
