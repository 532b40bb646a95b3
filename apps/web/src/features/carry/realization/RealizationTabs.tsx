import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { notDetermined } from '@carrara/contract/core/kinds';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { fieldError } from '@carrara/ui/form/fieldRules.ts';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { parseDateText } from '@carrara/ui/value/formatDate.ts';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../api/calls.ts';
import type { Answer, Argument } from '../../../api/operations.ts';
import { RowAction } from '../../../record/run/ParticipantActions.tsx';
import { SourceProfile } from '../../../record/run/SourceProfile.tsx';
import { ComputedReasons, SourceFieldset, SourceTabs } from '../../../record/run/SourceTabs.tsx';
import { useComputed } from '../../../record/run/useComputed.ts';
import { AccrualTable, BalanceTable } from './AccrualTables.tsx';
import { showTranches, showVesting } from './dialogs.tsx';
import { openInvestmentsDialog } from './SelectInvestmentsDialog.tsx';
import {
  carryField,
  dateField,
  parseDay,
  isChanged,
  isComplete,
  liveTotal,
  type SourceDraft,
  toSourceInput,
  applySourceChoice,
} from './sourceDrafts.ts';

type Body = Argument<'calculateRealization'>['body'];
type Shared = Answer<'calculateRealization'>;

const summaryTab = 'summary';
const balancesTab = 'balances';
const summaries = [
  { id: summaryTab, title: 'Participant Summary' },
  { id: balancesTab, title: 'Investor Balances' },
];
const undeterminedText =
  'Not determined yet. Enter the dates of the realization and of every source, and the carry of every source.';

export interface RealizationTabsProps {
  readonly form: RecordFormState;
  /** The id of a stored realization; undefined for a new one. */
  readonly id: string | undefined;
  readonly drafts: readonly SourceDraft[];
}

/** The sources of a realization in the editor: the amounts of each participant, balances, and a tab per source. */
export function RealizationTabs({ form, id, drafts }: RealizationTabsProps) {
  const [calculate] = useWrite('calculateRealization');
  const shared = useComputed<Body, Shared>(bodyOf(form, id, drafts), (body) => calculate({ body }));
  const { current: run } = shared;
  const { sources = [], totalAccrued, unallocated } = run ?? {};
  const [chosen, setChosen] = useState(summaryTab);
  const current = drafts.find(({ containerId }) => containerId === chosen);
  const tab = current || chosen === balancesTab ? chosen : summaryTab;
  const change = (next: readonly SourceDraft[]) => form.set('sources', next);
  const select = async () => {
    const options = await openInvestmentsDialog(drafts.map(({ containerId }) => containerId));
    if (options) change(applySourceChoice(drafts, options));
  };
  const total = liveTotal(drafts);
  const wrong = new Set(sources.filter(({ problems }) => problems.length > 0).map((source) => source.containerId));
  const hasRest = sources.some((source) => /[1-9]/.test(source.unallocated ?? ''));
  const money = { kind: 'money', nullIs: notDetermined } as const;
  return (
    <div data-field="sources">
      <SourceTabs
        label="Realization"
        error={form.errors['sources']}
        emptyText="Choose the sources of this realization: investments of one fund or coinvestment."
        selectLabel="Select investments"
        onSelect={() => void select()}
        summaries={summaries}
        sources={drafts.map((draft) => ({
          id: draft.containerId,
          title: draft.name,
          isChanged: isChanged(draft),
          isWrong: wrong.has(draft.containerId) || wrongIn(carryField, draft.carry) !== undefined,
        }))}
        current={tab}
        onOpen={setChosen}
      >
        <FigureStrip
          figures={[
            { label: 'Total carry', ...money, value: total ?? null },
            { label: 'Accrued', ...money, value: totalAccrued ?? null },
            { label: 'Unallocated', ...money, value: unallocated ?? null },
          ]}
        />
        {hasRest ? (
          <Checkbox
            my="sm"
            label="The unallocated amount goes to nobody. This is intended."
            checked={form.values['unallocatedAcknowledged'] === true}
            onChange={(event) => form.set('unallocatedAcknowledged', event.currentTarget.checked)}
          />
        ) : null}
        <ComputedReasons computed={shared} problems={sources.flatMap(({ problems }) => problems)} />
        {current ? (
          <SourceTab
            key={current.containerId}
            draft={current}
            at={drafts.indexOf(current)}
            form={form}
            shared={sources.find(({ containerId }) => containerId === current.containerId)}
            onChange={(next) => change(drafts.map((draft) => (draft === current ? next : draft)))}
            onRemove={() => change(drafts.filter((draft) => draft !== current))}
          />
        ) : run && tab === balancesTab ? (
          <BalanceTable sources={sources} />
        ) : (
          <SourcesToType drafts={drafts} form={form} onChange={change}>
            <Panel title={tab === balancesTab ? 'Investor Balances' : 'Participant Summary'} flush>
              {run ? (
                <AccrualTable rows={run.participants} total={totalAccrued} />
              ) : (
                <EmptyState text={undeterminedText} />
              )}
            </Panel>
          </SourcesToType>
        )}
      </SourceTabs>
    </div>
  );
}

