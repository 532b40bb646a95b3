import { checkRehire, checkTermination, rehireOffered } from '@carrara/domain/people/participant';
import { calendarDate } from '@carrara/domain/kernel';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { firstSentence } from '../../../api/localTexts.ts';
import { useRead } from '../../../api/calls.ts';
import type { OwnMove, OwnMoves } from '../../../record/profile/Moves.tsx';
import { PortalNote } from '../../../record/profile/PortalNote.tsx';
import { correctionTitle, recordedLeaving, reversal } from '../../../record/profile/plannedEmployment.ts';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { parseDay, employeeRecord } from './participantRecords.ts';
import { CurrentAllocations } from './CurrentAllocations.tsx';
import { VestedFigures } from './VestedFigures.tsx';

/**
 * Adds to the moves of the lifecycle: the default date of today, and a preview of the vested amounts. A person with a
 * future termination can't be rehired.
 */
export function employmentMoves(value: RecordValue, today: string): OwnMoves<'employee'> {
  const { id, rowVersion } = value;
  const ahead = String(value['terminationDate']) > today;
  const employment = { hireDate: parseDay(value['hireDate']), terminationDate: parseDay(value['terminationDate']) };
  const { terminationDate } = employment;
  const name = employeeRecord.nameOf(value);
  const reversed: OwnMove = {
    ...reversal('termination', name, 'rehireReason'),
    argument: (body) => ({ params: { id }, body: { rowVersion, rehireDate: today, ...body } }),
  };
  const rehireReversed: OwnMove = {
    ...reversal('rehire', name, 'terminationReason'),
    argument: (body) => ({ params: { id }, body: { rowVersion, terminationDate, ...body } }),
  };
  return {
    terminateEmployee: value['rehireDate']
      ? rehireReversed
      : {
          dialog: {
            initial: { terminationDate: today },
            ...immediateChange,
            check: (values) => {
              const day = parseDay(values['terminationDate']);
              return {
                terminationDate: day
                  ? firstSentence(checkTermination(day, employment, calendarDate(today)))
                  : undefined,
              };
            },
            more: ({ values }) => (
              <>
                <PortalNote day={values['terminationDate']} />
                <VestedOn id={id} day={values['terminationDate']} />
              </>
            ),
          },
        },
    correctEmployeeLeaving: {
      dialog: {
        title: correctionTitle(name),
        initial: recordedLeaving(value),
        ...immediateChange,
        more: ({ values }) => <VestedOn id={id} day={values['terminationDate']} />,
      },
    },
    rehireEmployee: ahead
      ? reversed
      : {
          dialog: {
            initial: { rehireDate: rehireOffered(employment.terminationDate, calendarDate(today)) },
            ...immediateChange,
            check: ({ rehireDate }) => {
              const day = parseDay(rehireDate);
              return { rehireDate: day ? firstSentence(checkRehire(day, employment, calendarDate(today))) : undefined };
            },
          },
        },
  };
}

/**
 * Checks the date while a person types. Once it is invalid, the preview that depends on it disappears and the error takes its place, even while the
 * field has the focus.
 */
const immediateChange = {
  onChange: (name: string, day: unknown, form: RecordFormState) => {
    if (isDay(day)) form.blur(name);
  },
};

const isDay = (day: unknown): day is string => typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day);

/** Previews the vested and forfeited amounts on a date, and the share that stays. Displays nothing if they can't be computed. */
function VestedOn({ id, day }: { readonly id: string; readonly day: unknown }) {
  const query = isDay(day) ? { vestingDate: day } : {};
  const { data, error } = useRead('getParticipantVesting', { params: { id }, query });
  if (!isDay(day)) return null;
  return (
    <>
      {data && !error && data.sources.length > 0 ? <VestedFigures analysis={data} /> : null}
      <CurrentAllocations id={id} day={day} />
    </>
  );
}
