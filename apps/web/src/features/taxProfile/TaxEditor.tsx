import { confirm } from '@carrara/ui/feedback';
import type { RecordFormState } from '@carrara/ui/form';
import { useEffect, useRef } from 'react';
import { RecordEditor } from '../../record/RecordEditor.tsx';
import { RowsEditor, type RowValues } from '../../record/RowsEditor.tsx';
import { rateFields, ratesError, ratesToSave, typedRates } from './rates.ts';
import { taxRecord } from './taxRecord.ts';

type Values = Readonly<Record<string, unknown>>;

const rowsOf = (values: Values) => (values['rates'] as readonly RowValues[] | undefined) ?? [];
const isByCharacterization = (values: Values) => values['subjectToCharacterization'] === true;

const checkRates = (values: Values) => ({
  rates: isByCharacterization(values) ? ratesError(rowsOf(values)) : undefined,
});

/** A tax profile: one rate, or one for each tax characterization. */
export function TaxEditor() {
  return (
    <RecordEditor
      record={taxRecord}
      moreOf={(seen) => ({ rates: typedRates(seen), isInactive: seen?.['isInactive'] ?? false })}
      check={checkRates}
      saved={(values) => ({
        isInactive: values['isInactive'] === true,
        taxProfileRates: isByCharacterization(values) ? ratesToSave(rowsOf(values)) : [],
      })}
      more={(form) => <Rates form={form} />}
    />
  );
}

function Rates({ form }: { readonly form: RecordFormState }) {
  const shown = isByCharacterization(form.values);
  const rows = rowsOf(form.values);
  useWipeQuestion(form, shown, rows.length);
  if (!shown) return null;
  return (
    <RowsEditor
      title="Rates"
      addLabel="Add rate"
      fields={rateFields}
      rows={rows}
      onChange={(next) => form.set('rates', next)}
      error={form.errors['rates']}
    />
  );
}

/** Turning the characterization off wipes the rates, after a question; a no turns it on again. */
function useWipeQuestion(form: RecordFormState, shown: boolean, rates: number): void {
  const before = useRef(shown);
  useEffect(() => {
    const turnedOff = before.current && !shown;
    before.current = shown;
    if (!turnedOff || rates === 0) return;
    void confirm({
      title: 'Remove the rates?',
      text: 'A profile that is not subject to characterization has a single rate: its rates by characterization will be removed. Are you sure you want to continue?',
      confirmLabel: 'Remove rates',
      danger: true,
    }).then((wipe) => {
      if (wipe) form.set('rates', []);
      else form.set('subjectToCharacterization', true);
    });
  }, [form, shown, rates]);
}
