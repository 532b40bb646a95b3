import type { Fields } from '@carrara/contract/core/fields';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { rowMistakes, valuesToSave } from '@carrara/ui/form/fieldRules.ts';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { skipToken, useRead, useWrite } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { RecordEditor } from '../../../record/editor/RecordEditor.tsx';
import { refusals } from '../../../record/editor/refusals.ts';
import { type RowValues, RowsEditor } from '../../../record/editor/RowsEditor.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { carryTermsRecord, termRows, tierFieldsOf } from './carryTermsRecord.ts';
import { Payoff, Problems, TermChanges } from './TermViews.tsx';

type Values = Readonly<Record<string, unknown>>;

const rowsIn = (values: Values | undefined, name: string) => (values?.[name] as readonly RowValues[] | undefined) ?? [];
const fieldsOf = (name: string, fields: Fields) => (row: RowValues) => (name === 'tiers' ? tierFieldsOf(row) : fields);

const savedRows = (values: Values): Values =>
  Object.fromEntries(
    termRows.map(({ name, fields }) => [
      name,
      rowsIn(values, name).map((row) => ({
        ...(row['id'] === undefined ? {} : { id: row['id'] }),
        ...valuesToSave(fieldsOf(name, fields)(row), row),
      })),
    ]),
  );
const mistakes = (values: Values): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    termRows.flatMap(({ name, fields }) => Object.entries(rowMistakes(name, fields, rowsIn(values, name)))),
  );

/** Default tiers. The agreement sets their rates. */
const usualTiers = ['RETURN_OF_CAPITAL', 'PREFERRED_RETURN', 'CATCH_UP', 'SPLIT'].map((code) => ({ kind: { code } }));

/** Copies the terms of a version to a new one, which applies from another date. */
const copyOf = ({ id: _id, rowVersion: _version, effectiveDate: _date, ...terms }: Values): Values => ({
  ...terms,
  ...Object.fromEntries(
    termRows.map(({ name }) => [name, rowsIn(terms, name).map(({ id: _row, ...row }) => ({ ...row }))]),
  ),
});

/** The editor of a version of carry terms. A new version starts as a copy of the one in the address. */
export function CarryTermsEditor() {
  const { fundId = '', id } = useParams();
  const [query] = useSearchParams();
  const from = id === undefined ? query.get('from') : null;
  const { data, error, refetch } = useRead('getCarryTerms', from === null ? skipToken : { params: { id: from } });
  const { data: list } = useRead('listCarryTerms', id === undefined ? skipToken : { params: { id: fundId } });
  // The terms of a locked quarter are fixed. Facts that are entered over time can be added.
  const isLocked = list?.versions.find((version) => version.id === id)?.isLocked === true;
  const rows = termRows.filter(({ name }) => !isLocked || name === 'taxIncomes');
  if (from !== null && !data) return <ReadState error={error} onRetry={refetch} lines={10} />;
  const start: Values = data ? copyOf(data) : { tiers: usualTiers };
  return (
    <RecordEditor
      record={carryTermsRecord(fundId)}
      blank={start}
      {...(isLocked ? { only: ['escrowReleased'] } : {})}
      moreOf={(loaded) => Object.fromEntries(termRows.map(({ name }) => [name, rowsIn(loaded ?? start, name)]))}
      saved={(values) => ({ vehicle: { id: fundId }, ...savedRows(values) })}
      check={mistakes}
      more={(form, loaded) => (
        <>
          {rows.map(({ name, title, addLabel, fields }) => (
            <RowsEditor
              key={name}
              title={title}
              path={name}
              form={form}
              fields={fields}
              fieldsOf={fieldsOf(name, fields)}
              isOrdered={name === 'tiers'}
              rows={rowsIn(form.values, name)}
              onChange={(next) => form.set(name, next)}
              addLabel={addLabel}
            />
          ))}
          {isLocked ? null : <Preview fundId={fundId} form={form} loaded={loaded} />}
        </>
      )}
    />
  );
}

interface PreviewProps {
  readonly fundId: string;
  readonly form: RecordFormState;
  readonly loaded: RecordValue | undefined;
}

/** Checks the terms without saving them, and displays what would change. */
function Preview({ fundId, form, loaded }: PreviewProps) {
  const [checked, setChecked] = useState<Answer<'previewCarryTerms'>>();
  const [preview, isChecking] = useWrite('previewCarryTerms');
  const check = async () => {
    if (!form.check()) return;
    const head = loaded ? { id: loaded.id, rowVersion: loaded.rowVersion } : {};
    const values = valuesToSave(carryTermsRecord(fundId).fields, form.values);
    const body = { ...head, ...values, vehicle: { id: fundId }, ...savedRows(form.values) };
    try {
      setChecked(await preview({ query: {}, body: body as never }));
    } catch (failure) {
      form.report(refusals(failure));
    }
  };
  return (
    <Panel
      title="Check before saving"
      actions={
        <Button size="xs" variant="default" loading={isChecking} onClick={() => void check()}>
          Check
        </Button>
      }
    >
      {checked ? (
        <>
          {checked.refusals.length > 0 ? (
            <Problems tone="bad" title="Can’t be saved" problems={checked.refusals} />
          ) : null}
          {checked.refusals.length === 0 && checked.warnings.length > 0 ? (
            <Problems tone="warn" title="Needs a confirmation when you save" problems={checked.warnings} />
          ) : null}
          {checked.missing.length > 0 ? (
            <Problems tone="warn" title="No result until these are entered" problems={checked.missing} />
          ) : null}
          {checked.refusals.length + checked.missing.length === 0 ? (
            <Banner tone="ok">The terms are complete.</Banner>
          ) : null}
          <TermChanges title="Changes" changes={checked.changes} />
          {checked.payoff ? <Payoff payoff={checked.payoff} /> : null}
        </>
      ) : (
        'Compares these terms with the version before, names missing terms and draws the payoff. Nothing is saved.'
      )}
    </Panel>
  );
}
