import type { Distribution } from '@carrara/contract/distributionRecord';
import { askStaleEdit, EmptyState, toastError, toastSuccess } from '@carrara/ui/feedback';
import { Form, FormFields, type SaveFailure, useRecordForm, useUnsavedGuard } from '@carrara/ui/form';
import { formatInstant } from '@carrara/ui/value';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useBlocker, useNavigate } from 'react-router-dom';
import { fields } from 'virtual:contract/tables';
import { failureText, isFailure } from '../../api/failure.ts';
import { useWrite } from '../../api/calls.ts';
import type { Argument } from '../../api/operations.ts';
import { useRemember } from '../../api/useRemember.ts';
import { useRecordCrumb } from '../../app/RecordCrumb.tsx';
import { refusals } from '../../record/RecordEditor.tsx';
import { useDraftHistory } from '../../record/useDraftHistory.ts';
import { useSession } from '../../session/hooks.ts';
import styles from './distribution.module.css';
import { generateBodyOf } from './generateBody.ts';
import { MoneyLine } from './MoneyLine.tsx';
import { distributionPath } from './places.ts';
import { draftsOf, type SourceDraft, sourceToSend, withChosen } from './runDraft.ts';
import { RunNotices } from './RunNotices.tsx';
import { RunTabs } from './RunTabs.tsx';
import { askSources } from './SelectSourcesDialog.tsx';
import { useGenerated } from './useGenerated.ts';

const formFields = fields.distributionFields;
const fieldOrder = ['name', 'distributionDate', 'defaultEscrow', 'defaultTerminatedEscrow', 'description'];

export interface DistributionFormProps {
  readonly seen: Distribution | undefined;
  readonly onReload?: (latest: Distribution) => void;
  readonly latest?: () => Promise<Distribution | undefined>;
}

