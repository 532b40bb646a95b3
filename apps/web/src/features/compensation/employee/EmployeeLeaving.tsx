import { leavingTitles, maxLeavingDates } from '@carrara/contract/compensation/leavingFigures';
import { defineFields } from '@carrara/contract/core/fields';
import { leaverKinds, leaverTreatments, defaultTreatment } from '@carrara/domain/compensation/deferred';
import { type CalendarDate, calendarDate } from '@carrara/domain/kernel';
import { terminationBy } from '@carrara/domain/people/participant';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { useRecordForm } from '@carrara/ui/form/useRecordForm.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { skipToken, useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { Answer, Argument } from '../../../api/operations.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { useInAddress } from '../../../period/useInAddress.ts';
import {
  daysAtFirst,
  DaysSideBySide,
  type FigureOfDay,
  type LineOfDays,
} from '../../../record/profile/DaysSideBySide.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { MoveButton } from '../../../record/profile/Moves.tsx';
import { useAllowed, useAppDispatch } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';
import styles from './employee.module.css';
import { leavingCorrection } from './leavingCorrection.tsx';
import { WherePayIsVisible } from './WherePayIsVisible.tsx';

type LeavingQuery = Omit<Argument<'getEmployeeLeaving'>['query'], 'on'>;
type Leaving = Answer<'getEmployeeLeaving'>;

/** The amounts that an employee would get by leaving on one or several dates, for people who can see this employee's pay. */
export const EmployeeLeaving = ({ id }: ViewProps) => (
  <WherePayIsVisible id={id}>
    <LeavingScenario id={id} />
  </WherePayIsVisible>
);

/** The dates are in the address, so that a link opens the same comparison. */
function LeavingScenario({ id }: ViewProps) {
  const today = useToday();
  const [on, setOn] = useInAddress('on');
  const [kind, setKind] = useInAddress('leaverKind');
  const [treatment, setTreatment] = useInAddress('deferredTreatment');
  const read = useRead('getCompEmployee', { params: { id } });
  const employee = read.currentData;
  const leavingDate = employee && terminationBy(employee.terminationDate as CalendarDate | null, calendarDate(today));
  const days = on ? [...new Set(on.split(','))] : leavingDate ? [leavingDate] : daysAtFirst(today);
  const leaverKind = isOf(leaverKinds, kind) ? kind : 'GOOD';
  const chosen = isOf(leaverTreatments, treatment) ? treatment : undefined;
  const deferredTreatment = chosen ?? defaultTreatment[leaverKind];
  // The figures of somebody who has left are as recorded, unless a treatment is chosen.
  const query: LeavingQuery = leavingDate
    ? chosen
      ? { deferredTreatment: chosen }
      : {}
    : { leaverKind, deferredTreatment };
  const put = (next: readonly string[]) => setOn(next.toSorted().join(','));
  const leaving = useRead(
    'getEmployeeLeaving',
    employee ? { params: { id }, query: { ...query, on: days.join(',') } } : skipToken,
  );
  const failed = [read, leaving].find(({ error }) => error !== undefined);
  return (
    <Stack>
      <Panel title={leavingDate ? 'On leaving' : 'If leaving'}>
        <div className={styles.question}>
          {leavingDate && employee ? (
            <RecordedLeaver employee={employee} />
          ) : (
            <Choice title="Leaves as" table={leaverKinds} code={leaverKind} onChoose={setKind} />
          )}
          <Choice
            title="Deferred awards that have not vested"
            table={
              leavingDate ? { [asRecorded]: recordedText(leaving.currentData), ...leaverTreatments } : leaverTreatments
            }
            code={leavingDate ? (chosen ?? asRecorded) : deferredTreatment}
            onChoose={setTreatment}
          />
          <DayForm days={days} leavingDate={leavingDate ?? null} onAdd={(day) => put([...days, day])} />
        </div>
        <ul className={styles.chosen} aria-label="Days">
          {days.map((day) => (
            <li key={day}>
              <Button
                variant="default"
                size="compact-sm"
                rightSection={<IconX size={13} aria-hidden />}
                aria-label={`Remove ${formatDate(day)}`}
                disabled={days.length === 1}
                onClick={() => put(days.filter((other) => other !== day))}
              >
                {formatDate(day)}
              </Button>
            </li>
          ))}
        </ul>
        {leavingDate ? (
          <p>
            {employee.name} left on {formatDate(leavingDate)}. Nothing is earned and no carry vests after that day.
          </p>
        ) : null}
        <p className={styles.quiet}>
          Computed from today’s salaries, awards and allocations, by currency.{' '}
          {leavingDate ? '' : 'Carry continues to vest by its schedules. '}Nothing here is saved; you decide about
          deferred awards when the employment ends.
        </p>
      </Panel>
      {failed?.error ? (
        <ErrorState message={failureText(failed.error)} onRetry={failed.refetch} />
      ) : leaving.currentData ? (
        <LeavingTables id={id} query={query} leaving={leaving.currentData} />
      ) : (
        <LoadingState lines={8} />
      )}
    </Stack>
  );
}

