import { type LedgerRunRecord, ledgerRunTypeOptions } from '@carrara/contract/carry/run/ledgerRun';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { rowMistakes } from '@carrara/ui/form/fieldRules.ts';
import { parseDateText } from '@carrara/ui/value/formatDate.ts';
import { useParams, useSearchParams } from 'react-router-dom';
import { useFormWrite, useRead } from '../../../api/calls.ts';
import type { FieldFailure } from '../../../api/failure.ts';
import type { Answer } from '../../../api/operations.ts';
import { RecordEditor } from '../../../record/editor/RecordEditor.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { RowsEditor, type RowValues } from '../../../record/editor/RowsEditor.tsx';
import { Texts } from '../../../record/run/Texts.tsx';
import { useComputed } from '../../../record/run/useComputed.ts';
import { useToday } from '../../../session/useToday.ts';
import { isComplete, rowFields, formRows, rowToSend } from './formRows.ts';
import { LedgerLines } from './LedgerLines.tsx';
import { ledgerRunRecord } from './ledgerRunRecord.ts';

type Values = Readonly<Record<string, unknown>>;
type Body = Readonly<Record<string, unknown>>;

const typeIn = (values: Values) => (values['type'] as { readonly code?: string } | null | undefined)?.code ?? '';
const rowsIn = (values: Values) => (values['lines'] as readonly RowValues[] | undefined) ?? [];
const typeOf = (code: string) => ledgerRunTypeOptions.find((option) => option.code === code);

/** Returns the errors that prevent saving, apart from those of fields. */
function checkRows(values: Values): Readonly<Record<string, string | undefined>> {
  const rows = rowsIn(values);
  if (rows.length === 0) return { lines: 'Add at least one row.' };
  return rowMistakes('lines', rowFields[typeIn(values)] ?? {}, rows);
}

/** Creates a ledger run or edits a draft, with the resulting entries while a person types. */
export function LedgerRunEditor() {
  const { id } = useParams();
  const [query] = useSearchParams();
  const holderId = id === undefined ? query.get('release') : null;
  const { data: due } = useRead('listReleasesDue', undefined);
  const today = useToday();
  if (holderId && !due) return <LoadingState lines={10} />;
  const [release] = (due ?? []).filter(({ holder }) => holder.id === holderId);
  const blank = release
    ? {
        name: `Release of escrow, ${release.holder.name ?? ''}`,
        type: typeOf('RELEASE'),
        runDate: today,
        lines: release.sources.map((source): RowValues => ({ source })),
      }
    : { type: typeOf(query.get('type') ?? 'OPENING'), runDate: today, lines: [] };
  return (
    <RecordEditor
      key={holderId ?? id ?? 'new'}
      record={ledgerRunRecord}
      blank={blank}
      moreOf={partsOf(blank.lines)}
      check={checkRows}
      saved={(values) => ({ lines: rowsIn(values).map(rowToSend(typeIn(values))) })}
      more={(form) => <Rows form={form} />}
    />
  );
}

const partsOf = (lines: readonly RowValues[]) => (loaded: RecordValue | undefined) => ({
  lines: loaded ? formRows((loaded as LedgerRunRecord & RecordValue).requestedLines) : lines,
});

function Rows({ form }: { readonly form: RecordFormState }) {
  const type = typeIn(form.values);
  const rows = rowsIn(form.values);
  const fields = rowFields[type];
  const [generate] = useFormWrite('generateLedgerRun');
  const [body, isWhole] = bodyOf(form, type, rows);
  const computed = useComputed<Body, Answer<'generateLedgerRun'>>(isWhole ? body : undefined, (request) =>
    generate({ body: request }),
  );
  if (!fields) return null;
  // Errors that the server reports for a field appear at the field, like those of the form itself.
  const isOfField = ({ path }: FieldFailure) => /^lines\.\d/.test(path);
  const extra = Object.fromEntries(computed.refusals.filter(isOfField).map(({ path, message }) => [path, message]));
  const { run } = computed;
  const isDetermined = isWhole && run !== undefined && computed.refusals.length === 0;
  const warnings = isDetermined && !computed.isComputing ? run.warnings : [];
  const reasons = [
    ...computed.refusals.filter((refusal) => !isOfField(refusal)).map(({ message }) => message),
    ...(computed.away ? [`These figures belong to your earlier input: ${computed.away}.`] : []),
  ];
  return (
    <>
      {type === 'RELEASE' ? (
        <p>Leave the participant blank to include everyone. Leave the amount blank to release all escrow.</p>
      ) : null}
      <RowsEditor
        key={type}
        title="Rows"
        path="lines"
        form={{ ...form, errors: { ...extra, ...form.errors } }}
        fields={fields}
        rows={rows}
        onChange={(next) => form.set('lines', next)}
        addLabel="Add row"
        rowError={(_row, at) => warnings.find(({ path }) => path[1] === at)?.message}
      />
      <Texts tone="bad" texts={reasons} />
      {isDetermined ? <LedgerLines type={type} lines={run.lines} totals={run} /> : null}
    </>
  );
}

/** Returns the request from the current input, and true if it can be computed. */
function bodyOf(form: RecordFormState, type: string, rows: readonly RowValues[]): readonly [Body, boolean] {
  const date = form.values['runDate'];
  const runDate = typeof date === 'string' ? parseDateText(date) : null;
  const body = { type: { code: type }, runDate, lines: rows.map(rowToSend(type)) };
  return [body, Boolean(runDate && rows.length > 0 && rows.every(isComplete(type)))];
}
