import { defineFields } from '@carrara/contract/core/fields';
import { toastSuccess } from '@carrara/ui/feedback';
import { useRead, useWrite } from '../../../api/calls.ts';
import { openFormDialog } from '../../../record/FormDialog.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { useToday } from '../../../session/useToday.ts';
import { employeeRecord } from './participantRecords.ts';
import { StandingAllocations } from './StandingAllocations.tsx';
import { VestedFigures } from './VestedFigures.tsx';

const terminateFields = defineFields({
  terminationReason: { kind: 'longText', title: 'Reason', required: true },
  terminationDate: { kind: 'date', title: 'Termination date', required: true },
});
const rehireFields = defineFields({
  rehireReason: { kind: 'longText', title: 'Reason', required: true },
  rehireDate: { kind: 'date', title: 'Rehire date', required: true },
});
const takeBackFields = { rehireReason: rehireFields.rehireReason };

/** Asks for the reason and the day, today unless another is chosen, and shows what would be vested then. */
export function useTerminate(value: RecordValue): () => Promise<void> {
  const [terminate] = useWrite('terminateEmployee');
  const today = useToday();
  const name = employeeRecord.nameOf(value);
  return async () => {
    const saved = await openFormDialog({
      title: `Terminate ${name}`,
      fields: terminateFields,
      initial: { terminationDate: today },
      saveLabel: 'Terminate',
      more: ({ values }) => <VestedOn id={value.id} day={values['terminationDate']} />,
      save: (typed) =>
        terminate({
          params: { id: value.id },
          body: {
            rowVersion: value.rowVersion,
            ...(typed as { terminationReason: string; terminationDate: string }),
          },
        }),
    });
    if (saved) toastSuccess(`${name} terminated successfully`);
  };
}

/** Asks for the reason and the day, today unless another is chosen; of a termination that lies ahead for the reason of taking it back. */
export function useRehire(value: RecordValue): () => Promise<void> {
  const [rehire] = useWrite('rehireEmployee');
  const today = useToday();
  const ahead = String(value['terminationDate']) > today;
  const name = employeeRecord.nameOf(value);
  return async () => {
    const saved = await openFormDialog({
      ...(ahead
        ? { title: `Take back the termination of ${name}`, saveLabel: 'Take back', fields: takeBackFields }
        : { title: `Rehire ${name}`, saveLabel: 'Rehire', fields: rehireFields }),
      initial: { rehireDate: today },
      save: (typed) =>
        rehire({
          params: { id: value.id },
          body: {
            rowVersion: value.rowVersion,
            rehireDate: today,
            ...(typed as { rehireReason: string; rehireDate?: string }),
          },
        }),
    });
    if (saved) toastSuccess(`${name} rehired successfully`);
  };
}

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
