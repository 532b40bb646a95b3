import { notDetermined } from '@carrara/contract/core/kinds';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { fieldError } from '@carrara/ui/form/fieldRules.ts';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { parseDateText } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../api/calls.ts';
import type { Answer, Argument } from '../../../api/operations.ts';
import { SourceProfile } from '../../../record/run/SourceProfile.tsx';
import { useSession } from '../../../session/hooks.ts';
import { ComputedReasons, SourceFieldset, SourceTabs } from '../../../record/run/SourceTabs.tsx';
import { useComputed } from '../../../record/run/useComputed.ts';
import { showAllocations, showSourceDetails } from './dialogs.tsx';
import { ForecastTable } from './ForecastTables.tsx';
import { openForecastSourcesDialog } from './SelectForecastSourcesDialog.tsx';
import {
  amountFields,
  amountNames,
  type AmountName,
  isChanged,
  isTyped,
  missingAmounts,
  type SourceDraft,
  toSourceInput,
  applySourceChoice,
  setAmountText,
} from './sourceDrafts.ts';

type Body = Argument<'calculateForecast'>['body'];
type Computed = Answer<'calculateForecast'>;

const summaryTab = 'overview';
const totals = [
  ['totalGross', 'Gross'],
  ['totalNet', 'Net'],
  ['totalCarryDistributed', 'To participants'],
  ['unallocated', 'Unallocated'],
] as const;
const undeterminedText = 'Not determined yet. Enter the distribution date and the amounts of every source.';

export interface ForecastTabsProps {
  readonly form: RecordFormState;
  readonly drafts: readonly SourceDraft[];
}

/** The sources of a forecast in the editor: the expected amounts of each participant over all sources, and a tab per source. */
export function ForecastTabs({ form, drafts }: ForecastTabsProps) {
  const [calculate] = useWrite('calculateForecast');
  const computed = useComputed<Body, Computed>(bodyOf(form, drafts), (body) => calculate({ body }));
  const [chosen, setChosen] = useState(summaryTab);
  const current = drafts.find(({ id }) => id === chosen);
  const change = (next: readonly SourceDraft[]) => form.set('forecastSources', next);
  const replace = (before: SourceDraft, next: SourceDraft) =>
    change(drafts.map((draft) => (draft === before ? next : draft)));
  const select = async () => {
    const options = await openForecastSourcesDialog(drafts.map(({ id }) => id));
    if (options) change(applySourceChoice(drafts, options));
  };
  const { current: run } = computed;
  const wrong = new Set(
    (run?.forecastSources ?? []).filter(({ problems }) => problems.length > 0).map(({ source }) => source.id),
  );
  const isInPortal = useSession().settings?.portalForecasts === 'True';
  return (
    <div data-field="forecastSources">
      {isInPortal ? (
        <Banner tone="info">Participants see their amounts in the portal as soon as you save this forecast.</Banner>
      ) : null}
      <SourceTabs
        label="Forecast"
        error={form.errors['forecastSources']}
        emptyText="Choose the sources of this forecast: a fund or coinvestment, or investments and tranches of one."
        selectLabel="Select sources"
        onSelect={() => void select()}
        summaries={[{ id: summaryTab, title: 'Participant Summary' }]}
        sources={drafts.map((draft) => ({
          id: draft.id,
          title: draft.name,
          isChanged: isChanged(draft),
          isWrong: wrong.has(draft.id) || amountNames.some((name) => wrongIn(draft, name) !== undefined),
        }))}
        current={current?.id ?? summaryTab}
        onOpen={setChosen}
      >
        <FigureStrip
          figures={totals.map(([name, label]) => ({
            label,
            kind: 'money',
            nullIs: notDetermined,
            value: run?.[name] ?? null,
          }))}
        />
        <ComputedReasons computed={computed} problems={run?.problems ?? []} />
        {current ? (
          <SourceTab
            key={current.id}
            draft={current}
            at={drafts.indexOf(current)}
            form={form}
            computed={run?.forecastSources.find(({ source }) => source.id === current.id)}
            onChange={(next) => replace(current, next)}
            onRemove={() => change(drafts.filter((draft) => draft !== current))}
          />
        ) : (
          <Overview drafts={drafts} form={form} run={run} onChange={replace} />
        )}
      </SourceTabs>
    </div>
  );
}

