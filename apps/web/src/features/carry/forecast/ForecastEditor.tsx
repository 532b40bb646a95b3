import type { ForecastRecord } from '@carrara/contract/carry/run/forecastRecord';
import { fieldError } from '@carrara/ui/form/fieldRules.ts';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { RecordEditor } from '../../../record/editor/RecordEditor.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { useToday } from '../../../session/useToday.ts';
import { forecastRecord } from './forecastRecord.ts';
import { ForecastTabs } from './ForecastTabs.tsx';
import { amountFields, sourceDrafts, missingAmounts, type SourceDraft, toSourceInput } from './sourceDrafts.ts';

type Values = Readonly<Record<string, unknown>>;

const draftsIn = (values: Values) => (values['forecastSources'] as readonly SourceDraft[] | undefined) ?? [];

const partsOf = (loaded: RecordValue | undefined) => ({
  forecastSources: loaded ? sourceDrafts((loaded as RecordValue & ForecastRecord).forecastSources) : [],
});

/** Returns the errors that prevent saving, apart from those of fields. Errors of sources appear in their own cells. */
function checkSources(values: Values): Readonly<Record<string, string | undefined>> {
  const sources = draftsIn(values);
  if (sources.length === 0) return { forecastSources: 'A forecast needs at least one source.' };
  return Object.fromEntries(
    sources.flatMap((source, at) =>
      missingAmounts(source).map((name) => [
        `forecastSources.${String(at)}.${name}`,
        fieldError({ ...amountFields[name], required: true }, source[name]),
      ]),
    ),
  );
}

/** Creates or edits a forecast: its head fields, its sources, and the expected amounts of each participant, which follow the input. */
export function ForecastEditor() {
  const today = useToday();
  return (
    <RecordEditor
      record={forecastRecord}
      blank={{ estimationDate: today }}
      moreOf={partsOf}
      check={checkSources}
      saved={(values) => ({ forecastSources: draftsIn(values).map(toSourceInput) })}
      more={(form: RecordFormState) => <ForecastTabs form={form} drafts={draftsIn(form.values)} />}
    />
  );
}
