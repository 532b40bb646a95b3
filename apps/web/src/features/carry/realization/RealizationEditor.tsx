import type { RealizationRecord } from '@carrara/contract/carry/run/realizationRecord';
import { fieldError } from '@carrara/ui/form/fieldRules.ts';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { useToday } from '../../../session/useToday.ts';
import { RecordEditor } from '../../../record/editor/RecordEditor.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { realizationRecord } from './realizationRecord.ts';
import { RealizationTabs } from './RealizationTabs.tsx';
import { carryField, dateField, sourceDrafts, type SourceDraft, toSourceInput, withHeadDate } from './sourceDrafts.ts';

type Values = Readonly<Record<string, unknown>>;

const draftsIn = (values: Values) =>
  withHeadDate((values['sources'] as readonly SourceDraft[] | undefined) ?? [], values['realizationDate']);

const partsOf = (loaded: RecordValue | undefined) => {
  const realization = loaded as RealizationRecord | undefined;
  return {
    sources: realization ? sourceDrafts(realization.sources) : [],
    unallocatedAcknowledged: realization?.unallocatedAcknowledged ?? false,
  };
};

/** Returns the errors that prevent saving, apart from those of fields. Errors of sources appear in their own cells. */
function checkSources(values: Values): Readonly<Record<string, string | undefined>> {
  const sources = draftsIn(values);
  if (sources.length === 0) return { sources: 'A realization needs at least one source.' };
  return Object.fromEntries(
    sources.flatMap(({ carry, realizationDate }, at) => [
      [`sources.${String(at)}.totalCarryForAll`, fieldError(carryField, carry)],
      [`sources.${String(at)}.realizationDate`, fieldError(dateField, realizationDate)],
    ]),
  );
}

/** Creates a realization or edits a draft: its head fields, its sources, and the amounts of each participant, which follow the input. */
export function RealizationEditor() {
  const today = useToday();
  return (
    <RecordEditor
      record={realizationRecord}
      blank={{ realizationDate: today }}
      moreOf={partsOf}
      check={checkSources}
      saved={(values) => ({
        sources: draftsIn(values).map(toSourceInput),
        unallocatedAcknowledged: values['unallocatedAcknowledged'] === true,
      })}
      savedText={(isNew) => (isNew ? 'Realization saved successfully.' : 'Realization updated successfully.')}
      leavesOnFault
      refusal={(loaded) =>
        loaded.status.code === 'DRAFT' ? undefined : 'A posted realization can’t be changed. Reverse it instead.'
      }
      more={(form: RecordFormState, loaded) => (
        <RealizationTabs form={form} id={loaded?.id} drafts={draftsIn(form.values)} />
      )}
    />
  );
}
