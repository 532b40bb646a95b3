import { modules } from '@carrara/contract/core/modules';
import { type Application, applications, type Role, roles as roleNames } from '@carrara/contract/core/permissions';
import { roleMeanings } from '@carrara/contract/core/roleMeanings';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Select } from '@mantine/core';
import styles from '../record.module.css';

export interface ModuleRole {
  readonly application: Application;
  readonly role: Role;
}
export interface RolesEditorProps {
  readonly roles: readonly ModuleRole[];
  readonly onChange: (roles: readonly ModuleRole[]) => void;
}

const noRole = 'none';
export const roleTitle = (role: Role) => role.charAt(0).toUpperCase() + role.slice(1);
const choices = [
  { value: noRole, label: 'No access' },
  ...roleNames.map((role) => ({ value: role, label: roleTitle(role) })),
];

/** A choice of one role, or none, in each application. */
export function RolesEditor({ roles, onChange }: RolesEditorProps) {
  const change = (application: Application, choice: string | null) => {
    const others = roles.filter((role) => role.application !== application);
    onChange(choice && choice !== noRole ? [...others, { application, role: choice as Role }] : others);
  };
  return (
    <Panel title="Roles">
      <div className={styles.roles}>
        {applications.map((application) => {
          const role = roles.find((item) => item.application === application)?.role;
          return (
            <Select
              key={application}
              label={modules[application].title}
              description={role && roleMeanings[application][role]}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              data={choices}
              value={role ?? noRole}
              allowDeselect={false}
              // Wide and high enough for the meaning of each role.
              comboboxProps={{ width: 360, position: 'bottom-start' }}
              maxDropdownHeight={360}
              renderOption={({ option }) => <Choice application={application} choice={option.value} />}
              onChange={(choice) => change(application, choice)}
            />
          );
        })}
      </div>
    </Panel>
  );
}

/** A role with a description of its permissions, as an option. */
function Choice({ application, choice }: { readonly application: Application; readonly choice: string }) {
  const label = choices.find(({ value }) => value === choice)?.label;
  const meaning = choice === noRole ? undefined : roleMeanings[application][choice as Role];
  return (
    <div>
      {label}
      {meaning ? <div className={styles.choiceMeaning}>{meaning}</div> : null}
    </div>
  );
}

const columns = [
  { field: 'application', kind: 'text', title: 'Application' },
  { field: 'role', kind: 'text', title: 'Role' },
  { field: 'meaning', kind: 'longText', title: 'Allows' },
] as const;

/** The roles, read-only. */
export function RolesTable({ roles }: Pick<RolesEditorProps, 'roles'>) {
  return (
    <TablePanel
      title="Roles"
      columns={columns}
      rows={roles.map((role) => ({ ...role, meaning: '' }))}
      rowKey={({ application }) => application}
      cells={{
        application: ({ application }) => modules[application].title,
        role: ({ role }) => roleTitle(role),
        meaning: ({ application, role }) => roleMeanings[application][role],
      }}
    />
  );
}
