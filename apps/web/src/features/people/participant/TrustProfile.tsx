import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { RecordProfile } from '../../../record/profile/RecordProfile.tsx';
import { trustRecord } from './participantRecords.ts';
import { VestingButton } from './VestingButton.tsx';

export function TrustProfile({ screen }: ScreenProps) {
  return (
    <RecordProfile
      record={trustRecord}
      screen={screen}
      moreActions={({ id }) => <VestingButton record={trustRecord} id={id} />}
    />
  );
}
