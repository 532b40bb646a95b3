import { defineFields } from '@carrara/contract/core/fields';
import { type LeaverKind, leaverTreatments, type LeaverTreatment } from '@carrara/domain/compensation/deferred';
import { calendarDate } from '@carrara/domain/kernel';
import { rehireOffered } from '@carrara/domain/people/participant';
import { Button } from '@mantine/core';
import { useDownload } from '../../../api/download.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { EmployeePictureButton } from '../../../record/editor/EmployeePictureButton.tsx';
import { MoveButtons, type OwnMoves } from '../../../record/profile/Moves.tsx';
import { PortalNote } from '../../../record/profile/PortalNote.tsx';
import { plannedState, reversal } from '../../../record/profile/plannedEmployment.ts';
import { RecordProfile } from '../../../record/profile/RecordProfile.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { useAllowed } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';
import { compEmployeeRecord } from './compEmployeeRecord.ts';
import { codeOf, leavingCorrection, optionsOf, terminationFields } from './leavingCorrection.tsx';
import { useCanViewPay } from './useCanViewPay.ts';

/** An employee in the compensation module. The visible pay depends on the person's pay access. */
export function CompEmployeeProfile({ screen }: ScreenProps) {
  return (
    <RecordProfile
      record={compEmployeeRecord}
      screen={screen}
      moreActions={(value) => (
        <>
          <PrintButton id={value.id} />
          <EmployeePictureButton
            id={value.id}
            name={compEmployeeRecord.nameOf(value)}
            current={value['picture'] as string | null}
            permission="compEmployee.edit"
          />
          <EmploymentMoves value={value} />
        </>
      )}
    />
  );
}

/** Displayed only to people who can see the pay. */
function PrintButton({ id }: { readonly id: string }) {
  const download = useDownload();
  return useCanViewPay(id) ? (
    <Button variant="default" onClick={() => void download('printCompEmployee', { params: { id } })}>
      PDF
    </Button>
  ) : null;
}

const { terminationReason } = terminationFields;
const reversalFields = defineFields({ terminationReason });
const withDeferred = defineFields({
  ...terminationFields,
  deferredTreatment: {
    kind: 'status',
    title: 'Deferred awards that have not vested',
    required: true,
    options: optionsOf(leaverTreatments),
    help: 'Forfeit or accelerate them on that day, or let them continue.',
  },
});

function EmploymentMoves({ value }: { readonly value: RecordValue }) {
  const today = useToday();
  const mayEdit = useAllowed('compEmployee.edit');
  const mayEditPay = useAllowed('pay.edit');
  const canViewPay = useCanViewPay(value.id);
  if (!mayEdit) return null;
  const { id, rowVersion } = value;
  const terminationDate = value['terminationDate'] as string | null;
  const isAhead = String(terminationDate) > today;
  const name = compEmployeeRecord.nameOf(value);
  const rehireReversal = reversal('rehire', name, 'terminationReason');
  const own: OwnMoves<'employee'> = {
    terminateEmployee: {
      call: 'terminateCompEmployee',
      ...(value['rehireDate']
        ? { label: rehireReversal.label, dialog: { ...rehireReversal.dialog, fields: reversalFields } }
        : {
            dialog: {
              fields: canViewPay && mayEditPay ? withDeferred : terminationFields,
              initial: { terminationDate: today },
              more: ({ values }) => <PortalNote day={values['terminationDate']} />,
            },
          }),
      argument: ({ leaverKind, deferredTreatment, ...rest }) => ({
        params: { id },
        body: {
          terminationDate,
          ...rest,
          rowVersion,
          leaverKind: (codeOf(leaverKind) ?? null) as LeaverKind | null,
          deferredTreatment: (codeOf(deferredTreatment) ?? null) as LeaverTreatment | null,
        },
      }),
    },
    correctEmployeeLeaving: leavingCorrection(value),
    rehireEmployee: {
      call: 'rehireCompEmployee',
      ...(isAhead
        ? {
            ...reversal('termination', name, 'rehireReason'),
            argument: (body) => ({ params: { id }, body: { rowVersion, rehireDate: today, ...body } }),
          }
        : { dialog: { initial: { rehireDate: rehireOffered(terminationDate, calendarDate(today)) } } }),
    },
  };
  const record = { id, rowVersion, name };
  const events =
    plannedState(value) === 'TERMINATED' ? ['correctEmployeeLeaving', 'rehireEmployee'] : ['terminateEmployee'];
  return <MoveButtons lifecycle="employee" record={record} events={events} own={own} />;
}
