import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { fieldError } from '@carrara/ui/form/fieldRules.ts';
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
import { useGoOn, useIsVisible } from '../../../frame/useGoOn.ts';
import { refusals } from '../../../record/editor/refusals.ts';
import { isStale, offerTheirs } from '../../../record/editor/staleEdit.ts';
import { withdraw } from '../../../record/editor/takeBack.ts';
import { useDraftHistory } from '../../../record/editor/useDraftHistory.ts';
import { useSession } from '../../../session/hooks.ts';
import styles from './distributionForm.module.css';
import type { FormStart } from './formStart.ts';
import { generateBodyOf } from './generateBody.ts';
import { distributionPath } from './addresses.ts';
import { RunBar } from './RunBar.tsx';
import { contentOf, type RunDraft, type SourceDraft, sourceToSend, unreadOf, withChosen } from './runDraft.ts';
import { RunHead } from './RunHead.tsx';
import { balancesTab, type RunLocation, sourcesTab, summaryTab } from './runLocation.ts';
import { reconciliationState } from './runState.ts';
import { RunTabs } from './RunTabs.tsx';
import { openSourcesDialog } from './SelectSourcesDialog.tsx';
import { type Generated, useGenerated } from './useGenerated.ts';
import { useStoredDraft } from './useStoredDraft.ts';

const formFields = fields.distributionFields;

export interface DistributionFormProps {
  readonly seen: Distribution | undefined;
  readonly start: FormStart;
  readonly onReload: (latest: Distribution) => void;
  readonly latest: () => Promise<Distribution | undefined>;
}