const asRecorded = 'RECORDED';
const recordedText = (leaving: Leaving | undefined) =>
  leaving?.recordedTreatment ? `${leaverTreatments[leaving.recordedTreatment]}, as recorded` : 'Not yet decided';

/** The recorded leaver type, and the correction of the leaving. */
function RecordedLeaver({ employee }: { readonly employee: Answer<'getCompEmployee'> }) {
  const mayEdit = useAllowed('compEmployee.edit');
  const mayRead = useAllowed('compEmployee.viewPersonalData');
  if (!mayRead) return null;
  const { id, rowVersion } = employee;
  return (
    <div>
      <p>Left as: {employee.leaverKind ?? 'not recorded'}</p>
      {mayEdit && !employee.rehireDate ? (
        <MoveButton
          lifecycle="employee"
          event="correctEmployeeLeaving"
          record={{ id, rowVersion, name: employee.name ?? '' }}
          own={leavingCorrection(employee)}
        />
      ) : null}
    </div>
  );
}

const isOf = <K extends string>(table: Readonly<Record<K, string>>, code: string | undefined): code is K =>
  code !== undefined && Object.hasOwn(table, code);

interface ChoiceProps {
  readonly title: string;
  readonly table: Readonly<Record<string, string>>;
  readonly code: string;
  readonly onChoose: (code: string) => void;
}

/** A choice that always has a value, so it isn't marked as required. */
const Choice = ({ title, table, code, onChoose }: ChoiceProps) => (
  <Select
    label={title}
    data={Object.entries(table).map(([value, label]) => ({ value, label }))}
    value={code ?? null}
    allowDeselect={false}
    onChange={(chosen) => chosen !== null && onChoose(chosen)}
  />
);

const fields = defineFields({ on: { kind: 'date', title: 'Another day' } });
const blank = { on: null };

function mistakeIn(on: unknown, { days, leavingDate }: Pick<DayFormProps, 'days' | 'leavingDate'>): string | undefined {
  if (!on) return 'Enter a day';
  if (leavingDate && String(on) > leavingDate)
    return `Choose ${formatDate(leavingDate)}, the day of leaving, or an earlier day`;
  if (days.includes(String(on))) return `${formatDate(String(on))} is already included`;
  return days.length < maxLeavingDates ? undefined : `You can compare up to ${String(maxLeavingDates)} days`;
}

interface DayFormProps {
  readonly days: readonly string[];
  /** The termination date of a person who has left. */
  readonly leavingDate: string | null;
  readonly onAdd: (day: string) => void;
}

/** A form that adds a date to the comparison. A refused date stays in the field with the reason. */
function DayForm({ days, leavingDate, onAdd }: DayFormProps) {
  const form = useRecordForm({
    fields,
    initial: blank,
    check: ({ on }) => ({ on: mistakeIn(on, { days, leavingDate }) }),
    onSave: ({ on }) => {
      form.set('on', null);
      onAdd(String(on));
      return Promise.resolve();
    },
  });
  return (
    <form
      id={form.id}
      className={styles.another}
      noValidate
      aria-label="Another day"
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <FieldInput
        name="on"
        field={fields.on}
        value={form.values['on']}
        onChange={(value) => form.set('on', value)}
        onBlur={() => form.values['on'] && form.blur('on')}
        error={form.errors['on']}
        disabled={false}
      />
      <Button type="submit" variant="default">
        Add day
      </Button>
    </form>
  );
}

interface ReportedProps {
  readonly id: string;
  readonly query: LeavingQuery;
  readonly leaving: Leaving;
}

function LeavingTables({ id, query, leaving }: ReportedProps) {
  const dispatch = useAppDispatch();
  const lines = leaving.lines.map(
    ({ figure, currency, values }): LineOfDays => ({
      title: leavingTitles[figure],
      currency,
      figures: Object.fromEntries(
        values.map(({ on, value, reason }): [string, FigureOfDay] => [
          on,
          {
            value,
            reasons: reason === null ? [] : [{ sourceName: null, text: reason }],
            why: () =>
              readExplanation(dispatch, 'explainEmployeeLeaving', {
                params: { id },
                query: { ...query, on, line: figure, currency: currency ?? '' },
              }),
          },
        ]),
      ),
    }),
  );
  return (
    <DaysSideBySide
      key={JSON.stringify(query)}
      label="Amounts on leaving"
      corner="Leaving on"
      days={leaving.days}
      lines={lines}
    />
  );
}
