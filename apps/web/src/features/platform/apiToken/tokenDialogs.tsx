import { defineFields } from '@carrara/contract/core/fields';
import { requestBounds } from '@carrara/contract/platform/apiToken/tokenBounds';
import { confirm } from '@carrara/ui/feedback/questions.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { type ModuleRole, RolesEditor } from '../../../record/editor/RolesEditor.tsx';
import { showOneTimeSecret } from '../../../record/editor/OneTimeSecret.tsx';
import styles from './apiToken.module.css';

interface Program {
  readonly id: string;
  readonly name: string;
}
interface NewToken {
  readonly name: string;
  readonly programId: string | null;
  readonly access: 'READ' | 'WRITE';
  readonly withPay: boolean;
  readonly addresses: string;
  readonly requestsPerMinute: number;
  readonly endsOn: string;
}
export interface TokenDialogOptions {
  /** The programs that the person may create tokens for; empty for people who may not administer them. */
  readonly programs: readonly Program[];
  readonly mayReadPay: boolean;
  readonly create: (
    newToken: NewToken,
  ) => Promise<{ readonly token: string; readonly apiToken: { readonly name: string } }>;
}

const oneself = 'own';
const fieldsOf = (programs: readonly Program[], mayReadPay: boolean) =>
  defineFields({
    name: {
      kind: 'text',
      title: 'Name',
      required: true,
      max: 100,
      help: 'The purpose of the token. The audit log shows this name.',
    },
    ...(programs.length > 0
      ? {
          programId: {
            kind: 'status' as const,
            title: 'Acts as',
            required: true,
            options: [
              { code: oneself, description: 'Yourself' },
              ...programs.map(({ id, name }) => ({ code: id, description: `Program ${name}` })),
            ],
          },
        }
      : {}),
    access: {
      kind: 'status',
      title: 'Access',
      required: true,
      options: [
        { code: 'READ', description: 'Read' },
        { code: 'WRITE', description: 'Read and write' },
      ],
    },
    ...(mayReadPay
      ? { withPay: { kind: 'boolean' as const, title: 'Pay', help: 'Limited to the pay access of its owner.' } }
      : {}),
    endsOn: { kind: 'date', title: 'Last day', required: true, help: 'At most one year from today.' },
    addresses: {
      kind: 'text',
      title: 'Only from these addresses',
      max: 1000,
      help: 'For example 203.0.113.7, 203.0.113.0/24. Leave blank to allow any address.',
    },
    requestsPerMinute: { kind: 'count', title: 'Requests a minute', required: true, ...requestBounds },
  });

const codeOf = (value: unknown) => (value as { readonly code: string } | undefined)?.code;

/** Opens a form for a new token, and displays the token this one time. */
export async function openTokenDialog({ programs, mayReadPay, create }: TokenDialogOptions): Promise<void> {
  let created: { readonly token: string; readonly name: string } | undefined;
  const isCreated = await openFormDialog({
    title: 'Create token',
    fields: fieldsOf(programs, mayReadPay),
    initial: {
      access: { code: 'READ', description: 'Read' },
      programId: { code: oneself, description: 'Yourself' },
      withPay: false,
      requestsPerMinute: 600,
    },
    saveLabel: 'Create',
    save: async (_changed, values) => {
      const programId = codeOf(values['programId']);
      const { token, apiToken } = await create({
        name: String(values['name']),
        programId: programId === undefined || programId === oneself ? null : programId,
        access: codeOf(values['access']) as NewToken['access'],
        withPay: values['withPay'] === true,
        addresses: String(values['addresses'] ?? ''),
        requestsPerMinute: Number(values['requestsPerMinute']),
        endsOn: String(values['endsOn']),
      });
      created = { token, name: apiToken.name };
    },
  });
  if (!isCreated || !created) return;
  const { token, name } = created;
  await showOneTimeSecret({
    title: `Token ${name}`,
    label: 'Token',
    value: token,
    text: 'Store it where only its program can read it. It won’t be shown again.',
    note: 'With each request, send the token in the AuthToken header and the firm’s ID in the TenantId header. Anyone who has the token can act as its owner until it ends.',
  });
}

const programFields = defineFields({
  name: { kind: 'text', title: 'Name', required: true, max: 100 },
});

/** Opens a form for a program: a user with rights of its own who can't sign in. */
export async function openProgramDialog(
  create: (program: { name: string; roles: ModuleRole[] }) => Promise<{ readonly name: string }>,
): Promise<void> {
  await openFormDialog({
    title: 'Add a program',
    fields: programFields,
    initial: { roles: [] },
    saveLabel: 'Add',
    save: async (_changed, values) => {
      const created = await create({ name: String(values['name']), roles: (values['roles'] ?? []) as ModuleRole[] });
      toastSuccess(`Program ${created.name} added. Create a token for it next.`);
    },
    more: (form) => (
      <>
        <RolesEditor
          roles={(form.values['roles'] ?? []) as ModuleRole[]}
          onChange={(roles) => form.set('roles', roles)}
        />
        {form.errors['roles'] ? (
          <p role="alert" className={styles.refusal}>
            Roles {form.errors['roles']}
          </p>
        ) : null}
      </>
    ),
  });
}

/** Asks to confirm that a token ends. */
export const confirmEnd = (name: string): Promise<boolean> =>
  confirm({
    title: `End ${name}`,
    text: 'Requests with this token are refused from now on. A token that has ended can’t be reactivated.',
    confirmLabel: 'End it',
    danger: true,
  });
