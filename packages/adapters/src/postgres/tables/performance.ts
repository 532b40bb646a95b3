import { lengthText, rows, type TableManifest } from './tableManifest.ts';

/** Condition for rows that didn't come from an upload or a transfer. */
const notOfMany = `(t.source_kind IS NULL OR t.source_kind NOT IN ('UPLOAD', 'TRANSFER'))`;
/**
 * Rows entered by an upload or a transfer are parts of it. Of entries, values and reported figures, the audit log stores the values that say what
 * they are. Shares are so many that it stores a digest and their sums by entry and by commitment.
 */
const entered = (kind: 'UPLOAD' | 'TRANSFER') => {
  const where = `t.source_kind = '${kind}'`;
  const sumsOfTable = (table: string, sums: readonly string[], by: string) =>
    rows(table, 'source_id', { where, many: true, sums: { by: ['id', ...by.split(' ')], columns: sums } });
  return {
    entries: sumsOfTable(
      'ledger_entry',
      ['amount', 'cost_relieved'],
      'vehicle_id type effective_date booked allocation_key holding_id security_id notice_id is_recallable is_outside settled_on reverses_id description external_id',
    ),
    shares: rows('ledger_share', 'entry_id', {
      through: { table: 'ledger_entry', key: 'source_id' },
      many: true,
      sums: {
        by: ['vehicle_id', 'entry_id', 'commitment_id'],
        columns: ['amount', 'cost', 'unfunded'],
        sets: [
          ['vehicle_id', 'entry_id'],
          ['vehicle_id', 'commitment_id'],
        ],
      },
    }),
    valuations: sumsOfTable(
      'valuation',
      ['fair_value'],
      'vehicle_id security_id valuation_date booked method_id description external_id',
    ),
    reported: sumsOfTable(
      'reported_figure',
      ['value'],
      'vehicle_id commitment_id figure figure_date booked reverses_id description',
    ),
  };
};
const ofFile = entered('UPLOAD');
const ofTransfer = entered('TRANSFER');
export const performance = {
  records: {
    commitment: [rows('commitment'), rows('commitment_event', 'commitment_id')],
    tenantLinkDataTransferRequest: [
      rows('data_transfer', 'id', { shared: true }),
      rows('transfer_origin', 'transfer_id'),
      rows('transfer_metrics', 'transfer_id'),
      rows('transfer_choice', 'transfer_id'),
      rows('transfer_statement', 'transfer_id'),
      ofTransfer.entries,
      ofTransfer.shares,
      ofTransfer.reported,
    ],
    ledgerEntry: [rows('ledger_entry', 'id', { where: notOfMany }), rows('ledger_share', 'entry_id')],
    ledgerAct: [rows('ledger_act')],
    ledgerSettlement: [rows('ledger_settlement')],
    valuation: [rows('valuation', 'id', { where: notOfMany })],
    reportedFigure: [rows('reported_figure', 'id', { where: notOfMany })],
    upload: [
      rows('upload_history'),
      rows('upload_record', 'upload_id', { many: true }),
      ofFile.entries,
      ofFile.shares,
      ofFile.valuations,
      ofFile.reported,
    ],
    indexSeries: [
      rows('index_series'),
      rows('index_level', 'index_series_id', { many: true, sums: { by: ['level_date'], columns: ['level'] } }),
    ],
    period: [rows('period'), rows('period_version', 'period_id'), rows('metric', 'period_id')],
  },
  unrecorded: {
    period_figure: 'computed from covered rows; an audit recomputes it',
  },
  subjects: {
    benchmark_figure: 'as_of',
    carry_clawback_date: 'clawback_date',
    carry_letter: 'investor_id investor_type_id effective_date',
    carry_offset: 'pool investment_id',
    carry_recipient: 'investor_id',
    carry_scenario: 'vehicle_id name',
    carry_tax_income: 'investor_id income_year',
    carry_terms: 'vehicle_id effective_date',
    carry_tier: 'position kind',
    commitment: 'vehicle_id investor_id',
    commitment_event: 'kind event_date',
    data_transfer: 'investor_name period_end',
    economic_terms: 'vehicle_id investor_id row_version',
    holding_period: 'holding_id period_end',
    investment_period: 'investment_id period_end',
    ledger_act: 'vehicle_id kind act_date',
    ledger_entry: 'vehicle_id type effective_date',
    ledger_settlement: 'vehicle_id settled_on',
    ledger_share: 'commitment_id',
    news_item: 'investment_id published_on',
    notice: 'vehicle_id',
    period: 'vehicle_id period_end',
    reported_figure: 'vehicle_id commitment_id figure figure_date',
    transfer_choice: 'title',
    transfer_metrics: 'record_id',
    transfer_origin: 'record_id',
    transfer_statement: 'vehicle_id',
    valuation: 'vehicle_id security_id valuation_date',
  },
  lengths: {
    4000: {
      carry_terms: 'source',
    },
    50: {
      index_series: 'code',
    },
    100: {
      carry_scenario: 'name',
    },
    200: {
      benchmark: 'provider',
      carry_letter: 'source',
      carry_offset: 'pool',
      carry_tax_income: 'source',
      index_series: 'provider',
    },
  },
  notNegative: {
    carry_scenario: 'exit_value',
    carry_tax_income: 'amount',
    carry_terms: 'escrow_coverage escrow_released',
    carry_tier: 'until_irr until_multiple',
    holding_period:
      'gross_debt_entry gross_debt_current ltm_revenue_entry ltm_revenue_current cash_balance_entry cash_balance_current ltm_capex_entry ltm_capex_current ltm_interest_paid_entry ltm_interest_paid_current end_value end_proceeds',
    investment_period: 'number_of_employees',
  },
  percentage: {
    carry_letter: 'rate carry',
    carry_recipient: 'share',
    carry_scenario: 'carry preferred_return catch_up',
    carry_terms: 'tax_distribution_rate escrow_percentage clawback_tax_rate',
    carry_tier: 'rate gp_share target',
    economic_terms: 'management_fee later_management_fee',
    holding_period:
      'ownership_fully_diluted_entry ownership_fully_diluted_current ownership_undiluted_entry ownership_undiluted_current ownership_debt_entry ownership_debt_current',
    investment_period: 'geo_percentage1 geo_percentage2 geo_percentage3 geo_percentage4 geo_percentage5',
  },
  positive: {
    benchmark_figure: 'funds',
    index_level: 'level',
  },
  year: {
    carry_tax_income: 'income_year',
    benchmark: 'vintage_year',
  },
  choice: {
    carry_scenario: 'basis return_first compounding preferred_base clawback',
    carry_terms: 'basis return_first recallable recallable_preferred escrow_release clawback clawback_tax guarantee',
    carry_tier: 'kind compounding day_count accrues_from accrues_to preferred_base',
    economic_terms: 'fee_basis later_fee_basis fee_start performance_method',
  },
  messages: {
    carry_scenario_name: [['name'], 'You already have a scenario of this name for the fund. Choose another name.'],
    carry_scenario_nav_percent_check: [['navPercent'], 'Enter at most 10,000% of the NAV.'],
    carry_scenario_tenant_id_vehicle_id_names_vehicle_fkey: [['vehicle'], 'There is no such fund.'],
    carry_terms_day: [['effectiveDate'], 'The fund already has terms that apply from this date.'],
    carry_tier_terms_check: [['tiers'], 'A tier has a term of another kind of tier. Leave it blank.'],
    carry_letter_party_check: [['letters'], 'Each side letter is for an investor or a type of investors.'],
    carry_recipient_once: [['recipients'], 'A general partner is listed twice.'],
    carry_offset_once: [['offsets'], 'An investment is listed twice.'],
    carry_clawback_date_once: [['clawbackDates'], 'A date is listed twice.'],
    carry_tax_income_once: [['taxIncomes'], 'A general partner has two incomes for the same year.'],
    carry_terms_tenant_id_vehicle_id_names_vehicle_fkey: [['vehicle'], 'There is no such fund.'],
    economic_terms_vehicle: [[], 'Someone else just entered this fund’s terms. Reload the page.'],
    economic_terms_investor: [['investorId'], 'Someone else just entered this investor’s terms. Reload the page.'],
    investment_period_financial_year_end_check: [['financialYearEnd'], 'Enter the financial year end as MM-dd.'],
    news_item_url_check: [['url'], 'Enter an address that begins with https:// or http://.'],
    news_item_source_check: [['source'], lengthText('Source', 200)],
    news_item_text_check: [['text'], lengthText('Text', 4000)],
    benchmark_figure_day: [['figures'], 'Enter only one row per day.'],
    investment_period_once: [[], 'Someone else just saved metrics of this company for the quarter. Reload the page.'],
    holding_period_once: [[], 'Someone else just saved metrics of this holding for the quarter. Reload the page.'],
    index_level_pkey: [['levels'], 'Someone else just saved a level for the same day. Reload the page.'],
    index_series_code: [['code'], 'Another index already has this code.'],
    economic_terms_tenant_id_vehicle_id_names_vehicle_fkey: [['fundId'], 'There is no such fund.'],
    security_tenant_id_vehicle_id_names_vehicle_fkey: [['vehicleId'], 'There is no such vehicle.'],
  },
  referrers: {
    benchmark: 'Benchmarks',
    carry_letter: 'Carry terms',
    carry_offset: 'Carry terms',
    carry_recipient: 'Carry terms',
    carry_scenario: 'Carry scenarios',
    carry_tax_income: 'Carry terms',
    carry_terms: 'Carry terms',
    commitment: 'Commitments',
    commitment_event: 'Commitments',
    data_transfer: 'Data transfers',
    economic_terms: 'Economic terms',
    index_series: 'Indices',
    holding_period: 'Portfolio metrics',
    investment_period: 'Portfolio metrics',
    ledger_act: 'Postings',
    ledger_entry: 'Ledger entries',
    ledger_settlement: 'Ledger entries',
    ledger_share: 'Ledger entries',
    metric: 'Quarterly figures',
    notice: 'Notices',
    period: 'Quarters',
    period_figure: 'Quarterly figures',
    period_version: 'Quarters',
    reported_figure: 'Reported figures',
    report_run: 'Report runs',
    security: 'Securities',
    transfer_choice: 'Data transfers',
    transfer_metrics: 'Data transfers',
    transfer_origin: 'Data transfers',
    transfer_statement: 'Data transfers',
    valuation: 'Valuations',
  },
} as const satisfies TableManifest;
