import type { Reference } from '@carrara/contract/core/kinds';
import { checkTaxTerms } from '@carrara/domain/carry/tax';
import { confirm } from '@carrara/ui/feedback/questions.tsx';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { rowMistakes, valuesToSave } from '@carrara/ui/form/fieldRules.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useEffect, useRef } from 'react';
import { RowsEditor, type RowValues } from '../../../record/editor/RowsEditor.tsx';
import { rateFields, ratesError, ratesToSave, typedRates } from './rates.ts';
import { selectRates } from './selectRates.tsx';
import styles from './taxProfile.module.css';
import { taxRecord } from './taxRecord.ts';

type Values = Readonly<Record<string, unknown>>;

/** The path of the rates is the same in the form and in the saved body, so that an error finds its row. */
const ratesPath = 'taxProfileRates';

const rowsOf = (values: Values) => (values[ratesPath] as readonly RowValues[] | undefined) ?? [];
const isByCharacterization = (values: Values) => values['subjectToCharacterization'] === true;

/** Fields above the rate or rates. */
export const headFields: readonly string[] = ['name', 'description', 'subjectToCharacterization'];

/** Returns the values of the form that are not fields. */
export const taxFormValues = (loaded: Values | undefined) => ({
  [ratesPath]: typedRates(loaded),
  isInactive: loaded?.['isInactive'] ?? false,
});

/** Checks the rates: a single rate, or at least one rate by characterization. */
export function checkTaxForm(values: Values): Readonly<Record<string, string | undefined>> {
  if (isByCharacterization(values)) {
    const rows = rowsOf(values);
    return { ...rowMistakes(ratesPath, rateFields, rows), [ratesPath]: ratesError(rows) };
  }
  const taxRate = valuesToSave(taxRecord.fields, values)['taxRate'] as string | null;
  const refused = checkTaxTerms({ subjectToCharacterization: false, taxRate, characterizationIds: [] });
  return refused.length > 0 ? { taxRate: 'Tax rate % is required' } : {};
}

/** Returns the rate and the rates as they are saved. */
export const taxFormToSave = (values: Values) => ({
  isInactive: values['isInactive'] === true,
  taxRate: isByCharacterization(values) ? null : valuesToSave(taxRecord.fields, values)['taxRate'],
  taxProfileRates: isByCharacterization(values) ? ratesToSave(rowsOf(values)) : [],
});

/** The part of the form below the switch: a single rate, or rates by characterization. */
export function TaxTerms({ form }: { readonly form: RecordFormState }) {
  const rows = rowsOf(form.values);
  const isCharacterized = isByCharacterization(form.values);
  useWipeQuestion(form, isCharacterized, rows.length);
  return isCharacterized ? <Rates form={form} rows={rows} /> : <SingleRate form={form} />;
}

function SingleRate({ form }: { readonly form: RecordFormState }) {
  const field = taxRecord.fields['taxRate'];
  if (!field) return null;
  return (
    <Panel title="Rate">
      <div className={styles.rate}>
        <FieldInput
          name="taxRate"
          field={{ ...field, required: true }}
          value={form.values['taxRate']}
          onChange={(value) => form.set('taxRate', value)}
          onBlur={() => form.blur('taxRate')}
          error={form.errors['taxRate']}
          disabled={form.isSaving}
        />
      </div>
    </Panel>
  );
}

interface RatesProps {
  readonly form: RecordFormState;
  readonly rows: readonly RowValues[];
}

function Rates({ form, rows }: RatesProps) {
  const add = async () => {
    const usedIds = rows.flatMap(({ characterization }) =>
      characterization ? [(characterization as Reference).id] : [],
    );
    const chosen = await selectRates(usedIds);
    const added = chosen.map((characterization) => ({ characterization }));
    if (added.length > 0) form.set(ratesPath, (now: readonly RowValues[] = []) => [...now, ...added]);
  };
  return (
    <div className={styles.rates}>
      <RowsEditor
        title="Rates"
        path={ratesPath}
        form={form}
        addLabel="Add rates"
        onAdd={() => void add()}
        fields={rateFields}
        rows={rows}
        onChange={(next) => form.set(ratesPath, next)}
      />
    </div>
  );
}

/** Removes the rates when characterization is turned off, after a confirmation. If the person cancels, it is turned on again. */
function useWipeQuestion(form: RecordFormState, isVisible: boolean, rates: number): void {
  const before = useRef(isVisible);
  useEffect(() => {
    const turnedOff = before.current && !isVisible;
    before.current = isVisible;
    if (!turnedOff || rates === 0) return;
    void confirm({
      title: 'Remove the rates?',
      text: 'A profile that isn’t subject to characterization has a single rate. Its rates by characterization will be removed. Are you sure you want to continue?',
      confirmLabel: 'Remove rates',
      danger: true,
    }).then((wipe) => {
      if (wipe) form.set(ratesPath, []);
      else form.set('subjectToCharacterization', true);
    });
  }, [form, isVisible, rates]);
}
