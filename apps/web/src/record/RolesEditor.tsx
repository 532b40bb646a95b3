import { modules } from '@carrara/contract/core/modules';
import { type Application, applications, type Role, roles as roleNames } from '@carrara/contract/core/permissions';
import { Panel } from '@carrara/ui/profile';
import { DataTable } from '@carrara/ui/list';
import { Select } from '@mantine/core';
import styles from './record.module.css';

export interface ModuleRole {
  readonly application: Application;
  readonly role: Role;
}
export interface RolesEditorProps {
  readonly roles: readonly ModuleRole[];
  readonly onChange: (roles: readonly ModuleRole[]) => void;
}

const none = 'none';
const titleOf = (role: Role) => role.charAt(0).toUpperCase() + role.slice(1);
const choices = [
  { value: none, label: 'No access' },
  ...roleNames.map((role) => ({ value: role, label: titleOf(role) })),
];

/** A role in each application, or none. */
export function RolesEditor({ roles, onChange }: RolesEditorProps) {
  const change = (application: Application, choice: string | null) => {
    const others = roles.filter((one) => one.application !== application);
    onChange(choice && choice !== none ? [...others, { application, role: choice as Role }] : others);
  };
  return (
    <Panel title="Roles">
      <div className={styles.roles}>
        {applications.map((application) => (
          <Select
            key={application}
            label={modules[application].title}
            data={choices}
            value={roles.find((one) => one.application === application)?.role ?? none}
            allowDeselect={false}
            onChange={(choice) => change(application, choice)}
          />
        ))}
      </div>
    </Panel>
  );
}

const columns = [
  { field: 'application', kind: 'text', title: 'Application' },
  { field: 'role', kind: 'text', title: 'Role' },
] as const;

/** The roles, to read. */
export function RolesTable({ roles }: Pick<RolesEditorProps, 'roles'>) {
  return (
    <Panel title="Roles" flush>
      <DataTable
        label="Roles"
        columns={columns}
        rows={roles}
        rowKey={({ application }) => application}
        cells={{
          application: ({ application }) => modules[application].title,
          role: ({ role }) => titleOf(role),
        }}
      />
    </Panel>
  );
}
