import type { EntityMember } from '@carrara/contract/carry/participant/entityMember';
import { DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { MemberHistory } from './MemberHistory.tsx';

export interface MemberSummaryOptions {
  readonly entity: { readonly id: string; readonly name: string };
  readonly member: EntityMember;
}

/** Opens a dialog with all amounts that a member has received through an entity, by distribution and source. */
export const showMemberSummary = ({ entity, member }: MemberSummaryOptions): Promise<void> =>
  openDialog<void>((close) => (
    <DialogFrame title={`${member.name} through ${entity.name}`} size="wide" onClose={() => close()}>
      <MemberHistory entityId={entity.id} participantId={member.participantId} onLeave={() => close()} />
    </DialogFrame>
  ));
