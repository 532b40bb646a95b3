import { defineFields } from '@carrara/contract/core/fields';
import type { Reference } from '@carrara/contract/core/kinds';
import { prompt } from '@carrara/ui/feedback/questions.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { lists } from 'virtual:contract/tables';
import { useWrite } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { showFirstPassword } from '../../../record/editor/firstPassword.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { useAllowed } from '../../../session/hooks.ts';

const list = lists.listPortalUsers;
const filters = [
  {
    id: 'linked',
    title: 'Show',
    allLabel: 'All employees',
    options: [
      { value: 'yes', label: 'Linked' },
      { value: 'no', label: 'Not linked' },
    ],
  },
];

const formFields = defineFields({
  username: {
    kind: 'text',
    title: 'Login',
    help: 'New users are invited with this login. If blank, the e-mail address is used.',
  },
  email: { kind: 'email', title: 'E-mail' },
  user: {
    kind: 'reference',
    target: 'user',
    title: 'Or an existing user',
    help: 'Existing users keep their roles and also get portal access.',
  },
});

/** The links between users and employees for the participant portal. */
export function PortalUsers() {
  const mayEdit = useAllowed('portalUser.edit');
  return (
    <RecordTable
      list={list}
      filters={filters}
      query={({ filters: chosen }) => ({ linked: chosen['linked']?.[0] ?? 'all' })}
      {...(mayEdit ? { rowActions: (row: RecordValue) => <LinkButton row={row} /> } : {})}
    />
  );
}

/** Describes the effect of a link, and the address that gets an email, before it is created. */
function nextSteps({ user, username, email }: Readonly<Record<string, unknown>>): string {
  const named = (user as Reference | null)?.name;
  if (named) return `${named} will see the portal at the next sign-in. No e-mail is sent.`;
  const address = String(email ?? '').trim();
  if (address === '') return 'Without an e-mail address, no invitation is sent. You get a first password to hand over.';
  const login = String(username ?? '').trim() || address;
  return `An invitation for the login ${login} is mailed to ${address} right away. If e-mail isn’t set up, you get a first password to hand over.`;
}

function LinkButton({ row }: { readonly row: RecordValue }) {
  const [link] = useWrite('linkPortalUser');
  const [unlink] = useWrite('unlinkPortalUser');
  const name = String(row['name']);
  const open = () =>
    openFormDialog({
      title: `Portal of ${name}`,
      fields: formFields,
      initial: { email: row['email'] ?? '', username: row['email'] ?? '' },
      saveLabel: 'Link',
      more: ({ values }) => <p>{nextSteps(values)}</p>,
      save: async (_changed, { user, username, email }) => {
        const saved = await link({
          params: { id: row.id },
          body: {
            user: (user as Reference | null) ?? null,
            username: String(username ?? ''),
            email: String(email ?? ''),
          },
        });
        if (saved.firstPassword) await showFirstPassword(name, saved.firstPassword);
        toastSuccess(
          saved.mailedTo === null
            ? `${name} is linked to ${saved.login ?? 'the portal'}.`
            : `Invitation mailed to ${saved.mailedTo}.`,
        );
      },
    });
  const confirm = () =>
    prompt({
      title: `Remove portal access for ${name}?`,
      text: 'The user account stays, but can no longer see this employee’s data. Evidence of delivered documents is kept.',
      confirmLabel: 'Remove access',
      danger: true,
      send: async () => {
        try {
          await unlink({ params: { id: row.id } });
          toastSuccess(`${name} no longer has a portal user.`);
          return undefined;
        } catch (failure) {
          return failureText(failure);
        }
      },
    });
  const isLinked = row['status'] !== 'Not linked';
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${isLinked ? 'Unlink' : 'Link'} ${name}`}
      onClick={() => void (isLinked ? confirm() : open())}
    >
      {isLinked ? 'Unlink' : 'Link'}
    </Button>
  );
}
