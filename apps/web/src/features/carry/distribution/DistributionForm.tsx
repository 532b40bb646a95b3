import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { fieldError, type Values } from '@carrara/ui/form/fieldRules.ts';
import { Form } from '@carrara/ui/form/Form.tsx';
import { type SaveFailure, useRecordForm } from '@carrara/ui/form/useRecordForm.ts';
import { useUnsavedGuard } from '@carrara/ui/form/useUnsavedGuard.ts';
import { parseDateText } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { fields } from 'virtual:contract/tables';
import { useFormWrite } from '../../../api/calls.ts';
import { failureWithStatus } from '../../../api/failure.ts';
import { useRemember } from '../../../api/useRemember.ts';
import { useRecordCrumb } from '../../../frame/RecordCrumb.tsx';
import { useContinueTo, useIsVisible } from '../../../frame/useContinueTo.ts';
import { refusals } from '../../../record/editor/refusals.ts';
import { isStale, offerLatestVersion } from '../../../record/editor/staleEdit.ts';
import { handleUndoKeys } from '../../../record/editor/handleUndoKeys.ts';
import { type DraftHistory, useDraftHistory } from '../../../record/editor/useDraftHistory.ts';
import { useSession } from '../../../session/hooks.ts';
import styles from './distributionForm.module.css';
import type { FormStart } from './formStart.ts';
import { buildGenerateBody } from './generateBody.ts';
import { distributionPath } from './addresses.ts';
import { RunBar } from './RunBar.tsx';
import {
  draftContent,
  type RunDraft,
  type SourceDraft,
  toSourceInput,
  unreadFields,
  applySourceChoice,
} from './runDraft.ts';
import { RunHead } from './RunHead.tsx';
import { balancesTab, type RunLocation, sourcesTab, summaryTab } from './runLocation.ts';
import { reconciliationState } from './runState.ts';
import { RunTabs } from './RunTabs.tsx';
import { openSourcesDialog } from './SelectSourcesDialog.tsx';
import { type GeneratedRun, useGenerated } from './useGenerated.ts';
import { type StoredDraft, useStoredDraft } from './useStoredDraft.ts';

const formFields = fields.distributionFields;

export interface DistributionFormProps {
  readonly loaded: Distribution | undefined;
  readonly start: FormStart;
  readonly onReload: (latest: Distribution) => void;
  readonly latest: () => Promise<Distribution | undefined>;
}

