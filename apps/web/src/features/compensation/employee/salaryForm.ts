import { defineFields, type Field } from '@carrara/contract/core/fields';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { fields } from 'virtual:contract/tables';
import type { Answer } from '../../../api/operations.ts';
import type { PayDefaults } from './payDefaults.ts';

type Values = Readonly<Record<string, unknown>>;
interface Choice {
  readonly code: string;
  readonly description: string;
}

/** The call that returns the firm's reasons for a change of pay. */
export const payChangeReasons = { params: { type: 'pay-change-reason' }, query: {} } as const;

const { reason, employee, ...entered } = fields.salaryFields;
const choiceOf = (text: string): Choice => ({ code: text, description: text });

/** The fields of a salary. The reason is chosen from the firm's list, or is free text if the firm has none. */
export function salaryFields(reasons: Answer<'listReferenceEntries'>) {
  const options = reasons.map(({ description }) => choiceOf(description));
  return defineFields({
    employee: { ...employee, target: 'payableEmployee' },
    ...entered,
    reason: options.length > 0 ? { ...reason, kind: 'status', options } : reason,
  });
}

/** Hides weekly hours, except for hourly pay. Adds a stored reason to the choices that is no longer in the firm's list. */
export function salaryField(name: string, field: Field, form: RecordFormState): Field {
  if (name === 'hoursAWeek' && !isHourly(form.values)) return { ...field, readOnly: true };
  const stored = form.values[name] as Choice | null | undefined;
  if (name === 'reason' && field.options && stored && !field.options.some(({ code }) => code === stored.code))
    return { ...field, options: [...field.options, stored] };
  return field;
}

const isHourly = (values: Values) => (values['frequency'] as Choice | null | undefined)?.code === 'HOURLY';

const annual = entered.frequency.options?.find(({ code }) => code === 'ANNUAL') ?? null;
/** The defaults of a new salary: those of the last one, or annual full-time pay. */
export const salaryDefaults = ({ last, currency }: PayDefaults): Values => ({
  currency,
  frequency: last?.frequency ?? annual,
  hoursAWeek: last?.hoursAWeek ?? null,
  ftePercent: last?.ftePercent ?? '100',
});

/** Returns a stored reason as a choice, if the firm has a list of reasons. */
export const reasonChoice = (reasons: Answer<'listReferenceEntries'>, stored: unknown): Values =>
  typeof stored === 'string' && reasons.length > 0 ? { reason: choiceOf(stored) } : {};

/** Returns the values that are saved in a different form than they are entered. */
export const savedSalary = (values: Values): Values => ({
  hoursAWeek: isHourly(values) ? values['hoursAWeek'] : null,
  reason: reasonText(values['reason']),
});

const reasonText = (value: unknown) =>
  typeof value === 'string' ? value : ((value as Choice | null | undefined)?.description ?? null);
