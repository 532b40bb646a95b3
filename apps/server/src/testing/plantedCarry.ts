import { v7 as newId } from 'uuid';
import type { TestPerson, TestServer } from './testServer.ts';

export interface PlantedCarry {
  readonly fund: string;
  readonly coinvestment: string;
  readonly investment: string;
  readonly part: string;
  readonly tranches: readonly string[];
  readonly employee: string;
  readonly entity: string;
  readonly profile: string;
  readonly distribution: string;
}

/**
 * Creates a fund with one investment in two tranches, and an employee with 10% of the fund directly and 5% through an
 * entity. One distribution of 1,000.00 is disbursed: 100.00 to the employee and 50.00 to the entity, and through it
 * to the employee. Each has 10% escrow.
 */
export async function plantCarry(server: TestServer, tenantId: string, by: TestPerson): Promise<PlantedCarry> {
  const records = await plantRecords(server, tenantId, by);
  const [profile, distribution] = [newId(), newId()];
  const now = server.now.toISOString();
  await server.withTenant({ tenantId, personId: by.personId, now }, async (tx) => {
    const insert: Insert = (table, rows) =>
      tx.query(
        `INSERT INTO ${table} (tenant_id, ${Object.keys(rows[0] ?? {}).join(', ')})
         SELECT $1, ${Object.keys(rows[0] ?? {})
           .map((name) => `r.${name}`)
           .join(', ')} FROM jsonb_populate_recordset(NULL::${table}, $2::jsonb) r`,
        [tenantId, JSON.stringify(rows)],
      );
    await plantProfile(insert, profile, records);
    await plantDistribution(insert, { profile, distribution, now }, records);
  });
  const { usd: _usd, schedule: _schedule, ...planted } = records;
  return { ...planted, profile, distribution };
}

type Insert = (table: string, rows: readonly object[]) => Promise<unknown>;
type Records = Awaited<ReturnType<typeof plantRecords>>;

async function plantRecords(server: TestServer, tenantId: string, by: TestPerson) {
  const client = server.as(by, tenantId);
  const usd = await server.referenceEntry(tenantId, 'currency', 'USD');
  const sector = await server.referenceEntry(tenantId, 'sector', 'HEALTH');
  const fund = await client.saveFund({
    body: { code: 'ARP-I', legalName: 'Fund I', currency: { id: usd }, initialCloseDate: '2019-01-01' },
  });
  const coinvestment = await client.saveCoinvestment({
    body: { code: 'CO', name: 'Co-Invest', fund: { id: fund.id } },
  });
  const investment = await client.saveInvestment({
    body: {
      code: 'HDG01',
      name: 'Helios',
      legalName: 'Helios, Inc.',
      sector: { id: sector },
      initialInvestmentDate: '2020-01-15',
      fundInvestments: [{ fund: { id: fund.id } }],
    },
  });
  const part = investment.fundInvestments[0]?.id ?? '';
  const tranche = (investedAmount: string, investmentDate?: string) =>
    client.saveTranche({
      params: { investmentId: investment.id },
      body: { fundInvestment: { id: part }, investedAmount, investmentDate },
    });
  const tranches = [(await tranche('300.00')).id, (await tranche('100.00', '2024-10-01')).id];
  const schedule = await client.saveVestingSchedule({
    body: {
      name: 'Five years',
      details: [
        { periodStart: 0, periodEnd: 60, vestedPercentage: '40' },
        { periodStart: 60, vestedPercentage: '100' },
      ],
    },
  });
  const employee = await client.saveEmployee({
    body: { firstName: 'Zanele', lastName: 'Mokoena', carryEligibleDate: '2020-01-01' },
  });
  const entity = await client.saveEntity({
    body: { name: 'Holding', carryEligibleDate: '2020-01-01', members: [{ participantId: employee.id }] },
  });
  return {
    fund: fund.id,
    coinvestment: coinvestment.id,
    investment: investment.id,
    part,
    tranches,
    employee: employee.id,
    entity: entity.id,
    schedule: schedule.id,
    usd,
  };
}