/** The editor of a run: head fields, sources, and the computed amounts of each participant. Computes and stores the draft while a person types. */
export function DistributionForm(props: DistributionFormProps) {
  const { loaded, start } = props;
  const navigate = useNavigate();
  const { settings } = useSession();
  const history = useDraftHistory<RunDraft>(() => start.run);
  const { sources, acknowledged, byBalance } = history.now;
  const [initial] = useState(start.values);
  const [draftId] = useState(() => start.draftId ?? crypto.randomUUID());
  const [isSaved, setSaved] = useState(false);
  const [goTo, setGoTo] = useState<RunLocation>();
  const [tab, setTab] = useState(sourcesTab);
  const save = useSave(props, () => setSaved(true));
  useRecordCrumb(loaded?.name, loaded && `#${distributionPath(loaded.id)}`);

  const form = useRecordForm({
    fields: formFields,
    initial,
    onSave: (values) =>
      save({ ...values, unallocatedAcknowledged: acknowledged && hasUnallocated, draftId }, history.now, {
        storedDraft,
        isLarge,
      }),
    reportsStatus: true,
  });
  const { generation, isLarge, hasUnallocated } = useRun(form.values, history.now, loaded, tab);
  const isDirty = !isSaved && (start.isTyped || form.isDirty || history.canUndo);
  const storedDraft = useDraft({ draftId, loaded, values: form.values, run: history.now, isDirty });
  useUnsavedGuard(isDirty, { isSaving: form.isSaving });
  const distributionDate = dateOf(form.values);
  const { change, select } = sourceActions(history, distributionDate);
  const isStarted = loaded !== undefined || sources.some(({ amount }) => amount.trim() !== '');
  const toggle = togglesOf(history);
  const firmSharesByBalance = settings?.investorBalanceDistributions === 'True';
  const title = loaded ? `Edit ${loaded.name}` : 'Create distribution';
  const state = reconciliationState({ ...generation, sources, incomplete: incompleteHead(form.values) });
  return (
    <section className={styles.editor} aria-label={title} onKeyDownCapture={(event) => handleUndoKeys(event, history)}>
      <Form form={form} label={title}>
        <RunHead
          title={title}
          form={form}
          opensFolded={loaded !== undefined}
          goTo={goTo?.tab === '' ? goTo : undefined}
          byBalance={firmSharesByBalance || loaded?.investorBalanceBased === true ? toggle('byBalance') : undefined}
        />
        {sources.length === 0 ? (
          <NoSources onSelect={() => void select()} />
        ) : (
          <RunTabs
            sources={sources}
            generation={generation}
            isCurrent={state.kind === 'reconciled' || state.kind === 'difference' || state.kind === 'undetermined'}
            isStarted={isStarted}
            byBalance={byBalance}
            history={history}
            distributionDate={distributionDate}
            goTo={goTo}
            onChange={change}
            onSelectSources={() => void select()}
            onOpen={setTab}
          />
        )}
        <RunBar
          state={state}
          generation={generation}
          hasSources={sources.length > 0}
          sourceId={sources.find(({ source }) => source.id === tab)?.source.id}
          isStarted={isStarted}
          acknowledgment={hasUnallocated ? toggle('acknowledged') : undefined}
          note={storedDraft.text || (isDirty ? 'Unsaved changes' : '')}
          isSaving={form.isSaving}
          onNavigate={(location) => setGoTo({ ...location })}
          onCancel={() => void navigate(loaded ? distributionPath(loaded.id) : '/carry/distribution')}
        />
      </Form>
    </section>
  );
}

const NoSources = ({ onSelect }: { readonly onSelect: () => void }) => (
  <EmptyState
    text="Choose the sources of this distribution: funds, coinvestments, their investments or tranches."
    action={<Button onClick={onSelect}>Select sources</Button>}
  />
);

/** Returns the functions that change the sources and that open the choice of sources. */
function sourceActions({ now: { sources }, change: changeRun }: DraftHistory<RunDraft>, distributionDate?: string) {
  const change = (next: (now: readonly SourceDraft[]) => readonly SourceDraft[]) =>
    changeRun((now) => ({ ...now, sources: next(now.sources) }));
  const select = async () => {
    const before = sources.map(({ source }) => source.id);
    const chosen = await openSourcesDialog({ distributionDate: distributionDate ?? null, chosen: before });
    if (chosen) change((now) => applySourceChoice(now, chosen));
  };
  return { change, select };
}

interface SaveContext {
  readonly storedDraft: StoredDraft;
  readonly isLarge: boolean;
}

/** Returns the save of the editor, which opens the stored distribution. If somebody else has saved first, it offers their version. */
function useSave({ loaded, onReload, latest }: DistributionFormProps, onStored: () => void) {
  const continueTo = useContinueTo();
  const isVisible = useIsVisible();
  const [write] = useFormWrite('saveDistribution');
  const remember = useRemember();
  return async (
    values: Readonly<Record<string, unknown>>,
    { sources, byBalance }: RunDraft,
    { storedDraft, isLarge }: SaveContext,
  ): Promise<readonly SaveFailure[] | undefined> => {
    if (sources.length === 0) return [{ message: 'Choose at least one source.' }];
    const body = {
      ...(loaded ? { id: loaded.id, rowVersion: loaded.rowVersion } : {}),
      ...values,
      distributionSources: sources.map(toSourceInput),
      investorBalanceBased: byBalance,
      // The rows of a large run are loaded when they are displayed.
      ...(isLarge ? { rowsOf: [] } : {}),
    };
    await storedDraft.pause();
    try {
      const stored = await write({ body });
      storedDraft.done();
      if (!isLarge) remember('getDistribution', stored);
      onStored();
      toastSuccess(`${stored.name} ${loaded ? 'updated' : 'saved'} successfully${unfinished(sources)}`);
      await continueTo(distributionPath(stored.id));
      return undefined;
    } catch (failure) {
      storedDraft.resume();
      if (isStale(failure) && isVisible())
        return refusals(
          failure,
          await offerLatestVersion(failure, { latest, nameOf: ({ name }) => name, onReload, consequence }),
        );
      toastError(failureWithStatus(failure));
      return refusals(failure);
    }
  };
}

