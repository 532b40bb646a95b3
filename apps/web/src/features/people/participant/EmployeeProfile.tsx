import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { Button } from '@mantine/core';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { EmployeePictureButton } from '../../../record/editor/EmployeePictureButton.tsx';
import { MoveButtons, useOpenMoves } from '../../../record/profile/Moves.tsx';
import { plannedState } from '../../../record/profile/plannedEmployment.ts';
import { RecordProfile } from '../../../record/profile/RecordProfile.tsx';
import { toHref, type RecordValue } from '../../../record/recordDefinition.ts';
import { useToday } from '../../../session/useToday.ts';
import { employmentMoves } from './employmentMoves.tsx';
import { employeeRecord } from './participantRecords.ts';
import { profileCountText, useCurrentAllocations } from './CurrentAllocations.tsx';
import { terminationText } from './terminationText.ts';
import { VestingButton } from './VestingButton.tsx';

/** The page of an employee, with the moves to terminate and rehire. */
export function EmployeeProfile({ screen }: ScreenProps) {
  return (
    <RecordProfile
      record={employeeRecord}
      screen={screen}
      moreActions={(value) => <EmployeeActions value={value} />}
      notice={(value) => <Termination value={value} />}
    />
  );
}

function EmployeeActions({ value }: { readonly value: RecordValue }) {
  return (
    <>
      <VestingButton record={employeeRecord} id={value.id} />
      <EmployeePictureButton
        id={value.id}
        name={employeeRecord.nameOf(value)}
        current={value['picture'] as string | null}
        permission="employee.edit"
      />
      <Moves value={value} />
    </>
  );
}

/** Displays the date and the reason of a termination. The unvested part is forfeited only when somebody reallocates it. */
function Termination({ value }: { readonly value: RecordValue }) {
  const date = value['terminationDate'] as string | null;
  const today = useToday();
  const { data: currentAllocations } = useCurrentAllocations(value.id);
  if (!date) return null;
  const reason = value['terminationReason'] as string | null;
  const currentCount = currentAllocations?.totalItemCount ?? 0;
  return (
    <Banner
      tone="info"
      action={
        <Button variant="default" component="a" href={toHref(employeeRecord.paths.profile(value.id, 'vesting'))}>
          Vesting on that day
        </Button>
      }
    >
      {terminationText(date, today, reason, value['rehireDate'] as string | null)}
      {currentCount > 0 ? (
        <>
          {' '}
          Still in{' '}
          <a href={toHref(employeeRecord.paths.profile(value.id, 'allocations'))}>{profileCountText(currentCount)}</a>.
        </>
      ) : null}
    </Banner>
  );
}

function Moves({ value }: { readonly value: RecordValue }) {
  const events = useOpenMoves('employee', plannedState(value));
  const { id, rowVersion } = value;
  const record = { id, rowVersion, name: employeeRecord.nameOf(value) };
  return <MoveButtons lifecycle="employee" record={record} events={events} own={employmentMoves(value, useToday())} />;
}