/** Returns the request to compute the realization; undefined while required input is missing. */
function bodyOf(form: RecordFormState, id: string | undefined, drafts: readonly SourceDraft[]): Body | undefined {
  const date = form.values['realizationDate'];
  const realizationDate = typeof date === 'string' ? parseDateText(date) : null;
  if (!realizationDate || drafts.length === 0 || !drafts.every(isComplete)) return undefined;
  const unallocatedAcknowledged = form.values['unallocatedAcknowledged'] === true;
  return {
    ...(id ? { id } : {}),
    realizationDate,
    unallocatedAcknowledged,
    sources: drafts.map(toSourceInput),
  } as Body;
}

interface SourcesToTypeProps {
  readonly drafts: readonly SourceDraft[];
  readonly form: RecordFormState;
  readonly onChange: (next: readonly SourceDraft[]) => void;
  readonly children?: React.ReactNode;
}

/** The carry and the date of every source, with the resulting totals below. */
function SourcesToType({ drafts, form, onChange, children }: SourcesToTypeProps) {
  return (
    <>
      <Panel title="Sources">
        {drafts.map((draft, at) => (
          <SourceFields
            key={draft.containerId}
            draft={draft}
            at={at}
            form={form}
            onChange={(next) => onChange(drafts.map((other) => (other === draft ? next : other)))}
          />
        ))}
      </Panel>
      {children}
    </>
  );
}

interface SourceFieldsProps {
  readonly draft: SourceDraft;
  readonly at: number;
  readonly form: RecordFormState;
  readonly onChange: (next: SourceDraft) => void;
}

/**
 * Returns the error of a carry amount. Unparseable input is reported at once, since the figures below depend on it. A missing amount is reported when
 * the focus leaves the field.
 */
const wrongIn = (field: typeof carryField, text: string) => fieldError({ ...field, required: false }, text);

function SourceFields({ draft, at, form, onChange }: SourceFieldsProps) {
  const path = `sources.${String(at)}`;
  return (
    <SourceFieldset name={draft.name} isChanged={isChanged(draft)} isWide>
      <FieldInput
        name={`${path}.totalCarryForAll`}
        field={carryField}
        value={draft.carry}
        onChange={(value) => onChange({ ...draft, carry: String(value ?? '') })}
        onBlur={() => form.blur(`${path}.totalCarryForAll`)}
        error={form.errors[`${path}.totalCarryForAll`] ?? wrongIn(carryField, draft.carry)}
        disabled={form.isSaving}
      />
      <FieldInput
        name={`${path}.realizationDate`}
        field={dateField}
        value={draft.realizationDate}
        onChange={(value) => onChange({ ...draft, followsHead: false, realizationDate: String(value ?? '') })}
        onBlur={() => form.blur(`${path}.realizationDate`)}
        error={form.errors[`${path}.realizationDate`]}
        disabled={form.isSaving}
      />
    </SourceFieldset>
  );
}

interface SourceTabProps extends SourceFieldsProps {
  readonly shared: Shared['sources'][number] | undefined;
  readonly onRemove: () => void;
}

/** The tab of one source: its carry, its date, and the amounts of each participant. */
function SourceTab({ shared, onRemove, ...fields }: SourceTabProps) {
  const { draft } = fields;
  return (
    <>
      <Panel
        title={draft.name}
        actions={
          <>
            {shared ? (
              <Button variant="default" onClick={() => void showTranches(shared)}>
                Tranche profiles
              </Button>
            ) : null}
            <Button variant="default" onClick={onRemove}>
              Remove source
            </Button>
          </>
        }
      >
        <SourceFields {...fields} />
        <SourceProfile
          sourceId={draft.containerId}
          date={parseDay(draft.realizationDate)}
          profileId={draft.profileId}
          used={shared?.allocationProfile}
          disabled={fields.form.isSaving}
          onChange={(profileId) => fields.onChange({ ...draft, profileId })}
        />
      </Panel>
      <Panel title="Participants" flush>
        {shared ? (
          <AccrualTable
            rows={shared.details}
            isOfSource
            total={shared.carryAccrued}
            rowActions={({ participant, via }) =>
              participant.type === 'Entity' || via.length > 0 ? null : (
                <RowAction
                  onClick={() => void showVesting({ source: shared, participant, carry: shared.totalCarryForAll })}
                >
                  Vesting
                </RowAction>
              )
            }
          />
        ) : (
          <EmptyState text={undeterminedText} />
        )}
      </Panel>
    </>
  );
}
