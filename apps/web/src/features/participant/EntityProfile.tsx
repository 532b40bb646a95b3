import { Banner } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import type { ScreenProps } from '../../app/screenTypes.ts';
import { RecordProfile } from '../../record/RecordProfile.tsx';
import type { RecordValue } from '../../record/recordDefinition.ts';
import { entityRecord } from './participantRecords.ts';

/** An entity's profile; it says when the members and the allocation profile in force no longer fit. */
export function EntityProfile({ screen }: ScreenProps) {
  return <RecordProfile record={entityRecord} screen={screen} notice={(value) => <Mismatch value={value} />} />;
}

function Mismatch({ value }: { readonly value: RecordValue }) {
  if (value['memberMismatch'] !== true) return null;
  return (
    <Banner
      tone="warn"
      action={
        <Button variant="default" component="a" href={`#/carry/entity/${value.id}/profile/allocation`}>
          Open the allocation profile
        </Button>
      }
    >
      The members of this entity are not those of its allocation profile in force. Change the profile, or the members,
      so that both say the same.
    </Banner>
  );
}
