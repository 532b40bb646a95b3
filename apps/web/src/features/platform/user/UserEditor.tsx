import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { RecordEditor } from '../../../record/editor/RecordEditor.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { type ModuleRole, RolesEditor } from '../../../record/editor/RolesEditor.tsx';
import { useSession } from '../../../session/hooks.ts';
import { chooseFromDirectory, type DirectoryEntry } from './DirectoryDialog.tsx';
import styles from './user.module.css';
import { notifyInvited } from './notifyInvited.ts';
import { checkUser, typedEmail, typedLogin, offersPassword, typedPassword } from './userInput.ts';
import { userRecord } from './userRecord.ts';

type Values = Readonly<Record<string, unknown>>;

const rolesOf = (values: Values) => (values['roles'] as readonly ModuleRole[] | undefined) ?? [];

const saved = (values: Values) => ({
  email: typedEmail(values),
  username: typedLogin(values),
  roles: rolesOf(values),
  isInactive: values['isInactive'] === true,
  ...(typedPassword(values) ? { password: typedPassword(values) } : {}),
});

/** The editor of a person: the roles in each application, and a first or new password. */
export function UserEditor() {
  return (
    <RecordEditor
      record={userRecord}
      moreOf={(loaded) => ({
        roles: loaded?.['roles'] ?? [],
        isInactive: loaded?.['isInactive'] ?? false,
        password: '',
      })}
      check={checkUser}
      saved={saved}
      afterSave={notifyInvited}
      more={(form, loaded) => <Access form={form} loaded={loaded} />}
    />
  );
}

function Access({ form, loaded }: { readonly form: RecordFormState; readonly loaded: RecordValue | undefined }) {
  const { user: self } = useSession();
  const [chosen, setChosen] = useState<DirectoryEntry>();
  const choose = async () => {
    const entry = await chooseFromDirectory();
    if (!entry) return;
    for (const name of ['firstName', 'lastName', 'email', 'username'] as const) form.set(name, entry[name]);
    setChosen(entry);
  };
  const isChosen = chosen !== undefined && chosen.username === form.values['username'];
  return (
    <>
      {loaded ? null : (
        <Panel title="Directory">
          <div className={styles.directory}>
            <p>
              {isChosen
                ? `${chosen.firstName} ${chosen.lastName} already has an account. A first password replaces the current one.`
                : 'Choose former users from the directory. Enter people with an account in another firm here. They accept after signing in.'}
            </p>
            <Button variant="default" onClick={() => void choose()}>
              Choose from the directory
            </Button>
          </div>
        </Panel>
      )}
      <RolesEditor roles={rolesOf(form.values)} onChange={(roles) => form.set('roles', roles)} />
      {offersPassword(loaded, self?.id) ? (
        <Panel title="Password">
          <PasswordInput
            label={loaded ? 'New password' : 'First password'}
            description={
              loaded
                ? 'The person changes it at the next sign-in. Leave blank to keep the current password.'
                : 'Leave blank to send an invitation by e-mail. If e-mail isn’t set up, we generate a password and show it once. The person changes it at the first sign-in.'
            }
            autoComplete="new-password"
            maxLength={1000}
            value={typedPassword(form.values)}
            error={form.errors['password']}
            onChange={(event) => form.set('password', event.currentTarget.value)}
          />
        </Panel>
      ) : null}
    </>
  );
}
