import { defineFields } from '@carrara/contract/core/fields';
import { lists } from 'virtual:contract/tables';
import { addressInModule } from '../../../address/addressInModule.ts';
import type { RecordDefinition } from '../../../record/recordDefinition.ts';

const userFields = defineFields({
  firstName: { kind: 'text', title: 'First name', required: true, group: 'Person' },
  lastName: { kind: 'text', title: 'Last name', required: true, group: 'Person' },
  email: { kind: 'email', title: 'E-mail', group: 'Person' },
  username: { kind: 'text', title: 'Login', group: 'Person', help: 'Blank: the e-mail address.' },
});

/** Users are archived and invitations are canceled on the profile (`UserProfile`). */
export const userRecord: RecordDefinition<'getUser'> = {
  noun: 'user',
  fields: userFields,
  list: lists.listUsers,
  get: 'getUser',
  save: 'saveUser',
  reportedOnce: { firstPassword: null, isMailed: null },
  editPermission: 'user.edit',
  isEditable: ({ canManage }) => canManage === true,
  nameOf: ({ firstName, lastName }) => `${String(firstName)} ${String(lastName)}`,
  paths: {
    get list() {
      return addressInModule('/carry/settings/user');
    },
    add: '/user/add',
    edit: (id) => `/user/${id}/edit`,
    profile: (id, view) => addressInModule(`/carry/settings/userProfile/${id}${view ? `/${view}` : ''}`),
  },
  facts: ['email', 'username'],
};
