import { rows, type TableManifest } from './tableManifest.ts';

export const people = {
  records: {
    employee: [rows('employee'), rows('participant'), rows('employment_event', 'employee_id')],
    entity: [rows('entity'), rows('participant'), rows('container'), rows('entity_member', 'entity_id')],
  },
  subjects: {
    employment_event: 'kind event_date',
  },
  lists: {
    entity_member: 'members',
  },
  lengths: {
    50: {
      participant: 'code',
      employee: 'home_address_postal_code',
    },
    200: {
      employee:
        'first_name last_name formatted_name alternate_formatted_name business_title department home_address_city home_address_line1 home_address_line2 home_address_state_region',
      participant: 'name legal_name',
    },
    320: {
      employee: 'email',
    },
    4000: {
      participant: 'termination_reason',
    },
  },
  percentage: {
    participant: 'default_escrow',
  },
  messages: {
    entity_member_check: [['members'], 'An entity can’t be a member of itself.'],
    participant_check: [['terminationDate'], 'Enter a termination date for the terminated employee.'],
    entity_member_tenant_id_entity_id_participant_id_key: [['members'], 'Enter each member only once.'],
    participant_code: [['code'], 'Another employee, trust or entity already has this code.'],
    trust_name: [
      ['name'],
      'Another trust already has this name. Add what tells them apart, such as the year in which the trust was formed.',
    ],
    employee_person: [['user'], 'Another employee is already linked to this user.'],
    employee_leaver_kind_check: [['leaverKind'], 'Left as isn’t one of the choices.'],
    employee_not_own_manager: [['manager'], 'An employee can’t report to themselves.'],
  },
  referrers: {
    entity_member: 'Entity members',
    participant: 'Participants',
  },
} as const satisfies TableManifest;
