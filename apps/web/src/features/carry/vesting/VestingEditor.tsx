import { defineFields } from '@carrara/contract/core/fields';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { RecordEditor } from '../../../record/editor/RecordEditor.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { RowsEditor } from '../../../record/editor/RowsEditor.tsx';
import {
  blankRows,
  convertRows,
  linkTypedRows,
  rowErrors,
  savedRows,
  storedRows,
  type TypedRow,
  type Unit,
} from './typedRows.ts';
import { UnitSwitch } from './UnitSwitch.tsx';
import { vestingRecord } from './vestingRecord.ts';

type Values = Readonly<Record<string, unknown>>;

const fieldsIn = {
  months: defineFields({
    periodStart: { kind: 'count', title: 'Start (months)' },
    periodEnd: { kind: 'count', title: 'End (months)' },
    vestedPercentage: { kind: 'percent', title: 'Vested %' },
  }),
  years: defineFields({
    periodStart: { kind: 'rate', title: 'Start (years)' },
    periodEnd: { kind: 'rate', title: 'End (years)' },
    vestedPercentage: { kind: 'percent', title: 'Vested %' },
  }),
} as const;

const rowsOf = (values: Values) => (values['details'] as readonly TypedRow[] | undefined) ?? [];
const unitOf = (values: Values): Unit => (values['unit'] === 'years' ? 'years' : 'months');

const initialRows = (loaded: RecordValue | undefined) => ({
  unit: 'months',
  details: loaded ? storedRows(loaded['details'] as Parameters<typeof storedRows>[0], 'months') : blankRows(),
});
const checkRows = (values: Values) => ({
  details: rowErrors(rowsOf(values), unitOf(values)).size > 0 ? 'Some periods need your attention.' : undefined,
});

/** The editor of a vesting schedule and its periods. If the schedule can't be loaded, the editor creates a new one. */
export function VestingEditor() {
  return (
    <RecordEditor
      record={vestingRecord}
      whenMissing="add"
      moreOf={initialRows}
      check={checkRows}
      saved={(values) => ({
        details: savedRows(rowsOf(values), unitOf(values)),
        reason: String(values['reason'] ?? '').trim() || null,
      })}
      more={(form, loaded) => (
        <>
          <Periods form={form} />
          {loaded ? <Reason form={form} /> : null}
        </>
      )}
    />
  );
}

const reasonField = {
  kind: 'longText',
  title: 'Reason for the change',
  help: 'Recorded in the activity log of the schedule, with your name and the time.',
} as const;

/** Asks for a reason. Changing a schedule changes the vested amounts of every entry that uses it, and the audit log stores the reason. */
function Reason({ form }: { readonly form: RecordFormState }) {
  return (
    <Panel title="Change">
      <FieldInput
        name="reason"
        field={reasonField}
        value={form.values['reason'] ?? ''}
        onChange={(value) => form.set('reason', value)}
        onBlur={() => form.blur('reason')}
        error={form.errors['reason']}
        disabled={form.isSaving}
      />
    </Panel>
  );
}

function Periods({ form }: { readonly form: RecordFormState }) {
  const unit = unitOf(form.values);
  const rows = rowsOf(form.values);
  const errors = rowErrors(rows, unit);
  const submitted = form.errors['details'] !== undefined;
  const change = (next: readonly TypedRow[]) => form.set('details', linkTypedRows(next, unit));
  const switchUnit = (next: Unit) => {
    form.set('details', convertRows(rows, unit, next));
    form.set('unit', next);
  };
  return (
    <RowsEditor
      title="Periods"
      path="details"
      form={form}
      addLabel="Add period"
      fields={fieldsIn[unit]}
      rows={rows.map((row) => ({ ...row }))}
      onChange={change}
      blank={{ periodStart: '', periodEnd: '', vestedPercentage: '' }}
      rowError={(row, at) => (submitted || (row['periodStart'] && row['periodEnd']) ? errors.get(at) : undefined)}
      isFixed={(name, at) => (name === 'periodStart' && at > 0) || (name !== 'periodStart' && at === rows.length - 1)}
      canRemove={() => rows.length > 1}
      actions={<UnitSwitch unit={unit} onChange={switchUnit} />}
    />
  );
}
