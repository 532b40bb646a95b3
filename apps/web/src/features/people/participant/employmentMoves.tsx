import { lifecycles } from '@carrara/contract/lifecycles';
import { checkRehire, checkTermination, rehireOffered } from '@carrara/domain/people/participant';
import { calendarDate } from '@carrara/domain/kernel';
import type { RecordFormState } from '@carrara/ui/form';
import { useRead } from '../../../api/calls.ts';
import type { OwnMove, OwnMoves } from '../../../record/Moves.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { dayOf, employeeRecord } from './participantRecords.ts';
import { StandingAllocations } from './StandingAllocations.tsx';
import { VestedFigures } from './VestedFigures.tsx';

/** What the lifecycle cannot say of the two moves: today, what would be vested then, and that who has not gone yet is not hired again. */
export function employmentMoves(value: RecordValue, today: string): OwnMoves<'employee'> {
  const { id, rowVersion } = value;
  const ahead = String(value['terminationDate']) > today;
  const employment = { hireDate: dayOf(value['hireDate']), terminationDate: dayOf(value['terminationDate']) };
  const { rehireReason } = lifecycles.employee.events.rehireEmployee.button.fields;
  const takenBack: OwnMove = {
    label: 'Reverse the termination',
    dialog: {
      title: `Reverse the termination of ${employeeRecord.nameOf(value)}`,
      saveLabel: 'Take back',
      fields: { rehireReason },
    },
    argument: (body) => ({ params: { id }, body: { rowVersion, rehireDate: today, ...body } }),
  };
  return {
    terminateEmployee: {
      dialog: {
        initial: { terminationDate: today },
        ...toldAtOnce,
        check: ({ terminationDate }) => {
          const day = dayOf(terminationDate);
          return { terminationDate: day ? checkTermination(day, employment)[0]?.detail : undefined };
        },
        more: ({ values }) => <VestedOn id={id} day={values['terminationDate']} />,
      },
    },
    rehireEmployee: ahead
      ? takenBack
      : {
          dialog: {
            initial: { rehireDate: rehireOffered(employment.terminationDate, calendarDate(today)) },
            ...toldAtOnce,
            check: ({ rehireDate }) => {
              const day = dayOf(rehireDate);
              return { rehireDate: day ? checkRehire(day, employment)[0]?.detail : undefined };
            },
          },
        },
  };
}

/** What follows from the day goes as soon as the day is wrong; the reason takes its place, while the field has the focus still. */
const toldAtOnce = {
  onChange: (name: string, day: unknown, form: RecordFormState) => {
    if (isDay(day)) form.blur(name);
  },
};

const isDay = (day: unknown): day is string => typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day);

/** What would be vested and forfeited on a day, and where the share stays; nothing is shown while it cannot be told. */
function VestedOn({ id, day }: { readonly id: string; readonly day: unknown }) {
  const query = isDay(day) ? { vestingDate: day } : {};
  const { data, error } = useRead('getParticipantVesting', { params: { id }, query });
  if (!isDay(day)) return null;
  return (
    <>
      {data && !error && data.sources.length > 0 ? <VestedFigures analysis={data} /> : null}
      <StandingAllocations id={id} day={day} />
    </>
  );
}
