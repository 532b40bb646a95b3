import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Box, Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { ParticipantActions } from '../../../record/run/ParticipantActions.tsx';
import { Tab, TabBar } from '../../../record/run/TabBar.tsx';
import { UndoRedo } from '../../../record/editor/UndoRedo.tsx';
import type { DraftHistory } from '../../../record/editor/useDraftHistory.ts';
import { AppliedVestings } from './AppliedVestings.tsx';
import { openVestingDialog } from './ApplyVestingDialog.tsx';
import { InvestorBalances } from './InvestorBalances.tsx';
import { ParticipantTable } from './ParticipantTable.tsx';
import { asInLastRun, type RunDraft, type SourceDraft, applyGridEdits } from './runDraft.ts';
import { balancesTab, type RunLocation, sourcesTab, summaryTab } from './runLocation.ts';
import { wrongSources } from './runState.ts';
import { SourceGrid } from './SourceGrid.tsx';
import { shortNames } from '../../../record/profile/nameOfSource.ts';
import { SourcesGrid } from './SourcesGrid.tsx';
import { SourceTerms } from './SourceTerms.tsx';
import type { Generation } from './useGenerated.ts';

export interface RunTabsProps {
  readonly sources: readonly SourceDraft[];
  readonly generation: Generation;
  /** True if the computed run matches the current input. */
  readonly isCurrent: boolean;
  /** True if something was entered. Until then, no source is marked as having problems. */
  readonly isStarted: boolean;
  readonly byBalance: boolean;
  readonly history: DraftHistory<RunDraft>;
  readonly distributionDate: string | undefined;
  /** A cell to move to. A new object moves there again. */
  readonly goTo: RunLocation | undefined;
  readonly onChange: (next: (now: readonly SourceDraft[]) => readonly SourceDraft[]) => void;
  readonly onSelectSources: () => void;
  /** Runs when a tab is opened. For a large run, the server returns only the rows of that tab. */
  readonly onOpen: (tab: string) => void;
}

/** The editor of a run: a grid of all sources, a summary of all participants, and a tab per source with its terms and rows. */
export function RunTabs(props: RunTabsProps) {
  const { sources, generation, isCurrent, history, byBalance, goTo, onChange } = props;
  const { run } = generation;
  const [chosen, setChosen] = useState(sourcesTab);
  const [visited, setVisited] = useState<RunLocation>();
  if (goTo && goTo.tab !== '' && visited !== goTo) {
    setVisited(goTo);
    setChosen(goTo.tab);
  }
  const query = props.distributionDate ? { distributionDate: props.distributionDate } : {};
  const { data: options } = useRead('listDistributionSourceOptions', { query });
  const current = sources.find(({ source }) => source.id === chosen);
  const tab = current || chosen === summaryTab || (chosen === balancesTab && byBalance) ? chosen : sourcesTab;
  const { onOpen } = props;
  useEffect(() => onOpen(tab), [onOpen, tab]);
  const location = goTo?.tab === tab ? goTo : undefined;
  const wrong = wrongSources(sources, props.isStarted ? run : undefined);
  const tabNames = shortNames(sources.map(({ source }) => source));
  return (
    <>
      <TabBar
        label="Run"
        tools={
          <>
            {tab === sourcesTab ? <SourcesTools {...props} options={options ?? []} /> : null}
            <Button variant="default" onClick={props.onSelectSources}>
              Select sources
            </Button>
            <UndoRedo history={history} />
          </>
        }
      >
        <Tab title="Sources" isCurrent={tab === sourcesTab} onChoose={() => setChosen(sourcesTab)} />
        <Tab title="Participant Summary" isCurrent={tab === summaryTab} onChoose={() => setChosen(summaryTab)} />
        {byBalance ? (
          <Tab title="Investor Balances" isCurrent={tab === balancesTab} onChoose={() => setChosen(balancesTab)} />
        ) : null}
        {sources.map(({ source }, at) => (
          <Tab
            key={source.id}
            title={tabNames[at] ?? source.name}
            isWrong={wrong.has(source.id)}
            isCurrent={tab === source.id}
            onChoose={() => setChosen(source.id)}
          />
        ))}
      </TabBar>
      {tab === sourcesTab ? (
        <SourcesGrid
          sources={sources}
          run={isCurrent ? generation.current : undefined}
          byBalance={byBalance}
          options={options ?? []}
          goTo={location}
          actions={history.actions}
          onChange={onChange}
        />
      ) : current ? (
        <SourceTab key={current.source.id} {...props} draft={current} location={location} />
      ) : run && tab === balancesTab ? (
        <InvestorBalances sources={sources} run={run} />
      ) : run ? (
        <ParticipantTable
          participants={run.distributionParticipants}
          totals={run.reconciliation}
          rowActions={(row) => <ParticipantActions load={() => Promise.resolve(run)} row={row} />}
        />
      ) : (
        <LoadingState lines={6} />
      )}
    </>
  );
}

