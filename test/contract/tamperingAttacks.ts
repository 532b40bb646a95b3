import { expect } from 'vitest';
import { strangerId, type WatchedFirm } from './watchedFirm.ts';

/** Attacks in which all other data is consistent, with patterns for the record and the amount that the result has to name. */
export const attacks: readonly (readonly [
  description: string,
  attack: (firm: WatchedFirm) => Promise<unknown>,
  expected: readonly RegExp[],
])[] = [
  [
    'an adjustment of 1,000.00 in the stored input, the row, the totals and the posting together',
    async ({ superuser, plan, paid }) => {
      const id = plan.idOf('E001');
      const source = plan.idOf('CO-HEL');
      const adjustment = { sourceId: source, participantId: id, otherAdjustment: '1000.00' };
      const change = `other_adjustment = x.other_adjustment + 1000, net_carry_distributed = x.net_carry_distributed - 1000`;
      await superuser.query(
        `UPDATE distribution SET total_other_adjustment = total_other_adjustment + 1000, total_net = total_net - 1000,
           inputs = jsonb_set(inputs, '{input,adjustments}', (inputs #> '{input,adjustments}') || $2::jsonb) WHERE id = $1`,
        [paid.Id, JSON.stringify([adjustment])],
      );
      await superuser.query(
        `UPDATE distribution_source SET total_carry_adjustment = total_carry_adjustment + 1000, net_carry_distributed = net_carry_distributed - 1000
         WHERE distribution_id = $1 AND container_id = $2`,
        [paid.Id, source],
      );
      const rows = await superuser.query<{ id: string }>(
        `UPDATE distribution_detail x SET ${change} FROM distribution_source s
         WHERE x.distribution_id = $1 AND x.participant_id = $2 AND s.id = x.distribution_source_id AND s.container_id = $3 RETURNING x.id`,
        [paid.Id, id, source],
      );
      expect(rows).toHaveLength(1);
      await superuser.query(
        `UPDATE account_entry SET memo_other_adjustment = memo_other_adjustment + 1000 WHERE distribution_detail_id = $1`,
        [rows[0]?.id],
      );
    },
    [
      /^distribution > Third quarter > Participant E001: other adjustment in distribution detail: (\S+) before, (\S+) now$/,
      /^distribution > Third quarter > CO-HEL: net carry distributed: /,
      /^distribution > Third quarter: total other adjustment: /,
    ],
  ],
  ...(
    [
      [
        'person',
        'participant_id',
        'E002',
        /E001: participant of the account entry: Participant E001 before, Participant E002 now$/,
      ],
      ['source', 'container_id', 'ARP-I', /E001: source of the account entry: CO-HEL before, ARP-I now$/],
    ] as const
  ).map(
    ([subject, column, code, expected]) =>
      [
        `a posting moved to another ${subject}`,
        ({ superuser, plan, paid }: WatchedFirm) =>
          superuser.query(
            `UPDATE account_entry SET ${column} = $1 WHERE distribution_id = $2 AND participant_id = $3 AND container_id = $4`,
            [plan.idOf(code), paid.Id, plan.idOf('E001'), plan.idOf('CO-HEL')],
          ),
        [expected],
      ] as const,
  ),
  [
    'a posting moved to another date',
    ({ superuser, plan, paid }) =>
      superuser.query(
        `UPDATE account_entry SET entry_date = '2026-12-31' WHERE distribution_id = $1 AND participant_id = $2`,
        [paid.Id, plan.idOf('E001')],
      ),
    [/Participant E001: date of the account entry: 2026-09-30 before, 2026-12-31 now$/],
  ],
  ...['500000', '-1000000'].map(
    (amount) =>
      [
        `an invented adjustment of ${amount} that is tied to nothing`,
        ({ superuser, plan, tenantId }: WatchedFirm) =>
          superuser.query(
            `INSERT INTO account_entry (tenant_id, id, participant_id, container_id, kind, entry_date, amount)
             VALUES ($1, gen_random_uuid(), $2, $3, 'ADJUSTMENT', '2026-10-01', $4)`,
            [tenantId, plan.idOf('E001'), plan.idOf('ARP-I'), amount],
          ),
        [
          new RegExp(
            `^account entry > Participant E001 > ARP-I > 2026-10-01: has no entry in the audit log: nothing before, amount ${Number(amount).toLocaleString('en')}.00[^_{]* now$`,
          ),
        ],
      ] as const,
  ),
  [
    'a deleted source',
    async ({ superuser, plan, paid }) => {
      const source = `SELECT id FROM distribution_source WHERE distribution_id = '${paid.Id}' AND container_id = '${plan.idOf('CO-HEL')}'`;
      await superuser.query(`DELETE FROM distribution_detail WHERE distribution_source_id IN (${source})`);
      await superuser.query(`DELETE FROM distribution_source WHERE id IN (${source})`);
    },
    [/^distribution > Third quarter > CO-HEL: distribution source is gone: .*gross carry distributed \d/],
  ],
  [
    'a deleted distribution',
    async ({ superuser, paid }) => {
      for (const table of [
        'account_entry',
        'escrow_entry',
        'distribution_approval',
        'distribution_detail',
        'distribution_source',
      ])
        await superuser.query(`DELETE FROM ${table} WHERE distribution_id = $1`, [paid.Id]);
      await superuser.query('DELETE FROM distribution WHERE id = $1', [paid.Id]);
    },
    [/^distribution > Third quarter: is missing without an audit entry: entry \d+, .*/],
  ],
  [
    'the decision of an approval',
    ({ superuser, paid }) =>
      superuser.query(`UPDATE distribution_approval SET approval_decision = 'REJ' WHERE distribution_id = $1`, [
        paid.Id,
      ]),
    [/^distribution > Third quarter > Ada Example: approval decision: APP before, REJ now$/],
  ],
  [
    'the rule of a submission',
    ({ superuser, paid }) =>
      superuser.query(`UPDATE distribution SET approval_rule = approval_rule || '{"mode":"QUORUM"}' WHERE id = $1`, [
        paid.Id,
      ]),
    [/^distribution > Third quarter: approval rule: Mode ALL before, Mode QUORUM now$/],
  ],
  [
    'the person of a decision',
    ({ superuser, paid }) =>
      superuser.query(`UPDATE distribution_approval SET decided_by = created_by WHERE distribution_id = $1`, [paid.Id]),
    [/^distribution > Third quarter > Ada Example: decided by: .+ before, .+ now$/],
  ],
  [
    'a row of a vesting schedule',
    ({ superuser, tenantId }) =>
      superuser.query('UPDATE vesting_schedule_row SET vested_percentage = 1.5 WHERE tenant_id = $1', [tenantId]),
    [/^vesting schedule > .+ > (months \d+ to \d+|from month \d+): vested percentage: \S+ before, 1\.5\d* now$/],
  ],
  [
    'the date of a run',
    ({ superuser, paid }) =>
      superuser.query(`UPDATE distribution SET distribution_date = '2026-06-30' WHERE id = $1`, [paid.Id]),
    [/^distribution > Third quarter: distribution date: 2026-09-30 before, 2026-06-30 now$/],
  ],
  [
    'an effective percentage',
    ({ superuser, plan, paid }) =>
      superuser.query(
        `UPDATE distribution_detail SET effective_allocation = effective_allocation + 1 WHERE distribution_id = $1 AND participant_id = $2`,
        [paid.Id, plan.idOf('E001')],
      ),
    [/^distribution > Third quarter > CO-HEL > Participant E001: Effective: stored \S+, computed again \S+$/],
  ],
  [
    'an original percentage',
    ({ superuser, plan, paid }) =>
      superuser.query(
        `UPDATE distribution_detail SET original_allocation = coalesce(original_allocation, 0) + 1 WHERE distribution_id = $1 AND participant_id = $2`,
        [paid.Id, plan.idOf('E001')],
      ),
    [
      /^distribution > Third quarter > Participant E001: original allocation in distribution detail: \S+ before, \S+ now$/,
    ],
  ],
  [
    'the stored total of a participant',
    ({ superuser, plan }) =>
      superuser.query('UPDATE participant_carry SET amount = amount + 1000 WHERE participant_id = $1', [
        plan.idOf('E001'),
      ]),
    [/^participant > Participant E001: total paid: stored \S+ US dollar, computed again \S+ US dollar$/],
  ],
  ...(['2020-01-02', '2020-01-01'] as const).map(
    (day) =>
      [
        `a sign-in of ${day} that nobody made`,
        ({ superuser, tenantId }: WatchedFirm) =>
          superuser.query(
            `INSERT INTO access_event (tenant_id, id, person_id, kind, created_at) VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'SIGN_IN', $2)`,
            [tenantId, day],
          ),
        [new RegExp(`^Sign-ins and downloads of ${day}: differs from its seal`)],
      ] as const,
  ),
  [
    'a deleted sign-in',
    ({ superuser, tenantId }) =>
      superuser.query(`DELETE FROM access_event WHERE tenant_id = $1 AND created_at < '2020-02-01'`, [tenantId]),
    [/^Sign-ins and downloads of 2020-01-02: differs from its seal.*: 1 before, 0 now$/],
  ],
  [
    'the seal of a day',
    ({ superuser, tenantId }) =>
      superuser.query(`UPDATE delivery_day SET number = number + 1 WHERE tenant_id = $1 AND day = '2020-01-03'`, [
        tenantId,
      ]),
    [/^delivery day > 2020-01-03: number: 1 before, 2 now$/],
  ],
  [
    'a deleted acknowledgment',
    ({ superuser, tenantId }) =>
      superuser.query(`DELETE FROM delivery_event WHERE tenant_id = $1 AND kind = 'ACKNOWLEDGED'`, [tenantId]),
    [/2020-01-03: differs from its seal.*: 1 before, 0 now$/],
  ],
  [
    'a run reset from submitted to draft',
    ({ superuser, waiting }) => superuser.query(`UPDATE distribution SET status = 'DRAFT' WHERE id = $1`, [waiting.Id]),
    [/^distribution > Fourth quarter: status: SUB before, DRAFT now$/],
  ],
  [
    'a role',
    ({ superuser, tenantId }) =>
      superuser.query(`UPDATE membership_role SET role = 'administrator' WHERE tenant_id = $1 AND role = 'viewer'`, [
        tenantId,
      ]),
    [/^user > Ada Example > carry: role: viewer before, administrator now$/],
  ],
  [
    'a member without an invitation',
    async ({ superuser, tenantId }) => {
      await superuser.query(
        `INSERT INTO person (id, login, first_name, last_name) VALUES ($1, 'mallory', 'Mallory', 'Moor')`,
        [strangerId],
      );
      await superuser.query('INSERT INTO membership (tenant_id, person_id) VALUES ($1, $2)', [tenantId, strangerId]);
      await superuser.query(`INSERT INTO membership_role VALUES ($1, $2, 'carry', 'administrator')`, [
        tenantId,
        strangerId,
      ]);
    },
    [/^user > Mallory Moor: has no entry in the audit log/],
  ],
  [
    'the roles of an open invitation',
    ({ superuser }) =>
      superuser.query(
        `UPDATE invitation SET roles = '[{"application":"carry","role":"administrator"}]' WHERE login = 'vera@watched.test'`,
      ),
    [/^user > Vera Voss: roles: .*Role viewer.* before, .*Role administrator.* now$/],
  ],
  [
    'the address, expiry and password of an open invitation',
    ({ superuser }) =>
      superuser.query(
        `UPDATE invitation SET email = 'mallory@elsewhere.test', token_hash = sha256('mine'), token_until = '2099-01-01', code_hash = 'mine'
         WHERE login = 'vera@watched.test'`,
      ),
    [
      /^user > Vera Voss: email: sha256 [0-9a-f]{12} before, sha256 [0-9a-f]{12} now$/,
      /^user > Vera Voss: token hash is another$/,
      /^user > Vera Voss: token until: nothing before, 2099-01-01 00:00:00 now$/,
      /^user > Vera Voss: code hash is another$/,
    ],
  ],
  [
    'the text of a note, a forged note and a deleted one, named by their records',
    async ({ superuser, notes }) => {
      await superuser.query(`UPDATE note SET note_text = 'Approved' WHERE id = $1`, [notes.changed]);
      await superuser.query(`DELETE FROM note WHERE id = $1`, [notes.deleted]);
      await superuser.query(
        `INSERT INTO note (tenant_id, id, object_type, object_id, note_text) SELECT tenant_id, gen_random_uuid(), object_type, object_id, 'Forged'
         FROM note WHERE id = $1`,
        [notes.changed],
      );
    },
    [
      /^note > Third quarter: note text: sha256 [0-9a-f]{12} before, sha256 [0-9a-f]{12} now$/,
      /^note > Third quarter: has no entry in the audit log: /,
      /^note > Fourth quarter: is missing without an audit entry: /,
    ],
  ],
  [
    'a forged invitation, and a deleted one',
    async ({ superuser, tenantId }) => {
      await superuser.query(
        `INSERT INTO invitation (tenant_id, id, person_id, login, first_name, last_name, roles, created_at, updated_at)
         VALUES ($1, gen_random_uuid(), $2, 'mallory', 'Mallory', 'Moor', '[]', now(), now())`,
        [tenantId, strangerId],
      );
      await superuser.query(`DELETE FROM invitation WHERE login = 'vera@watched.test'`);
    },
    [
      /^user > \S+: has no entry in the audit log: nothing before, .*first name sha256 [0-9a-f]{12}/,
      /^user > Vera Voss: is missing without an audit entry: entry \d+, .*/,
    ],
  ],
  [
    'a firm setting',
    ({ superuser, tenantId }) =>
      superuser.query(`UPDATE tenant SET settings = settings || '{"AllowSelfApproval": "True"}' WHERE id = $1`, [
        tenantId,
      ]),
    [/^tenant > Watched Firm: settings: nothing before, Allow self approval True now$/],
  ],
  [
    'an uploaded valuation, and the tax terms and vesting of a distribution',
    async ({ superuser }) => {
      await superuser.query('UPDATE valuation SET fair_value = 250');
      await superuser.query(
        `UPDATE distribution_tax_term SET tax_rate = 7, name = 'forged' WHERE name = 'forged' OR position = 0`,
      );
      await superuser.query('UPDATE distribution_vesting SET vested_percentage = 7');
    },
    [
      /^upload > .* > .*, Series A > 2026-09-30: fair value: 100.00.* before, 250.00.* now$/,
      /^distribution > .* > .*: tax rate in withholding: \S+ before, \S+ now$/,
      /^distribution > .* > \S.*: vested percentage: \S+ before, 7.00 now$/,
    ],
  ],
  [
    'a tax rate, and a share of a profile',
    async ({ superuser, plan, tenantId }) => {
      await superuser.query('UPDATE tax_profile_rate SET tax_rate = 1 WHERE tenant_id = $1', [tenantId]);
      await superuser.query('UPDATE allocation_entry SET effective = 99 WHERE participant_id = $1', [
        plan.idOf('E001'),
      ]);
    },
    [
      /^tax profile > .*: tax rate: \S+ before, 1.00 now$/,
      /^allocation profile > .* > Participant E001: effective: \S+ before, 99.00 now$/,
    ],
  ],
  [
    'the vesting of one source of several',
    ({ superuser, plan, paid }) =>
      superuser.query(
        `UPDATE distribution_vesting SET vested_percentage = 50 WHERE participant_id = $1 AND distribution_source_id IN (
           SELECT id FROM distribution_source WHERE distribution_id = $2 AND container_id = $3)`,
        [plan.idOf('E001'), paid.Id, plan.idOf('CO-HEL')],
      ),
    [/^distribution > Third quarter > CO-HEL > Participant E001: vested percentage: 80\.87\d* before, 50\.0* now$/],
  ],
  [
    'the vesting of two sources, with the same sum',
    ({ superuser, plan, paid }) =>
      superuser.query(
        `UPDATE distribution_vesting v SET vested_percentage = vested_percentage + CASE s.container_id WHEN $3::uuid THEN 10 ELSE -10 END
         FROM distribution_source s WHERE s.id = v.distribution_source_id AND s.distribution_id = $2 AND v.participant_id = $1`,
        [plan.idOf('E001'), paid.Id, plan.idOf('CO-HEL')],
      ),
    [
      /^distribution > Third quarter > CO-HEL > Participant E001: vested percentage: 80\.87\d* before, 90\.87\d* now$/,
      /^distribution > Third quarter > ARP-I > Participant E001: vested percentage: 80\.87\d* before, 70\.87\d* now$/,
    ],
  ],
  [
    'the currency of a payment',
    ({ superuser }) =>
      superuser.query(
        `UPDATE payroll_row p SET currency_id = r.id FROM reference_entry r
         WHERE p.position = 13 AND r.tenant_id = p.tenant_id AND r.type = 'currency' AND r.code = 'USD'`,
      ),
    [
      /^payroll file > .* > Participant E002 > SALARY > 2026-01-30 > EUR: amount in payroll payment: 200 before, nothing now$/i,
      /^payroll file > .* > Participant E002 > SALARY > 2026-01-30 > US dollar: amount in payroll payment: nothing before, 200 now$/i,
    ],
  ],
  [
    'an amount of one payment and two others that offset each other',
    async ({ superuser }) => {
      await superuser.query('UPDATE payroll_row SET amount = amount + 1 WHERE position = 13');
      await superuser.query(
        'UPDATE payroll_row SET amount = amount + CASE position WHEN 11 THEN 5 ELSE -5 END WHERE position IN (11, 12)',
      );
    },
    [
      /^payroll file > .* > Participant E002 > .*: amount in payroll payment: 200 before, 201 now$/,
      /^payroll file > .* > Participant E001 > SALARY > 2026-01-30 > EUR: payroll payment differs from its state in entry \d+, /i,
    ],
  ],
  [
    'a deleted payment',
    ({ superuser }) => superuser.query('DELETE FROM payroll_row WHERE position = 13'),
    [/^payroll file > .*: number of payroll payments: 4 before, 3 now$/],
  ],
  [
    'a deleted step of a vesting schedule',
    ({ superuser, tenantId }) =>
      superuser.query(
        'DELETE FROM vesting_schedule_row WHERE id = (SELECT id FROM vesting_schedule_row WHERE tenant_id = $1 LIMIT 1)',
        [tenantId],
      ),
    [
      /^vesting schedule > .+ > (months \d+ to \d+|from month \d+): vesting step is gone: vested percentage [\d.]+ before, nothing now$/,
    ],
  ],
  [
    'an amount of a deferred award',
    ({ superuser }) => superuser.query('UPDATE deferred_entry SET amount = amount + 1'),
    [/^deferred award > .* > \d{4}-\d\d-\d\d: amount: \S+ before, \S+ now$/],
  ],
  [
    'a quartile of a benchmark',
    ({ superuser, tenantId }) =>
      superuser.query('UPDATE benchmark_figure SET irr_median = 12.5 WHERE tenant_id = $1', [tenantId]),
    [/^benchmark > .+ > \d{4}-\d\d-\d\d: irr median: nothing before, 12\.50 now$/],
  ],
  [
    'a received statement',
    ({ superuser, tenantId }) =>
      superuser.query(`UPDATE transfer_statement SET account = '{"nav": "200.00"}' WHERE tenant_id = $1`, [tenantId]),
    [/^tenant link data transfer request > .+ > ARP-I: account: NAV 100\.00 before, NAV 200\.00 now$/],
  ],
];
