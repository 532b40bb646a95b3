import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { RecordProfile } from '../../../record/RecordProfile.tsx';
import { EntityMismatch } from './EntityMismatch.tsx';
import { entityRecord } from './participantRecords.ts';

/** An entity's profile; it says when the members and the allocation profiles no longer fit. */
export const EntityProfile = ({ screen }: ScreenProps) => (
  <RecordProfile
    record={entityRecord}
    screen={screen}
    notice={({ id, name }) => <EntityMismatch id={id} name={String(name)} />}
  />
);
