import { rows, type TableManifest } from './tableManifest.ts';

export const platform = {
  records: {
    user: [
      rows('membership', 'person_id'),
      rows('invitation', 'id', { alone: true }),
      rows('membership_role', 'person_id'),
      rows('person', 'id', { ofHome: true }),
      rows('credential', 'person_id', { ofHome: true }),
      rows('person_identity', 'person_id', { ofHome: true }),
      rows('second_factor', 'person_id', { ofHome: true }),
      rows('passkey', 'person_id', { ofHome: true }),
      rows('recovery_code', 'person_id', { ofHome: true }),
    ],
    apiToken: [
      rows('api_token', 'id', {
        mayBeDeleted: true,
        without: ['last_used_at', 'last_address', 'end_notified_at', 'refusal_notified_at'],
      }),
    ],
    subscription: [
      rows('subscription', 'id', {
        mayBeDeleted: true,
        without: ['handled_through', 'last_at', 'last_result', 'last_remark', 'last_task_id'],
      }),
    ],
    group: [rows('user_group'), rows('user_group_member', 'group_id'), rows('user_group_role', 'group_id')],
    tenantLinkRequest: [
      rows('tenant_link', 'id', { shared: true }),
      rows('investor_link', 'link_id'),
      rows('firm_link', 'link_id'),
    ],
  },
  unrecorded: {
    activity: 'is the audit log itself',
    activity_head: 'is the end of the chain, which can be derived from the chain',
    record_layout: 'each row is named by the hash of its content',
    installation:
      'a fingerprint of the audit key and whether the demo data is complete, both compared at every start; and the time of the last backup',
    schema_migration: 'applied migrations with the checksums of their files; compared at every start',
    image: 'a picture; its bytes are checked against their digest, and its existence against the audit log',
    outbox: 'events for open screens, deleted after three days',
    idempotency: 'responses to repeated requests, deleted after three days',
    task: 'background jobs and their results, deleted three days after they end',
    notification: 'notifications, which repeat the audit log; no rule reads them',
    sign_in_device: 'locations of sign-ins, deleted after a year',
    mail_choice: 'mail preferences; no rule reads them',
    display_format: 'a person’s formats of dates and numbers; no rule reads it',
    finished_tour: 'a person’s tour of the screens; no rule reads it',
    list_state: 'the last state of each person’s lists; no rule reads it',
    mail: 'outgoing mail, which repeats the audit log; its links are sealed by a key outside the database; deleted a month after it ends',
    delivery_event: 'delivery events, which the daily seal covers',
    access_event: 'sign-ins and downloads, which the daily seal covers',
    session: 'open sessions, deleted after seven days',
    download_token: 'valid for a minute',
    pending_sign_in: 'valid for a minute',
    password_reset: 'links to reset a password; valid for half an hour',
    pending_factor: 'an authenticator during setup, deleted after 15 minutes',
    passkey_use: 'signature counters of passkeys, which change with every sign-in',
    used_challenge: 'challenges that passkeys have answered, stored while they would still be accepted',
    used_code: 'used codes, stored while they would still be accepted',
    login_throttle: 'counts wrong passwords for 15 minutes',
  },
  subjects: {
    passkey: 'name',
    person_identity: 'issuer',
    reference_entry: 'type code',
  },
  lists: {
    exchange_rate: 'rates',
    user_group_member: 'users',
    user_group_role: 'roles',
  },
  lengths: {
    10: {
      reference_entry: 'symbol',
    },
    50: {
      reference_entry: 'code',
    },
    100: {
      saved_view: 'list name',
      subscription: 'name call',
    },
    200: {
      note: 'figure_name',
      invitation: 'first_name last_name',
      person: 'login first_name last_name',
      user_group: 'name',
    },
    320: {
      invitation: 'email',
      person: 'email',
    },
    400: {
      document: 'name',
      note: 'figure',
      upload_history: 'name',
    },
    2000: {
      document: 'url',
    },
    20000: {
      note: 'note_text',
    },
  },
  positive: {
    exchange_rate: 'rate',
  },
  choice: {
    user_group_role: 'role application',
  },
  messages: {
    currency_pair_check: [['destinationCurrency'], 'Choose two different currencies.'],
    image_content_check: [[], 'The picture can’t be larger than 4 MB.'],
    person_picture_check: [['picture'], 'The picture can’t be larger than 4 MB.'],
    currency_pair_tenant_id_source_currency_id_destination_curr_key: [
      ['destinationCurrency'],
      'This currency pair already exists.',
    ],
    exchange_rate_tenant_id_currency_pair_id_effective_date_key: [
      ['rates'],
      'The pair already has a rate on this date.',
    ],
    invitation_tenant_id_person_id_key: [['username'], 'This person has already been invited.'],
    membership_pkey: [['username'], 'This person is already a user of this firm.'],
    person_login: [['username'], 'This user name is taken.'],
    reference_entry_tenant_id_type_sub_type_code_key: [['code'], 'Another entry already has this code.'],
    saved_view_shared_name: [['name'], 'You already share a view of this name.'],
    saved_view_private_name: [['name'], 'You already have a view of this name.'],
    user_group_member_tenant_id_group_id_person_id_key: [['users'], 'Enter each user only once.'],
    user_group_role_pkey: [['roles'], 'Choose only one role per module.'],
    access_day_tenant_id_day_key: [[], 'This day has just been sealed.'],
    note_mention_once: [['mentions'], 'Mention each person only once.'],
    delivery_release_version: [[], 'Someone else just released this. Reload the page.'],
  },
  referrers: {
    currency_pair: 'Currency pairs',
    delivery: 'Deliveries',
    delivery_event: 'Deliveries',
    delivery_release: 'Deliveries',
    document: 'Documents',
    exchange_rate: 'Exchange rates',
    upload_record: 'Uploads',
    reference_entry: 'Reference data entries',
  },
} as const satisfies TableManifest;