const dateIn = (form: RecordFormState): string | undefined => {
  const date = form.values['distributionDate'];
  return (typeof date === 'string' ? parseDateText(date) : null) ?? undefined;
};

/** Returns the request to compute the forecast; undefined while required input is missing. */
function bodyOf(form: RecordFormState, drafts: readonly SourceDraft[]): Body | undefined {
  const distributionDate = dateIn(form);
  if (!distributionDate || drafts.length === 0 || !drafts.every((draft) => missingAmounts(draft).length === 0))
    return undefined;
  return { distributionDate, forecastSources: drafts.map(toSourceInput) };
}

interface OverviewProps {
  readonly drafts: readonly SourceDraft[];
  readonly form: RecordFormState;
  readonly run: Computed | undefined;
  readonly onChange: (before: SourceDraft, next: SourceDraft) => void;
}

/** The amounts of every source, with the expected amounts of each participant below. */
const Overview = ({ drafts, form, run, onChange }: OverviewProps) => (
  <>
    <Panel title="Sources">
      {drafts.map((draft, at) => (
        <SourceFields key={draft.id} draft={draft} at={at} form={form} onChange={(next) => onChange(draft, next)} />
      ))}
    </Panel>
    <Panel title="Participant Summary" flush>
      {run ? (
        <ForecastTable rows={run.forecastParticipants} total={run.totalCarryDistributed} />
      ) : (
        <EmptyState text={undeterminedText} />
      )}
    </Panel>
  </>
);

interface SourceFieldsProps {
  readonly draft: SourceDraft;
  readonly at: number;
  readonly form: RecordFormState;
  readonly onChange: (next: SourceDraft) => void;
}

/**
 * Returns the error of an amount. Unparseable input is reported at once, since the figures below depend on it. A missing amount is reported when the
 * focus leaves the field.
 */
const wrongIn = (draft: SourceDraft, name: AmountName) =>
  isTyped(draft, name) ? fieldError({ ...amountFields[name], required: false }, draft[name]) : undefined;

/**
 * The fields of a source: invested amount, multiple, gross and adjustment. The one of multiple and gross that was typed last stays, and the other
 * follows.
 */
function SourceFields({ draft, at, form, onChange }: SourceFieldsProps) {
  return (
    <SourceFieldset name={draft.name} isChanged={isChanged(draft)}>
      {amountNames.map((name) => {
        const path = `forecastSources.${String(at)}.${name}`;
        return (
          <FieldInput
            key={name}
            name={path}
            field={amountFields[name]}
            value={draft[name]}
            onChange={(value) => onChange(setAmountText(draft, name, String(value ?? '')))}
            onBlur={() => form.blur(path)}
            error={form.errors[path] ?? wrongIn(draft, name)}
            disabled={form.isSaving}
          />
        );
      })}
    </SourceFieldset>
  );
}

interface SourceTabProps extends SourceFieldsProps {
  readonly computed: Computed['forecastSources'][number] | undefined;
  readonly onRemove: () => void;
}

/** The tab of one source: its amounts, and the expected amounts of each participant. */
function SourceTab({ computed, onRemove, ...fields }: SourceTabProps) {
  const { draft, form } = fields;
  const distributionDate = dateIn(form);
  return (
    <>
      <Panel
        title={draft.name}
        actions={
          <>
            {computed ? (
              <Button variant="default" onClick={() => void showSourceDetails({ source: computed })}>
                Source details
              </Button>
            ) : null}
            <Button
              variant="default"
              onClick={() => void showAllocations({ source: draft, profileId: draft.profileId, distributionDate })}
            >
              Allocation
            </Button>
            <Button variant="default" onClick={onRemove}>
              Remove source
            </Button>
          </>
        }
      >
        <SourceFields {...fields} />
        <SourceProfile
          sourceId={draft.id}
          date={distributionDate}
          profileId={draft.profileId}
          used={computed?.allocationProfile}
          disabled={form.isSaving}
          onChange={(profileId) => fields.onChange({ ...draft, profileId })}
        />
      </Panel>
      <Panel title="Participants" flush>
        {computed ? (
          <ForecastTable rows={computed.details} isOfSource total={computed.totalDistributed} />
        ) : (
          <EmptyState text={undeterminedText} />
        )}
      </Panel>
    </>
  );
}