/** Computes the run while a person types. For a large run, the server returns only the rows of the open tab. */
function useRun(
  values: Values,
  { sources, acknowledged, byBalance }: RunDraft,
  loaded: Distribution | undefined,
  tab: string,
) {
  const id = loaded?.id;
  const [isLarge, setLarge] = useState(() => loaded !== undefined && hasManyEntries(loaded));
  const rowsOf = isLarge ? rowsNeeded(tab) : undefined;
  const generation = useGenerated(buildGenerateBody(values, sources, { id, acknowledged, byBalance, rowsOf }));
  if (!isLarge && generation.run && isManyRows(generation.run)) setLarge(true);
  const hasUnallocated =
    generation.run?.distributionSources.some(({ unallocated }) => /[1-9]/.test(unallocated ?? '')) ?? false;
  return { generation, isLarge, hasUnallocated };
}

/** Returns a function that turns a yes-or-no input of the run into a box. */
const togglesOf =
  ({ now, change }: DraftHistory<RunDraft>) =>
  (name: 'acknowledged' | 'byBalance') => ({
    checked: now[name],
    onChange: (checked: boolean) => change((draft) => ({ ...draft, [name]: checked })),
  });

interface DraftProps extends Pick<DistributionFormProps, 'loaded'> {
  readonly draftId: string;
  readonly values: Values;
  readonly run: RunDraft;
  readonly isDirty: boolean;
}

/** Stores the input as a draft of the person. */
function useDraft({ draftId, loaded, values, run, isDirty }: DraftProps): StoredDraft {
  const { user, tenantId } = useSession();
  const content = useMemo(() => draftContent(values, run), [values, run]);
  const owner = { personId: user?.id ?? '', tenantId: tenantId ?? '' };
  const basis = { distributionId: loaded?.id ?? null, basedOn: loaded?.rowVersion ?? null };
  return useStoredDraft({ draftId, ...owner, ...basis }, content, isDirty);
}

const consequence = 'Your changes stay saved as a draft. You can continue or discard it later.';

const dateOf = (values: Readonly<Record<string, unknown>>): string | undefined => {
  const date = values['distributionDate'];
  return typeof date === 'string' && fieldError(formFields.distributionDate, date) === undefined
    ? (parseDateText(date) ?? undefined)
    : undefined;
};

/** Returns the reason why the head fields don't allow a computation yet. */
function incompleteHead(values: Readonly<Record<string, unknown>>): string | undefined {
  const { distributionDate, defaultEscrow, defaultTerminatedEscrow } = formFields;
  const wrong = Object.entries({ distributionDate, defaultEscrow, defaultTerminatedEscrow }).flatMap(
    ([name, field]) => fieldError(field, values[name]) ?? [],
  );
  return wrong[0] === undefined ? undefined : `${wrong[0]}.`;
}

/** With more rows than this, the server returns only the rows of the open tab, so that typing stays fast. */
const manyRows = 4_000;
const hasManyEntries = ({ distributionSources }: Distribution) =>
  distributionSources.reduce((count, { numberOfEntries }) => count + (numberOfEntries ?? 0), 0) > manyRows;
const isManyRows = ({ distributionSources }: GeneratedRun) =>
  distributionSources.reduce((count, { details }) => count + details.length, 0) > manyRows;
/** Returns the sources whose rows the open tab needs. The summary needs all of them. */
const rowsNeeded = (tab: string): readonly string[] | undefined =>
  tab === summaryTab ? undefined : tab === sourcesTab || tab === balancesTab ? [] : [tab];

/** Returns the message of a save about cells that could not be parsed. */
function unfinished(sources: readonly SourceDraft[]): string {
  const open = sources.flatMap(unreadFields);
  if (open.length === 0) return '';
  return `. Before you submit it, correct ${open.length === 1 ? '1 cell' : `${String(open.length)} cells`}`;
}
