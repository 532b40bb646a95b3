import { rows, type TableManifest } from './tableManifest.ts';

/** The amounts of a distribution. */
const distributed = [
  'gross_carry_distributed',
  'tax',
  'escrow',
  'loan_repayment',
  'other_adjustment',
  'net_carry_distributed',
];
const ofSource = { through: { table: 'distribution_source', key: 'distribution_id' } };
const ofLedgerLine = { through: { table: 'ledger_run_line', key: 'ledger_run_id' } };
const sourcesOf = (kind: string) => ({ through: { table: `${kind}_source`, key: `${kind}_id` } });

export const carry = {
  records: {
    allocationProfile: [
      rows('allocation_profile'),
      rows('allocation_entry', 'allocation_profile_id'),
      rows('allocation_profile_revision', 'allocation_profile_id', { many: true }),
    ],
    distribution: [
      rows('distribution'),
      rows('distribution_source', 'distribution_id'),
      rows('distribution_characterization', 'distribution_source_id', ofSource),
      rows('distribution_tax_term', 'distribution_source_id', {
        ...ofSource,
        many: true,
        sums: {
          by: ['name', 'tax_characterization_id', 'distribution_source_id'],
          columns: ['tax_rate', 'tax_allocation_percent'],
        },
      }),
      rows('distribution_detail', 'distribution_id', {
        many: true,
        sums: { by: ['participant_id'], columns: [...distributed, 'original_allocation'], where: 't.is_leaf' },
      }),
      rows('distribution_vesting', 'distribution_source_id', {
        ...ofSource,
        many: true,
        sums: { by: ['distribution_source_id', 'participant_id'], columns: ['vested_percentage'] },
      }),
      rows('distribution_member_vesting', 'distribution_source_id', {
        ...ofSource,
        many: true,
        sums: { by: ['distribution_source_id', 'participant_id', 'member_id'], columns: ['vested_percentage'] },
      }),
      rows('distribution_approval', 'distribution_id'),
      rows('account_entry', 'distribution_id', { many: true, sums: { by: ['participant_id'], columns: ['amount'] } }),
      rows('escrow_entry', 'distribution_id', { many: true, sums: { by: ['participant_id'], columns: ['amount'] } }),
    ],
    accountEntry: [
      rows('account_entry', 'id', {
        where: 't.distribution_id IS NULL AND t.realization_source_id IS NULL AND t.ledger_run_line_id IS NULL',
      }),
    ],
    escrowEntry: [rows('escrow_entry', 'id', { where: 't.distribution_id IS NULL AND t.ledger_run_line_id IS NULL' })],
    forecast: [
      rows('forecast'),
      rows('forecast_source', 'forecast_id'),
      rows('forecast_detail', 'forecast_source_id', {
        ...sourcesOf('forecast'),
        many: true,
        sums: { by: ['participant_id'], columns: ['gross_carry_distributed'], where: 't.is_leaf' },
      }),
    ],
    realization: [
      rows('realization'),
      rows('realization_source', 'realization_id'),
      rows('realization_detail', 'realization_source_id', {
        ...sourcesOf('realization'),
        many: true,
        sums: { by: ['participant_id'], columns: ['carry_amount'], where: 't.is_leaf' },
      }),
      rows('account_entry', 'realization_source_id', {
        ...sourcesOf('realization'),
        many: true,
        sums: { by: ['participant_id'], columns: ['amount'] },
      }),
    ],
    ledgerRun: [
      rows('ledger_run'),
      rows('ledger_run_line', 'ledger_run_id', {
        many: true,
        sums: { by: ['participant_id'], columns: ['accrued', 'distributed', 'escrow', 'clawback'] },
      }),
      rows('account_entry', 'ledger_run_line_id', {
        ...ofLedgerLine,
        many: true,
        sums: { by: ['participant_id'], columns: ['amount'] },
      }),
      rows('escrow_entry', 'ledger_run_line_id', {
        ...ofLedgerLine,
        many: true,
        sums: { by: ['participant_id'], columns: ['amount'] },
      }),
    ],
  },
  unrecorded: {
    investment_total: 'sums of covered rows; verify adds them up again',
    participant_carry: 'sums of covered rows; verify adds them up again',
    distribution_draft: 'unsaved input; nothing is computed from it until it is saved as a distribution',
  },
  subjects: {
    account_entry: 'participant_id container_id entry_date',
    escrow_entry: 'participant_id container_id entry_date',
    approval_policy: 'effective_date',
    approval_policy_band: 'from_amount',
    approval_substitute: 'person_id substitute_id from_date',
    bank_account: 'participant_id bank_name',
    bank_account_answer: 'created_at',
    tax_profile_assignment: 'tax_profile_id participant_id container_id investment_id',
    vesting_schedule_row: 'period_start period_end',
  },
  nouns: {
    distribution_member_vesting: 'member’s vested percentage',
    distribution_tax_term: 'withholding',
    distribution_vesting: 'participant’s vested percentage',
    vesting_schedule_row: 'vesting step',
  },
  lists: {
    allocation_entry: 'entries',
    distribution_approval: 'approvers',
    distribution_characterization: 'distributionSources',
    distribution_source: 'distributionSources',
    forecast_source: 'forecastSources',
    realization_source: 'sources',
  },
  lengths: {
    200: {
      allocation_profile: 'name',
      distribution: 'name',
      forecast: 'name',
      ledger_run: 'name',
      realization: 'name',
      tax_profile: 'name',
      tax_profile_rate: 'name',
      vesting_schedule: 'name',
    },
    4000: {
      distribution_approval: 'approval_comments',
    },
  },
  notNegative: {
    allocation_entry: 'predilute fixed discretionary shares effective',
    allocation_profile: 'total_shares',
    vesting_schedule_row: 'period_start',
  },
  percentage: {
    distribution: 'default_escrow default_terminated_escrow',
    distribution_characterization: 'characterization_percentage',
    distribution_source: 'default_escrow',
    tax_profile: 'tax_rate',
    tax_profile_rate: 'tax_rate',
    vesting_schedule_row: 'vested_percentage',
  },
  messages: {
    approval_policy_date: [['effectiveDate'], 'Another policy already applies from this date.'],
    vesting_schedule_check: [['participantClass'], 'Choose a participant class for the default schedule.'],
    vesting_schedule_row_check: [['details'], 'End Period should be greater than Start Period'],
    allocation_entry_tenant_id_allocation_profile_id_participan_key: [['entries'], 'Enter each participant only once.'],
    allocation_profile_current: [['isCurrent'], 'Someone else just set another default profile. Reload the page.'],
    allocation_profile_tenant_id_container_id_version_key: [
      [],
      'Someone else just saved another version. Reload the page.',
    ],
    distribution_approval_tenant_id_distribution_id_approver_id_key: [['approvers'], 'Enter each approver only once.'],
    distribution_characterization_tenant_id_distribution_source_key: [
      ['distributionSources'],
      'Enter each tax characterization only once per source.',
    ],
    distribution_reversal: [['id'], 'This distribution already has a reversal.'],
    distribution_source_tenant_id_distribution_id_container_id_key: [
      ['distributionSources'],
      'Enter each source only once.',
    ],
    forecast_source_tenant_id_forecast_id_container_id_key: [['forecastSources'], 'Enter each source only once.'],
    ledger_run_reversed_once: [[], 'This run has already been reversed.'],
    realization_reversed_once: [[], 'This realization has already been reversed.'],
    realization_source_tenant_id_realization_id_container_id_key: [['sources'], 'Enter each source only once.'],
    tax_profile_assignment_tenant_id_tax_profile_id_target_type_key: [
      ['taxProfileId'],
      'The tax profile is already assigned there.',
    ],
    tax_profile_rate_tenant_id_tax_profile_id_tax_characterizat_key: [
      ['taxProfileRates'],
      'Enter each tax characterization only once.',
    ],
    vesting_schedule_default: [['isDefault'], 'The class already has a default schedule.'],
    vesting_schedule_name: [['name'], 'Another schedule already has this name.'],
    vesting_schedule_row_tenant_id_vesting_schedule_id_position_key: [
      ['details'],
      'Someone else just saved a row at the same position. Reload the page.',
    ],
    distribution_characterization_tenant_id_distribution_sourc_fkey: [
      ['distributionSources'],
      'There is no such source.',
    ],
    distribution_characterization_tenant_id_tax_characterizati_fkey: [
      ['distributionSources'],
      'There is no such tax characterization.',
    ],
  },
  referrers: {
    account_entry: 'Account entries',
    allocation_entry: 'Allocation profiles',
    allocation_profile: 'Allocation profiles',
    approval_policy: 'Approval policies',
    approval_substitute: 'Approval substitutes',
    bank_account: 'Bank accounts',
    bank_account_answer: 'Bank accounts',
    distribution: 'Distributions',
    distribution_approval: 'Distribution approvals',
    distribution_characterization: 'Distributions',
    distribution_detail: 'Distributions',
    distribution_member_vesting: 'Distributions',
    distribution_source: 'Distributions',
    distribution_tax_term: 'Distributions',
    distribution_vesting: 'Distributions',
    escrow_entry: 'Escrow entries',
    forecast: 'Forecasts',
    forecast_detail: 'Forecasts',
    forecast_source: 'Forecasts',
    ledger_run: 'Ledger runs',
    ledger_run_line: 'Ledger runs',
    realization: 'Realizations',
    realization_detail: 'Realizations',
    realization_source: 'Realizations',
    tax_profile_assignment: 'Tax profile assignments',
    tax_profile_rate: 'Tax profiles',
    vesting_schedule: 'Vesting schedules',
  },
} as const satisfies TableManifest;