/** The editor of a run: head fields, sources, and the computed amounts of each participant. Computes and stores the draft while a person types. */
export function DistributionForm({ seen, start, onReload, latest }: DistributionFormProps) {
  const navigate = useNavigate();
  const goOn = useGoOn();
  const isVisible = useIsVisible();
  const [save] = useFormWrite('saveDistribution');
  const remember = useRemember();
  const { user, tenantId, settings } = useSession();
  const history = useDraftHistory<RunDraft>(() => start.run);
  const { sources, acknowledged, byBalance } = history.now;
  const [initial] = useState(start.values);
  const [draftId] = useState(() => start.draftId ?? crypto.randomUUID());
  const [isSaved, setSaved] = useState(false);
  const [goTo, setGoTo] = useState<RunLocation>();
  const [tab, setTab] = useState(sourcesTab);
  const [isLarge, setLarge] = useState(false);
  useRecordCrumb(seen?.name, seen && `#${distributionPath(seen.id)}`);

  const onSave = async (values: Record<string, unknown>): Promise<readonly SaveFailure[] | undefined> => {
    if (sources.length === 0) return [{ message: 'Choose at least one source.' }];
    const body = {
      ...(seen ? { id: seen.id, rowVersion: seen.rowVersion } : {}),
      ...values,
      distributionSources: sources.map(sourceToSend),
      investorBalanceBased: byBalance,
      unallocatedAcknowledged: acknowledged && hasUnallocated,
      draftId,
      // The rows of a large run are loaded when they are displayed.
      ...(isLarge ? { rowsOf: [] } : {}),
    };
    await storedDraft.hold();
    try {
      const stored = await save({ body });
      storedDraft.done();
      if (!isLarge) remember('getDistribution', stored);
      setSaved(true);
      toastSuccess(`${stored.name} ${seen ? 'updated' : 'saved'} successfully${unfinished(sources)}`);
      await goOn(distributionPath(stored.id));
      return undefined;
    } catch (failure) {
      storedDraft.resume();
      if (isStale(failure) && isVisible())
        return refusals(
          failure,
          await offerTheirs(failure, { latest, nameOf: ({ name }) => name, onReload, consequence }),
        );
      toastError(failureWithStatus(failure));
      return refusals(failure);
    }
  };
  const form = useRecordForm({ fields: formFields, initial, onSave, reportsStatus: true });
  const generation = useGenerated(
    generateBodyOf(form.values, sources, {
      id: seen?.id,
      acknowledged,
      byBalance,
      rowsOf: isLarge ? rowsNeeded(tab) : undefined,
    }),
  );
  if (!isLarge && generation.run && isManyRows(generation.run)) setLarge(true);
  const hasUnallocated =
    generation.run?.distributionSources.some(({ unallocated }) => /[1-9]/.test(unallocated ?? '')) ?? false;
  const isDirty = !isSaved && (start.isTyped || form.isDirty || history.canUndo);
  const content = useMemo(() => contentOf(form.values, history.now), [form.values, history.now]);
  const storedDraft = useStoredDraft(
    {
      draftId,
      personId: user?.id ?? '',
      tenantId: tenantId ?? '',
      distributionId: seen?.id ?? null,
      basedOn: seen?.rowVersion ?? null,
    },
    content,
    isDirty,
  );
  useUnsavedGuard(isDirty, { isSaving: form.isSaving });

  const change = (next: (now: readonly SourceDraft[]) => readonly SourceDraft[]) =>
    history.change((now) => ({ ...now, sources: next(now.sources) }));
  const distributionDate = dateOf(form.values);
  const selectSources = async () => {
    const chosen = await openSourcesDialog({
      distributionDate: distributionDate ?? null,
      chosen: sources.map(({ source }) => source.id),
    });
    if (chosen) change((now) => withChosen(now, chosen));
  };
  const firmSharesByBalance = settings?.investorBalanceDistributions === 'True';
  const title = seen ? `Edit ${seen.name}` : 'Create distribution';
  const state = reconciliationState({ ...generation, sources, incomplete: incompleteHead(form.values) });
  return (
    <section className={styles.editor} aria-label={title} onKeyDownCapture={(event) => withdraw(event, history)}>
      <Form form={form} label={title}>
        <RunHead
          title={title}
          form={form}
          opensFolded={seen !== undefined}
          goTo={goTo?.tab === '' ? goTo : undefined}
          byBalance={
            firmSharesByBalance || seen?.investorBalanceBased === true
              ? {
                  checked: byBalance,
                  onChange: (checked) => history.change((now) => ({ ...now, byBalance: checked })),
                }
              : undefined
          }
        />
        {sources.length === 0 ? (
          <EmptyState
            text="Choose the sources of this distribution: funds, coinvestments, their investments or tranches."
            action={<Button onClick={() => void selectSources()}>Select sources</Button>}
          />
        ) : (
          <RunTabs
            sources={sources}
            generation={generation}
            isCurrent={state.kind === 'reconciled' || state.kind === 'difference' || state.kind === 'undetermined'}
            byBalance={byBalance}
            history={history}
            distributionDate={distributionDate}
            goTo={goTo}
            onChange={change}
            onSelectSources={() => void selectSources()}
            onOpen={setTab}
          />
        )}
        <RunBar
          state={state}
          generation={generation}
          hasSources={sources.length > 0}
          isStarted={seen !== undefined || sources.some(({ amount }) => amount.trim() !== '')}
          acknowledgment={
            hasUnallocated
              ? {
                  checked: acknowledged,
                  onChange: (checked) => history.change((now) => ({ ...now, acknowledged: checked })),
                }
              : undefined
          }
          note={storedDraft.text || (isDirty ? 'Unsaved changes' : '')}
          isSaving={form.isSaving}
          onGo={(location) => setGoTo({ ...location })}
          onCancel={() => void navigate(seen ? distributionPath(seen.id) : '/carry/distribution')}
        />
      </Form>
    </section>
  );
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

/** Number of rows above which the server returns only those of the open tab, so that typing stays fast. */
const manyRows = 4_000;
const isManyRows = ({ distributionSources }: Generated) =>
  distributionSources.reduce((count, { details }) => count + details.length, 0) > manyRows;
/** Returns the sources whose rows the open tab needs. The summary needs all of them. */
const rowsNeeded = (tab: string): readonly string[] | undefined =>
  tab === summaryTab ? undefined : tab === sourcesTab || tab === balancesTab ? [] : [tab];

/** Returns the message of a save about cells that could not be parsed. */
function unfinished(sources: readonly SourceDraft[]): string {
  const open = sources.flatMap(unreadOf);
  if (open.length === 0) return '';
  const cells = open.length === 1 ? '1 cell that isn’t a number' : `${String(open.length)} cells that aren’t numbers`;
  return `. Before you submit it, correct ${cells}`;
}