/** Creates the fund's default profile: 10% for the employee, 5% for the entity. */
async function plantProfile(insert: Insert, profile: string, { fund, employee, entity, schedule }: Records) {
  await insert('allocation_profile', [
    {
      id: profile,
      container_id: fund,
      name: 'Fund I Allocation Profile',
      effective_date: '2019-01-01',
      version: 1,
      revision: 1,
      is_current: true,
      is_share_based: false,
      is_valid: true,
      total_effective: '15',
      row_version: 1,
    },
  ]);
  await insert(
    'allocation_entry',
    [employee, entity].map((participant_id, position) => ({
      id: newId(),
      allocation_profile_id: profile,
      position,
      participant_id,
      fixed: position === 0 ? '10' : '5',
      effective: position === 0 ? '10' : '5',
      vesting_schedule_id: schedule,
      member_mismatch: false,
    })),
  );
}

/** Creates the disbursed distribution, with its source, details and account entries. */
async function plantDistribution(
  insert: Insert,
  { profile, distribution, now }: { readonly profile: string; readonly distribution: string; readonly now: string },
  records: Records,
) {
  const { tranches, usd } = records;
  const source = newId();
  const totals = {
    total_carry_distributed: '150.00',
    total_escrow: '15.00',
    total_net: '135.00',
    total_tax: 0,
    total_loan_repayment: 0,
    total_other_adjustment: 0,
    total_net_distributable: '1000.00',
    total_unallocated: '850.00',
  };
  await insert('distribution', [
    {
      id: distribution,
      name: 'First',
      distribution_date: '2025-06-30',
      status: 'DISB',
      kind: 'REGULAR',
      currency_id: usd,
      default_escrow: '10',
      default_terminated_escrow: '20',
      investor_balance_based: false,
      number_of_participants: 1,
      inputs: {},
      warnings: [],
      approval_round: 1,
      disbursed_at: now,
      row_version: 1,
      ...totals,
    },
  ]);
  await insert('distribution_source', [
    {
      id: source,
      distribution_id: distribution,
      position: 0,
      container_id: tranches[0],
      source_type: 'Tranche',
      allocation_profile_id: profile,
      net_distributable_amount: '1000.00',
      total_distributed: '150.00',
      gross_carry_distributed: '150.00',
      total_carry_adjustment: '15.00',
      net_carry_distributed: '135.00',
      unallocated: '850.00',
      number_of_participants: 1,
    },
  ]);
  await plantDetails(insert, { distribution, source, now }, records);
}

async function plantDetails(
  insert: Insert,
  { distribution, source, now }: { readonly distribution: string; readonly source: string; readonly now: string },
  { employee, entity, tranches, usd }: Records,
) {
  const [direct, viaTop, via] = [newId(), newId(), newId()];
  const detail = (id: string, participant_id: string, path: string[], gross: string, escrow: string, net: string) => ({
    id,
    distribution_id: distribution,
    distribution_source_id: source,
    position: 0,
    participant_id,
    parent_detail_id: path.length > 0 ? viaTop : null,
    path,
    is_leaf: participant_id === employee,
    effective_allocation: '10',
    participant_status: 'ACTIVE',
    gross_carry_distributed: gross,
    tax: '0.00',
    escrow,
    loan_repayment: '0.00',
    other_adjustment: '0.00',
    net_carry_distributed: net,
    tax_overridden: false,
    escrow_overridden: false,
  });
  await insert('distribution_detail', [
    detail(direct, employee, [], '100.00', '10.00', '90.00'),
    detail(viaTop, entity, [], '50.00', '5.00', '45.00'),
    detail(via, employee, [entity], '50.00', '5.00', '45.00'),
  ]);
  const entry = (detailId: string, amount: string, kind: string) => ({
    id: newId(),
    participant_id: employee,
    container_id: tranches[0],
    kind,
    entry_date: '2025-06-30',
    amount,
    distribution_id: distribution,
    distribution_detail_id: detailId,
    currency_id: usd,
    created_at: now,
  });
  await insert('account_entry', [entry(direct, '-100.00', 'DISTRIBUTION'), entry(via, '-50.00', 'DISTRIBUTION')]);
  await insert('escrow_entry', [entry(direct, '10.00', 'WITHHELD'), entry(via, '5.00', 'WITHHELD')]);
}
