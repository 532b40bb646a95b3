import { rows, type TableManifest } from './tableManifest.ts';

export const portfolio = {
  records: {
    metric: [rows('metric', 'id', { where: 't.period_id IS NULL' })],
  },
  subjects: {
    firm_contact: 'name',
    firm_link: 'firm_id',
    investor_link: 'investor_id',
    metric: 'container_id metric_date transaction_type_description',
  },
  lengths: {
    50: {
      container: 'code',
    },
    200: {
      container: 'name legal_name',
      vintage: 'vintage_name',
    },
  },
  notNegative: {
    coinvestment: 'total_capital_raised',
    coinvestment_investment: 'invested_amount',
    fund: 'total_capital_raised',
    fund_investment: 'invested_amount',
    tranche: 'invested_amount',
    vintage: 'total_shares',
  },
  positive: {
    tranche: 'tranche_number',
  },
  year: {
    coinvestment: 'vintage_year',
    fund: 'vintage_year',
    vintage: 'vintage_year',
  },
  choice: {
    coinvestment: 'fiscal_year_end nav_basis',
    fund: 'fiscal_year_end nav_basis',
    vintage: 'vintage_type',
  },
  messages: {
    container_check: [['code'], 'Code is required.'],
    tranche_check: [['fundInvestment'], 'Choose one fund or coinvestment for the tranche.'],
    vintage_check: [['endDate'], 'The end date can’t be before the start date.'],
    coinvestment_investment_tenant_id_coinvestment_id_investmen_key: [
      ['coinvestment'],
      'The coinvestment already holds this investment.',
    ],
    container_code: [['code'], 'Another record already has this code.'],
    fund_investment_tenant_id_fund_id_investment_id_key: [['fund'], 'The fund already holds this investment.'],
    fund_sector_pkey: [['sectors'], 'Enter each sector only once.'],
    investor_industry_pkey: [['industries'], 'Enter each industry only once.'],
    investor_vehicle: [['vehicle'], 'Another investor already represents this vehicle.'],
    investment_industry_pkey: [['industries'], 'Enter each industry only once.'],
    tranche_tenant_id_fund_investment_id_coinvestment_investmen_key: [
      ['trancheNumber'],
      'Another tranche already has this number.',
    ],
    vintage_unique_name: [['vintageName'], 'The fund already has a vintage with this name.'],
    tranche_tenant_id_coinvestment_investment_id_investment_id_fkey: [
      ['coinvestmentInvestment'],
      'The coinvestment doesn’t hold this investment.',
    ],
    tranche_tenant_id_fund_investment_id_investment_id_fkey: [
      ['fundInvestment'],
      'The fund doesn’t hold this investment.',
    ],
  },
  referrers: {
    firm_link: 'Tenant links',
    investor_link: 'Tenant links',
  },
} as const satisfies TableManifest;
