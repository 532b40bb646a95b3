import { RecordEditor } from '../../../record/editor/RecordEditor.tsx';
import { checkTaxForm, headFields, TaxTerms, taxFormValues, taxFormToSave } from './taxForm.tsx';
import { taxRecord } from './taxRecord.ts';

/** The editor of a tax profile: one rate, or one for each tax characterization. */
export function TaxEditor() {
  return (
    <RecordEditor
      record={taxRecord}
      only={headFields}
      moreOf={taxFormValues}
      check={checkTaxForm}
      saved={taxFormToSave}
      more={(form) => <TaxTerms form={form} />}
    />
  );
}
