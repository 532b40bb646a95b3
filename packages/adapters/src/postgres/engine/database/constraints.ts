import { everyRecordType } from '@carrara/contract/core/recordType';
import { type Failure, fail, type Path } from '@carrara/domain/kernel';

/**
 * A violated constraint. Under row-level security PostgreSQL leaves the values out of its message, so the constraint's
 * name has to identify the problem.
 */
export interface Broken {
  readonly kind: 'unique' | 'check' | 'notNull' | 'missing' | 'referred';
  readonly table: string;
  /** Name of the constraint, or of the column if a value is missing. */
  readonly name: string;
}

type Columns = Readonly<Record<string, string>>;
type Line = readonly [path: Path, text: string];

/** Fields whose name differs from their column's. */
const fieldNames: Columns = {
  login: 'username',
  picture_image_id: 'picture',
  logo_image_id: 'logo',
  parent_id: 'parent',
  subtype: 'subType',
};

/** Field of a record that lists the rows of this table. */
const listOf: Columns = {
  ...Object.fromEntries(
    everyRecordType.flatMap(([, { rows = {} }]) => Object.entries(rows).map(([name, table]) => [table, name])),
  ),
  allocation_entry: 'entries',
  distribution_approval: 'approvers',
  distribution_characterization: 'distributionSources',
  distribution_source: 'distributionSources',
  entity_member: 'members',
  exchange_rate: 'rates',
  forecast_source: 'forecastSources',
  realization_source: 'sources',
  user_group_member: 'users',
  user_group_role: 'roles',
};

const camel = (words: string) => words.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function fieldOf(table: string, column: string): Path {
  const name = fieldNames[column] ?? column.replace(/_id$/, '');
  const address = /^(home_address|address)_(.+)$/.exec(name);
  const list = listOf[table];
  if (list) return [list];
  return address ? [camel(address[1] ?? ''), camel(address[2] ?? '')] : [camel(name)];
}