/** The editor of a run: its head, its sources, and what each participant gets of them, computed while it is typed. */
export function DistributionForm({ seen, onReload, latest }: DistributionFormProps) {
  const navigate = useNavigate();
  const [save] = useWrite('saveDistribution');
  const remember = useRemember();
  const history = useDraftHistory<readonly SourceDraft[]>(() => (seen ? draftsOf(seen) : []));
  const sources = history.now;
  const [acknowledged, setAcknowledged] = useState(seen?.unallocatedAcknowledged ?? false);
  const firmSharesByBalance = useSession().settings?.investorBalanceDistributions === 'True';
  const [byBalance, setByBalance] = useState(seen?.investorBalanceBased ?? firmSharesByBalance);
  const mayShareByBalance = firmSharesByBalance || seen?.investorBalanceBased === true;
  const [unreadable, setUnreadable] = useState(0);
  const [isSaved, setSaved] = useState(false);
  const [initial] = useState(() => startOf(seen));
  useRecordCrumb(seen?.name, seen && `#${distributionPath(seen.id)}`);

  const onSave = async (values: Record<string, unknown>): Promise<readonly SaveFailure[] | undefined> => {
    const missing = missingIn(sources, unreadable);
    if (missing) return [{ message: missing }];
    const body = {
      ...(seen ? { id: seen.id, rowVersion: seen.rowVersion } : {}),
      ...values,
      distributionSources: sources.map(sourceToSend),
      investorBalanceBased: byBalance,
      unallocatedAcknowledged: acknowledged,
    };
    try {
      const stored = await save({ body } as unknown as Argument<'saveDistribution'>);
      remember('getDistribution', stored);
      setSaved(true);
      toastSuccess(`${stored.name} ${seen ? 'updated' : 'saved'} successfully`);
      await navigate(distributionPath(stored.id));
      return undefined;
    } catch (failure) {
      if (isStale(failure) && latest && onReload) await offerTheirs(latest, onReload);
      else toastError(failureText(failure));
      return refusals(failure);
    }
  };
  const form = useRecordForm({ fields: formFields, initial, onSave });
  const body = generateBodyOf(form.values, sources, { id: seen?.id, acknowledged, byBalance });
  const generation = useGenerated(body);
  const isTicked =
    acknowledged !== (seen?.unallocatedAcknowledged ?? false) ||
    byBalance !== (seen?.investorBalanceBased ?? firmSharesByBalance);
  const isDirty = !isSaved && (form.isDirty || history.canUndo || isTicked);
  useUnsavedGuard(isDirty, useBlocker(isDirty && !form.isSaving));

  const selectSources = async () => {
    const distributionDate = body?.distributionDate ?? null;
    const chosen = await askSources({ distributionDate, chosen: sources.map(({ source }) => source.id) });
    if (chosen) history.change((now) => withChosen(now, chosen));
  };
  const title = seen ? `Edit ${seen.name}` : 'Create distribution';
  const { run, refusals: reasons, isComputing } = generation;
  const hasUnallocated = /[1-9]/.test(run?.reconciliation.unallocated ?? '');
  return (
    <section className={styles.editor} aria-label={title}>
      <header>
        <h1>{title}</h1>
        <span role="status">{isComputing ? 'Computing…' : ''}</span>
      </header>
      <Form form={form} label={title}>
        <FormFields form={form} only={fieldOrder} />
        {mayShareByBalance ? (
          <Checkbox
            mt="sm"
            label="Distribute by carry balance"
            description="Each source pays what participants have at it on the distribution date, in proportion, and no more"
            checked={byBalance}
            onChange={(event) => setByBalance(event.currentTarget.checked)}
          />
        ) : null}
        {run && sources.length > 0 ? <MoneyLine reconciliation={run.reconciliation} /> : null}
        <RunNotices run={sources.length > 0 ? run : undefined} refusals={reasons} />
        {hasUnallocated || acknowledged ? (
          <Checkbox
            mt="sm"
            label="The unallocated amount goes to nobody; this is known and intended"
            checked={acknowledged}
            onChange={(event) => setAcknowledged(event.currentTarget.checked)}
          />
        ) : null}
        {sources.length === 0 ? (
          <EmptyState
            text="Choose what is distributed from: funds, coinvestments, their investments or tranches."
            action={<Button onClick={() => void selectSources()}>Select sources</Button>}
          />
        ) : (
          <RunTabs
            sources={sources}
            run={run}
            byBalance={byBalance}
            history={history}
            distributionDate={body?.distributionDate}
            onRecompute={generation.recompute}
            onSelectSources={() => void selectSources()}
            onUnreadableChange={setUnreadable}
          />
        )}
        <footer className={styles.bar}>
          <span role="status">{isDirty ? 'Unsaved changes' : ''}</span>
          <Button
            variant="default"
            onClick={() => void navigate(seen ? distributionPath(seen.id) : '/carry/distribution')}
          >
            Cancel
          </Button>
          <Button type="submit" loading={form.isSaving}>
            Save
          </Button>
        </footer>
      </Form>
    </section>
  );
}

const startOf = (seen: Distribution | undefined): Record<string, unknown> =>
  seen
    ? { ...seen }
    : { name: '', description: null, distributionDate: null, defaultEscrow: '0', defaultTerminatedEscrow: '0' };

function missingIn(sources: readonly SourceDraft[], unreadable: number): string | undefined {
  if (unreadable > 0) return 'Some cells hold something that could not be read. They are marked below the grid.';
  if (sources.length === 0) return 'Choose at least one source.';
  const blank = sources.find(({ amount }) => amount === '');
  return blank ? `Say how much ${blank.source.name} distributes.` : undefined;
}

const isStale = (failure: unknown) =>
  isFailure(failure) && failure.status === 409 && failure.errors.some(({ code }) => code === 'STALE_VERSION');

async function offerTheirs(
  latest: () => Promise<Distribution | undefined>,
  onReload: (theirs: Distribution) => void,
): Promise<void> {
  const theirs = await latest();
  if (!theirs) return;
  const edit = { name: theirs.name, changedBy: theirs.updatedBy, changedAt: formatInstant(theirs.updatedDate) };
  if ((await askStaleEdit(edit)) === 'reload') onReload(theirs);
}
