import { invitationWaitDays } from '@carrara/domain/platform/independence';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import type { Answer } from '../../../api/operations.ts';

type AccessOptions = Answer<'getPayAccessOptions'>;

const command = <code>carrara admin pay-access</code>;
const users = <a href="#/comp/settings/user">Users</a>;

/** The next step toward two people with access to everyone's pay; nothing once a firm has them. */
export function AccessOptionsBanner({ options: { holders, kinds, obstacle } }: { readonly options: AccessOptions }) {
  switch (obstacle) {
    case 'ONE_ADMINISTRATOR':
      return (
        <Banner tone="warn">
          Nobody has access to pay yet. To name the first person, you need a second compensation administrator. Someone
          whose password you set, or whom you invited in the last {invitationWaitDays} days, doesn’t count. Invite
          another administrator, or ask the operator of the server to run {command}.
        </Banner>
      );
    case 'NO_HOLDER':
      return (
        <Banner tone="info">
          Nobody has access to pay yet. Ask a compensation administrator to name the first person here.
        </Banner>
      );
    case 'ONE_HOLDER':
      return (
        <Banner tone="warn">
          You are the only person with access to everyone’s pay. Requests need two: one person asks, the other confirms.
          Ask a compensation administrator to name a second person here. You then confirm it.
        </Banner>
      );
    case 'ONLY_HOLDER':
      return (
        <Banner tone="warn">
          You are the only person with access to everyone’s pay. Requests need two: one person asks, the other confirms.
          Add another compensation administrator under {users}, who can then name a second person here. Or ask the
          operator of the server to run {command}.
        </Banner>
      );
    case 'NOT_A_HOLDER':
      return (
        <Banner tone="info">People with access to everyone’s pay request access for others. You see your own.</Banner>
      );
    case null:
  }
  if (kinds.length !== 1) return null;
  return holders === 0 ? (
    <Banner tone="warn">
      Nobody has access to pay yet. Name the first person; another compensation administrator confirms it. Later
      requests need two people with access to everyone’s pay, so name a second person too.
    </Banner>
  ) : (
    <Banner tone="warn">
      Only one person has access to everyone’s pay, and requests need two. Name a second person; the first one confirms
      it.
    </Banner>
  );
}