function label(column: string): string {
  const words = (fieldNames[column] ?? column.replace(/_id$/, '')).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const atMost = (field: string, most: number) => `${field} can have at most ${String(most)} characters.`;

/** Maximum text lengths by column name, in any table. */
const usualLengths: Readonly<Record<string, number>> = {
  name: 200,
  title: 200,
  description: 4000,
  email: 320,
  telephone: 50,
  address_line1: 200,
  address_line2: 200,
  address_city: 200,
  address_state_region: 200,
  address_postal_code: 50,
};

/** Checks of single columns: the columns by table, and the message. */
const columnChecks: readonly (readonly [Columns, (label: string) => string])[] = [
  ...[
    [10, { reference_entry: 'symbol' }],
    [
      50,
      {
        container: 'code',
        index_series: 'code',
        participant: 'code',
        reference_entry: 'code',
        employee: 'home_address_postal_code',
      },
    ],
    [
      200,
      {
        allocation_profile: 'name',
        benchmark: 'provider',
        container: 'name legal_name',
        distribution: 'name',
        index_series: 'provider',
        employee:
          'first_name last_name formatted_name alternate_formatted_name business_title department home_address_city home_address_line1 home_address_line2 home_address_state_region',
        forecast: 'name',
        invitation: 'first_name last_name',
        participant: 'name legal_name',
        person: 'login first_name last_name',
        ledger_run: 'name',
        realization: 'name',
        tax_profile: 'name',
        tax_profile_rate: 'name',
        user_group: 'name',
        vesting_schedule: 'name',
        vintage: 'vintage_name',
      },
    ],
    [320, { employee: 'email', invitation: 'email', person: 'email' }],
    [400, { document: 'name', upload_history: 'name' }],
    [2000, { document: 'url' }],
    [
      4000,
      {
        distribution_approval: 'approval_comments',
        participant: 'termination_reason',
      },
    ],
    [20_000, { note: 'note_text' }],
  ].map(([most, columns]) => [columns as Columns, (field: string) => atMost(field, most as number)] as const),
  [
    {
      allocation_entry: 'predilute fixed discretionary shares effective',
      allocation_profile: 'total_shares',
      coinvestment: 'total_capital_raised',
      coinvestment_investment: 'invested_amount',
      fund: 'total_capital_raised',
      fund_investment: 'invested_amount',
      holding_period:
        'gross_debt_entry gross_debt_current ltm_revenue_entry ltm_revenue_current cash_balance_entry cash_balance_current ltm_capex_entry ltm_capex_current ltm_interest_paid_entry ltm_interest_paid_current end_value end_proceeds',
      investment_period: 'number_of_employees',
      tranche: 'invested_amount',
      vesting_schedule_row: 'period_start',
      vintage: 'total_shares',
    },
    (field) => `${field} can’t be negative.`,
  ],
  [
    {
      distribution: 'default_escrow default_terminated_escrow',
      economic_terms: 'management_fee later_management_fee fee_offset carry hurdle catch_up',
      distribution_characterization: 'characterization_percentage',
      distribution_source: 'default_escrow',
      holding_period:
        'ownership_fully_diluted_entry ownership_fully_diluted_current ownership_undiluted_entry ownership_undiluted_current ownership_debt_entry ownership_debt_current',
      investment_period: 'geo_percentage1 geo_percentage2 geo_percentage3 geo_percentage4 geo_percentage5',
      participant: 'default_escrow',
      tax_profile: 'tax_rate',
      tax_profile_rate: 'tax_rate',
      vesting_schedule_row: 'vested_percentage',
    },
    (field) => `${field} must be from 0 to 100.`,
  ],
  [
    { benchmark_figure: 'funds', exchange_rate: 'rate', index_level: 'level', tranche: 'tranche_number' },
    (field) => `${field} must be greater than 0.`,
  ],
  [
    { benchmark: 'vintage_year', coinvestment: 'vintage_year', fund: 'vintage_year', vintage: 'vintage_year' },
    (field) => `${field} must be from 1900 to 2200.`,
  ],
  [
    {
      coinvestment: 'fiscal_year_end nav_basis',
      economic_terms: 'fee_basis later_fee_basis fee_start waterfall performance_method',
      fund: 'fiscal_year_end nav_basis',
      pay_access: 'kind status',
      salary: 'frequency',
      user_group_role: 'role application',
      vintage: 'vintage_type',
    },
    (field) => `${field} isn’t one of the choices.`,
  ],
];

const lines: ReadonlyMap<string, Line> = new Map<string, Line>([
  ...columnChecks.flatMap(([columns, text]) =>
    Object.entries(columns).flatMap(([table, names]) =>
      names
        .split(' ')
        .map((column): [string, Line] => [`${table}_${column}_check`, [fieldOf(table, column), text(label(column))]]),
    ),
  ),
  // Checks across several columns.
  ['container_check', [['code'], 'Code is required.']],
  ['currency_pair_check', [['destinationCurrency'], 'Choose two different currencies.']],
  ['economic_terms_vehicle', [[], 'Someone else just entered this fund’s terms. Reload the page.']],
  ['economic_terms_investor', [['investorId'], 'Someone else just entered this investor’s terms. Reload the page.']],
  ['entity_member_check', [['members'], 'An entity can’t be a member of itself.']],
  ['participant_check', [['terminationDate'], 'Enter a termination date for the terminated employee.']],
  ['tranche_check', [['fundInvestment'], 'Choose one fund or coinvestment for the tranche.']],
  ['vesting_schedule_check', [['participantClass'], 'Choose a participant class for the default schedule.']],
  ['vesting_schedule_row_check', [['details'], 'End Period should be greater than Start Period']],
  ['vintage_check', [['endDate'], 'The end date can’t be before the start date.']],
  ['image_content_check', [[], 'The picture can’t be larger than 4 MB.']],
  ['person_picture_check', [['picture'], 'The picture can’t be larger than 4 MB.']],
  ['investment_period_financial_year_end_check', [['financialYearEnd'], 'Enter the financial year end as MM-dd.']],
  ['news_item_url_check', [['url'], 'Enter an address that begins with https:// or http://.']],
  ['news_item_source_check', [['source'], atMost('Source', 200)]],
  ['news_item_text_check', [['text'], atMost('Text', 4000)]],
  // Unique constraints.
  [
    'allocation_entry_tenant_id_allocation_profile_id_participan_key',
    [['entries'], 'Enter each participant only once.'],
  ],
  ['allocation_profile_current', [['isCurrent'], 'Someone else just set another default profile. Reload the page.']],
  [
    'allocation_profile_tenant_id_container_id_version_key',
    [[], 'Someone else just saved another version. Reload the page.'],
  ],
  [
    'coinvestment_investment_tenant_id_coinvestment_id_investmen_key',
    [['coinvestment'], 'The coinvestment already holds this investment.'],
  ],
  ['benchmark_figure_day', [['figures'], 'Enter only one row per day.']],
  ['container_code', [['code'], 'Another record already has this code.']],
  [
    'currency_pair_tenant_id_source_currency_id_destination_curr_key',
    [['destinationCurrency'], 'This currency pair already exists.'],
  ],
  [
    'distribution_approval_tenant_id_distribution_id_approver_id_key',
    [['approvers'], 'Enter each approver only once.'],
  ],
  [
    'distribution_characterization_tenant_id_distribution_source_key',
    [['distributionSources'], 'Enter each tax characterization only once per source.'],
  ],
  ['distribution_reversal', [['id'], 'This distribution already has a reversal.']],
  [
    'distribution_source_tenant_id_distribution_id_container_id_key',
    [['distributionSources'], 'Enter each source only once.'],
  ],
  ['entity_member_tenant_id_entity_id_participant_id_key', [['members'], 'Enter each member only once.']],
  [
    'exchange_rate_tenant_id_currency_pair_id_effective_date_key',
    [['rates'], 'The pair already has a rate on this date.'],
  ],
  ['forecast_source_tenant_id_forecast_id_container_id_key', [['forecastSources'], 'Enter each source only once.']],
  ['fund_investment_tenant_id_fund_id_investment_id_key', [['fund'], 'The fund already holds this investment.']],
  ['fund_sector_pkey', [['sectors'], 'Enter each sector only once.']],
  ['invitation_tenant_id_person_id_key', [['username'], 'This person has already been invited.']],
  ['investment_period_once', [[], 'Someone else just saved metrics of this company for the quarter. Reload the page.']],
  ['holding_period_once', [[], 'Someone else just saved metrics of this holding for the quarter. Reload the page.']],
  ['investor_industry_pkey', [['industries'], 'Enter each industry only once.']],
  ['index_level_pkey', [['levels'], 'Someone else just saved a level for the same day. Reload the page.']],
  ['index_series_code', [['code'], 'Another index already has this code.']],
  ['investor_vehicle', [['vehicle'], 'Another investor already represents this vehicle.']],
  ['investment_industry_pkey', [['industries'], 'Enter each industry only once.']],
  ['membership_pkey', [['username'], 'This person is already a user of this firm.']],
  ['participant_code', [['code'], 'Another employee, trust or entity already has this code.']],
  ['person_login', [['username'], 'This user name is taken.']],
  ['ledger_run_reversed_once', [[], 'This run has already been reversed.']],
  ['realization_reversed_once', [[], 'This realization has already been reversed.']],
  ['realization_source_tenant_id_realization_id_container_id_key', [['sources'], 'Enter each source only once.']],
  ['reference_entry_tenant_id_type_sub_type_code_key', [['code'], 'Another entry already has this code.']],
  [
    'tax_profile_assignment_tenant_id_tax_profile_id_target_type_key',
    [['taxProfileId'], 'The tax profile is already assigned there.'],
  ],
  [
    'tax_profile_rate_tenant_id_tax_profile_id_tax_characterizat_key',
    [['taxProfileRates'], 'Enter each tax characterization only once.'],
  ],
  [
    'tranche_tenant_id_fund_investment_id_coinvestment_investmen_key',
    [['trancheNumber'], 'Another tranche already has this number.'],
  ],
  ['user_group_member_tenant_id_group_id_person_id_key', [['users'], 'Enter each user only once.']],
  ['user_group_role_pkey', [['roles'], 'Choose only one role per module.']],
  ['vesting_schedule_default', [['isDefault'], 'The class already has a default schedule.']],
  ['vesting_schedule_name', [['name'], 'Another schedule already has this name.']],
  [
    'vesting_schedule_row_tenant_id_vesting_schedule_id_position_key',
    [['details'], 'Someone else just saved a row at the same position. Reload the page.'],
  ],
  ['vintage_unique_name', [['vintageName'], 'The fund already has a vintage with this name.']],
  ['employee_person', [['user'], 'Another employee is already linked to this user.']],
  ['employee_leaver_kind_check', [['leaverKind'], 'Left as isn’t one of the choices.']],
  ['employee_not_own_manager', [['manager'], 'An employee can’t report to themselves.']],
  ['pay_access_reason_check', [['reason'], 'Reason is required, with at most 4000 characters.']],
  ['pay_read_day_tenant_id_day_key', [[], 'This day has just been sealed.']],
  ['award_amount', [['amount'], 'An award must be greater than 0.']],
  ['award_comments_check', [['comments'], atMost('Comments', 4000)]],
  ['award_paid', [['payDate'], 'Enter a pay date for the paid award.']],
  ['award_performance_year_check', [['performanceYear'], 'Performance year must be from 1900 to 2200.']],
  ['award_reversed_once', [[], 'This award has already been reversed.']],
  ['award_status_check', [['status'], 'Status isn’t one of the choices.']],
  ['deferred_award_amount_check', [['amount'], 'A deferred award must be greater than 0.']],
  ['deferred_award_comments_check', [['comments'], atMost('Comments', 4000)]],
  ['deferred_entry_place', [[], 'Someone else just changed this award. Reload the page.']],
  ['deferred_entry_reversed_once', [[], 'This entry has been reversed.']],
  ['deferred_tranche_days', [['tranches'], 'A tranche can’t be paid before it vests.']],
  ['deferred_tranche_percent_check', [['tranches'], 'A tranche must be above 0% and at most 100%.']],
  ['access_day_tenant_id_day_key', [[], 'This day has just been sealed.']],
  ['payroll_file_days', [['periodEnd'], 'The end of the period can’t be before its start.']],
  [
    'payroll_file_in_force',
    [['provider'], 'Someone else just uploaded a file of this provider and period. Reload the page.'],
  ],
  ['payroll_explanation_of', [['explanation'], 'Someone else just explained this difference. Reload the page.']],
  ['pay_statement_draft', [['year'], 'This employee already has a draft for this year.']],
  ['pay_statement_message_check', [['message'], atMost('Message', 1000)]],
  [
    'pay_statement_released',
    [[], 'Someone else just released another statement for this employee and year. Reload the page.'],
  ],
  ['pay_statement_released_once', [[], 'Someone else just released this statement. Reload the page.']],
  [
    'pay_statement_superseded_once',
    [[], 'Someone else just released another statement for this employee and year. Reload the page.'],
  ],
  ['delivery_release_version', [[], 'Someone else just released this. Reload the page.']],
  ['pay_statement_status_check', [['status'], 'Status isn’t one of the choices.']],
  ['pay_statement_year_check', [['year'], 'Year must be from 1900 to 2200.']],
  ['salary_day', [['effectiveDate'], 'The employee has another salary from this day on.']],
  ['salary_amount_check', [['amount'], 'A salary can’t be negative.']],
  ['salary_fte_percent_check', [['ftePercent'], 'FTE must be between 1% and 100%.']],
  ['salary_hours', [['hoursAWeek'], 'Enter weekly hours for hourly employees.']],
  ['salary_hours_a_week_check', [['hoursAWeek'], 'Hours a week must be above 0 and at most 168.']],
  ['salary_reason_check', [['reason'], atMost('Reason', 200)]],
  // Foreign keys whose names PostgreSQL truncates or numbers.
  [
    'distribution_characterization_tenant_id_distribution_sourc_fkey',
    [['distributionSources'], 'The source doesn’t exist.'],
  ],
  [
    'distribution_characterization_tenant_id_tax_characterizati_fkey',
    [['distributionSources'], 'The tax characterization doesn’t exist.'],
  ],
  [
    'tranche_tenant_id_coinvestment_investment_id_investment_id_fkey',
    [['coinvestmentInvestment'], heldBy('coinvestment')],
  ],
  ['economic_terms_tenant_id_vehicle_id_names_vehicle_fkey', [['fundId'], 'The fund doesn’t exist.']],
  ['security_tenant_id_vehicle_id_names_vehicle_fkey', [['vehicleId'], 'The vehicle doesn’t exist.']],
  ['tranche_tenant_id_fund_investment_id_investment_id_fkey', [['fundInvestment'], heldBy('fund')]],
]);

function heldBy(holder: string): string {
  return `The ${holder} doesn’t hold this investment.`;
}

/**
 * Names for rows that prevent the deletion of a record they refer to. Tables that aren't listed are deleted together
 * with that record.
 */
export const referrers: Columns = {
  ...Object.fromEntries(
    everyRecordType.flatMap(([, { parent, table, rows = {}, plural }]) =>
      parent ? [table, ...Object.values(rows)].map((name) => [name, plural]) : [],
    ),
  ),
  account_entry: 'Account entries',
  allocation_entry: 'Allocation profiles',
  allocation_profile: 'Allocation profiles',
  bank_account: 'Bank accounts',
  bank_account_answer: 'Bank accounts',
  benchmark: 'Benchmarks',
  commitment: 'Commitments',
  commitment_event: 'Commitments',
  currency_pair: 'Currency pairs',
  delivery: 'Deliveries',
  delivery_event: 'Deliveries',
  delivery_release: 'Deliveries',
  data_transfer: 'Data transfers',
  distribution: 'Distributions',
  distribution_approval: 'Distribution approvals',
  distribution_characterization: 'Distributions',
  distribution_detail: 'Distributions',
  distribution_member_vesting: 'Distributions',
  distribution_source: 'Distributions',
  distribution_tax_term: 'Distributions',
  distribution_vesting: 'Distributions',
  document: 'Documents',
  economic_terms: 'Economic terms',
  entity_member: 'Entity members',
  escrow_entry: 'Escrow entries',
  exchange_rate: 'Exchange rates',
  firm_link: 'Tenant links',
  forecast: 'Forecasts',
  forecast_detail: 'Forecasts',
  forecast_source: 'Forecasts',
  index_series: 'Indices',
  holding_period: 'Portfolio metrics',
  investment_period: 'Portfolio metrics',
  investor_link: 'Tenant links',
  ledger_entry: 'Ledger entries',
  ledger_share: 'Ledger entries',
  ledger_run: 'Ledger runs',
  ledger_run_line: 'Ledger runs',
  metric: 'Quarterly figures',
  notice: 'Notices',
  award: 'Awards',
  deferred_award: 'Deferred awards',
  deferred_tranche: 'Deferred awards',
  deferred_entry: 'Deferred awards',
  payroll_file: 'Payroll',
  payroll_row: 'Payroll',
  payroll_explanation: 'Payroll explanations',
  upload_record: 'Uploads',
  pay_statement: 'Compensation statements',
  pay_statement_release: 'Compensation statements',
  salary: 'Salaries',
  participant: 'Participants',
  period: 'Quarters',
  period_figure: 'Quarterly figures',
  period_version: 'Quarters',
  realization: 'Realizations',
  realization_detail: 'Realizations',
  realization_source: 'Realizations',
  reference_entry: 'Reference data entries',
  reported_figure: 'Reported figures',
  report_run: 'Report runs',
  security: 'Securities',
  tax_profile_assignment: 'Tax profile assignments',
  tax_profile_rate: 'Tax profiles',
  transfer_choice: 'Data transfers',
  transfer_metrics: 'Data transfers',
  transfer_origin: 'Data transfers',
  transfer_statement: 'Data transfers',
  valuation: 'Valuations',
  vesting_schedule: 'Vesting schedules',
};

const kinds = { unique: 'DUPLICATE', check: 'INVALID_VALUE', notNull: 'REQUIRED', missing: 'NOT_FOUND' } as const;

/**
 * Returns the failure for a violated constraint: its field, code and message. Undefined for a constraint that no call
 * can violate.
 */
export function refusalOf({ kind, table, name }: Broken): Failure | undefined {
  if (kind === 'referred') return fail('IN_USE', [], referrers[table] ? `${referrers[table]} refer to it.` : '');
  const line = lines.get(name);
  if (line) return fail(kinds[kind], ...line);
  if (kind === 'unique' && name === `${table}_pkey`)
    return fail('DUPLICATE', ['id'], 'A record with this ID already exists.');
  if (kind === 'notNull') return fail('REQUIRED', fieldOf(table, name), `${label(name)} is required.`);
  const checked = kind === 'check' ? name.slice(table.length + 1, -'_check'.length) : '';
  const most = usualLengths[checked];
  if (most !== undefined) return fail('INVALID_VALUE', fieldOf(table, checked), atMost(label(checked), most));
  const named = kind === 'unique' ? everyRecordType.find(([, is]) => name === `${is.table}_name`) : undefined;
  if (named) return fail('DUPLICATE', ['name'], `Another ${named[1].title.toLowerCase()} already has this name.`);
  const column = kind === 'missing' ? new RegExp(`^${table}_(?:tenant_id_)?(.+_id)_fkey$`).exec(name)?.[1] : undefined;
  return column === undefined
    ? undefined
    : fail('NOT_FOUND', fieldOf(table, column), `${label(column)} does not exist.`);
}

/** Constraints with a message of their own. */
export const namedConstraints: readonly string[] = [...lines.keys()];