/** The actions on all sources: use their last runs, and apply vesting. */
function SourcesTools({
  sources,
  byBalance,
  distributionDate,
  options,
  onChange,
}: RunTabsProps & { readonly options: Answer<'listDistributionSourceOptions'> }) {
  const lastRuns = new Map(options.flatMap(({ source, last }) => (last ? [[source.id, last] as const] : [])));
  const removeLast = () =>
    onChange((now) =>
      now.map((draft) => {
        const last = lastRuns.get(draft.source.id);
        return last ? asInLastRun(draft, last) : draft;
      }),
    );
  const applyVesting = async () => {
    if (distributionDate === undefined) return;
    const applied = await openVestingDialog({ drafts: sources, distributionDate });
    if (applied)
      onChange((now) =>
        now.map((draft) => ({ ...draft, vestingApplied: applied.get(draft.source.id) ?? draft.vestingApplied })),
      );
  };
  return (
    <>
      {sources.some(({ source }) => lastRuns.has(source.id)) ? (
        <Button variant="subtle" onClick={removeLast}>
          Use the last run for all
        </Button>
      ) : null}
      {byBalance ? null : (
        <Button variant="default" disabled={distributionDate === undefined} onClick={() => void applyVesting()}>
          Apply vesting…
        </Button>
      )}
    </>
  );
}

interface SourceTabProps extends RunTabsProps {
  readonly draft: SourceDraft;
  readonly location: RunLocation | undefined;
}

/** The tab of one source: its terms and its rows. */
function SourceTab({ draft, location, generation, byBalance, history, distributionDate, onChange }: SourceTabProps) {
  const { run } = generation;
  const { id } = draft.source;
  const computed = run?.distributionSources.find(({ source }) => source.id === id);
  const change = (next: (now: SourceDraft) => SourceDraft) =>
    onChange((now) => now.map((sourceDraft) => (sourceDraft.source.id === id ? next(sourceDraft) : sourceDraft)));
  return (
    <>
      <SourceTerms
        draft={draft}
        computed={computed}
        balances={
          byBalance
            ? (run?.investorBalances.find((investorBalance) => investorBalance.sourceId === id) ?? null)
            : undefined
        }
        distributionDate={distributionDate}
        onChange={change}
        onTaxesChange={generation.recompute}
        onRemove={() => onChange((now) => now.filter(({ source }) => source.id !== id))}
      />
      {computed && computed.vestingApplied.length > 0 ? (
        <Box mb={12}>
          <AppliedVestings sources={[computed]} />
        </Box>
      ) : null}
      {computed && run && !computed.rowsOmitted ? (
        <SourceGrid
          draft={draft}
          computed={computed}
          outline={computed.isDetermined ? undefined : run.outlines.find(({ sourceId }) => sourceId === id)?.details}
          remarks={run}
          goTo={location}
          actions={history.actions}
          onEdit={(edits) => change((now) => applyGridEdits(now, edits))}
        />
      ) : (
        <LoadingState lines={6} label="Waiting for the date, the escrow defaults and the amounts" />
      )}
    </>
  );
}
