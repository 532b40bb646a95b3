import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wholeFundTerms } from '../../../testing/carryTerms.ts';
import { type PlantedVehicle, type PlantedVehicleOptions, plantVehicle } from '../../../testing/plantedVehicle.ts';
import { type BodyOf, refusal, refusalCodes, type TestClient } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type Act = Omit<BodyOf<'saveLedgerAct'>, 'vehicleId'>;

describe('a distribution of proceeds', () => {
  let server: TestServer;
  let tenantId: string;
  let owner: TestPerson;
  let client: TestClient;
  let partner: string;
  let schedule: string;
  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
    client = server.as(owner, tenantId);
    partner = await server.referenceEntry(tenantId, 'participant-class', 'PARTNER');
    const details = [{ periodStart: 0, vestedPercentage: '100' }];
    schedule = (await client.saveVestingSchedule({ body: { name: 'At once', details } })).id;
  });
  afterAll(() => server.stop());

  /** Creates a fund that paid 500.00 for its company on the first day. */
  const plant = (
    code: string,
    entries: PlantedVehicleOptions['entries'] = [
      ['CALL-INV', '500.00', '2020-01-01'],
      ['BUY', '500.00', '2020-01-01'],
    ],
  ) => plantVehicle(server, tenantId, owner, { code, entries });
  const save = ({ fund }: PlantedVehicle, act: Act) => client.saveLedgerAct({ body: { vehicleId: fund, ...act } });
  const preview = ({ fund }: PlantedVehicle, act: Act) =>
    client.previewLedgerAct({ body: { vehicleId: fund, ...act } });
  const sale = ({ security }: PlantedVehicle): Act => ({
    kind: 'SALE',
    date: '2022-01-01',
    securityId: security,
    costRelieved: '500.00',
    amounts: { proceeds: '900.00' },
  });
  const distribution = ({ holding }: PlantedVehicle, more: Partial<Act> = {}): Act => ({
    kind: 'DISTRIBUTION',
    date: '2022-01-15',
    proceeds: '900.00',
    holdingIds: [holding],
    ...more,
  });
  const allocate = async ({ fund }: PlantedVehicle) => {
    const { id } = await client.saveEmployee({
      body: { firstName: 'Zanele', lastName: 'Mokoena', carryEligibleDate: '2020-01-01' },
    });
    await client.saveAllocationProfile({
      params: { containerId: fund },
      body: {
        name: 'Points',
        effectiveDate: '2020-01-01',
        isCurrent: true,
        isShareBased: false,
        entries: [
          { participantId: id, fixed: '100', participantClass: { id: partner }, vestingSchedule: { id: schedule } },
        ],
      },
    });
  };

  it('is proposed by the terms, posted, and creates a draft realization that adds up to the carry', async () => {
    const oak = await plant('OAK');
    await client.saveCarryTerms({ body: wholeFundTerms(oak.fund, { carry: '20', hurdle: '8', catchUp: '100' }) });
    await allocate(oak);
    await save(oak, sale(oak));
    const previewed = await preview(oak, distribution(oak));
    // Profit of 400.00: a tenth is the GP's own. 20% of the 360.00 of the others is 72.00.
    expect(previewed.proposal).toMatchObject({ lp: '828.00', gp: '72.00' });
    expect(previewed.proposal?.tiers.map(({ name, lp, gp }) => `${name} ${lp} ${gp}`)).toEqual([
      'Return of capital 500.00 0.00',
      expect.stringMatching(/^Preferred return \d/),
      expect.stringMatching(/^Catch-up 0\.00 \d/),
      expect.stringMatching(/^Split \d/),
    ]);
    expect(previewed.proposal?.partners.map(({ name, lp, gp }) => `${name} ${lp} ${gp}`)).toEqual([
      'OAK GP 90.00 0.00',
      'OAK LP-A 492.00 48.00',
      'OAK LP-B 246.00 24.00',
    ]);
    expect(previewed.entries.map(({ type, amount }) => `${type} ${amount}`)).toEqual([
      'DIST-ROC 500.00',
      'DIST-GAIN 328.00',
      'CARRY-EARNED 72.00',
    ]);
    expect(previewed.total.cash).toBe('828.00');
    expect(previewed.realization).toEqual({
      isCreated: true,
      message: 'A draft realization of 72.00 is created in Carry, with one source.',
    });
    const explained = await client.explainProposedDistribution({
      params: { id: oak.fund },
      query: {
        date: '2022-01-15',
        proceeds: '900.00',
        holdingIds: oak.holding,
        figure: 'gp',
        investorId: oak.investors['LP-A'],
      },
    });
    expect(explained).toMatchObject({ result: '48.00' });

    const changed = save(oak, distribution(oak, { expected: { lp: '829.00', gp: '71.00' } }));
    expect(await refusalCodes(changed)).toEqual([409, 'CONFLICT Proceeds']);
    const posted = await save(oak, distribution(oak, { expected: { lp: '828.00', gp: '72.00' } }));
    expect(posted.noticeNumber).toBe(1);
    const realization = await client.getRealization({ params: { id: posted.realizationId! } });
    expect(realization).toMatchObject({
      name: 'Distribution of 01/15/2022, OAK',
      status: { code: 'DRAFT' },
      totalCarry: '72.00',
      totalAccrued: '72.00',
      ledgerAct: { id: posted.id, vehicleId: oak.fund },
      sources: [{ containerId: oak.holding, totalCarryForAll: '72.00' }],
    });
    const [act] = await client.listLedgerActs({ query: { vehicleId: oak.fund } });
    expect(act).toMatchObject({
      id: posted.id,
      split: 'PROPOSED',
      splitReason: null,
      attribution: 'REALIZED_PROFIT',
      amount: '900.00',
      realization: { id: posted.realizationId, name: realization.name, status: 'DRAFT' },
    });
    // Nothing is left: the next distribution of the same sale would be all profit.
    expect((await preview(oak, distribution(oak, { proceeds: '10.00' }))).proposal).toMatchObject({ gp: '1.80' });
  });

  it('agrees with the quarter close, before and after the carry is paid', async () => {
    const elm = await plant('ELM');
    await client.saveCarryTerms({ body: wholeFundTerms(elm.fund, { carry: '20', hurdle: '0', catchUp: '0' }) });
    await allocate(elm);
    await save(elm, sale(elm));
    await save(elm, distribution(elm));
    const params = { vehicleId: elm.fund, endDate: '2022-03-31' };
    const { proposal } = await client.getCarryProposal({ params });
    expect(proposal).toMatchObject({
      atNav: '72.00',
      proposed: { earned: '72.00', accrued: '0.00' },
      difference: { earned: '0.00', accrued: '0.00' },
      causes: [],
    });
    const at = { params: { id: elm.fund, date: '2022-03-31' }, query: {} };
    const found = await client.getHypotheticalLiquidation(at);
    expect(found).toMatchObject({ accrued: '72.00', unpaid: '72.00', carryPaid: '0.00', earned: '72.00', lp: '0.00' });
    const why = await client.explainHypotheticalLiquidation({
      ...at,
      query: { figure: 'accrued', investorId: elm.investors['LP-A'] },
    });
    expect(why).toMatchObject({ result: '48.00' });
    const lock = (endDate: string) =>
      client.lockPeriod({ params: { ...params, endDate }, body: { rowVersion: 1, withEarlier: true } });
    await lock('2021-12-31');
    const closings = await client.listClosings({ params: { vehicleId: elm.fund } });
    const steps = closings.find(({ periodEnd }) => periodEnd === params.endDate)?.steps ?? [];
    expect(steps.find(({ code }) => code === 'CARRY')).toMatchObject({
      state: 'DONE',
      detail: 'Booked as proposed',
    });
    await lock(params.endDate);
    // Paid in the next quarter: nothing is earned again.
    const paid = { type: 'CARRY-PAID', amount: '72.00', effectiveDate: '2022-05-15', settledOn: '2022-05-15' } as const;
    await client.saveLedgerEntries({ body: { vehicleId: elm.fund, entries: [paid], warningsConfirmed: true } });
    const next = await client.getCarryProposal({ params: { ...params, endDate: '2022-06-30' } });
    expect(next.proposal).toMatchObject({ atNav: '0.00', proposed: { earned: '0.00', accrued: '0.00' }, causes: [] });
  });

  it('says why it creates no draft, and that a term is missing', async () => {
    const ash = await plant('ASH');
    const terms = { params: { id: ash.fund }, query: { date: '2022-01-15' } };
    expect(await client.getDistributionTerms(terms)).toEqual({
      currency: 'EUR',
      summary: null,
      missing: [
        expect.objectContaining({ message: 'The fund has no carry terms on 01/15/2022. Add them on its Carry tab.' }),
      ],
    });
    expect(await refusalCodes(save(ash, distribution(ash)))).toEqual([422, 'NOT_DETERMINED Terms']);
    // Typed amounts need no reason, because nothing else can be proposed.
    const typed: Act = {
      kind: 'DISTRIBUTION',
      date: '2022-01-15',
      amounts: { capital: '500.00', gain: '300.00', carry: '60.00' },
    };
    await save(ash, sale(ash));
    expect((await preview(ash, typed)).realization).toEqual({
      isCreated: false,
      message:
        'No allocation profile covers these investments on 01/15/2022, so no draft realization is created: ASH Steel. Add a profile in Carry first, or enter the realization there.',
    });
    expect(await save(ash, typed)).toMatchObject({ realizationId: null });
    await client.saveCarryTerms({ body: wholeFundTerms(ash.fund, { carry: '20', hurdle: '8', catchUp: '100' }) });
    const again: Act = { ...typed, date: '2022-01-16', amounts: { gain: '5.00' } };
    expect(await refusalCodes(save(ash, again))).toEqual([422, 'REQUIRED Reason']);
    await save(ash, { ...again, reason: 'Agreed with the advisory committee', warningsConfirmed: true });
    const [act] = await client.listLedgerActs({ query: { vehicleId: ash.fund } });
    expect(act).toMatchObject({
      split: 'TYPED',
      splitReason: 'Agreed with the advisory committee',
      attribution: null,
      realization: null,
    });
  });

  it('isn’t reversed while its realization exists, as a whole or by entry', async () => {
    const yew = await plant('YEW');
    await client.saveCarryTerms({ body: wholeFundTerms(yew.fund, { carry: '20', hurdle: '8', catchUp: '100' }) });
    await allocate(yew);
    await save(yew, sale(yew));
    const { id, realizationId } = await save(yew, distribution(yew));
    const reverse = () => client.reverseLedgerAct({ params: { id }, body: { reason: 'Wrong date' } });
    const text =
      'This record is in use and can’t be reversed. The draft realization ‘Distribution of 01/15/2022, YEW’ was created from this distribution. Delete it in Carry first.';
    expect(await refusal(reverse())).toMatchObject({ status: 409, errors: [{ code: 'USED_LATER', message: text }] });
    const { pageData } = await client.listLedgerEntries({ query: { vehicleId: yew.fund, type: 'CARRY-EARNED' } });
    const single = client.reverseLedgerEntry({ params: { id: pageData[0]!.id }, body: { reason: 'Wrong' } });
    expect(await refusalCodes(single)).toEqual([409, 'USED_LATER ']);
    const { rowVersion } = await client.getRealization({ params: { id: realizationId! } });
    await client.deleteRealization({ params: { id: realizationId! }, query: { rowVersion } });
    await reverse();
    const { proposal } = await client.getCarryProposal({ params: { vehicleId: yew.fund, endDate: '2022-03-31' } });
    expect(proposal).toMatchObject({ proposed: { earned: '0.00' }, booked: { earned: '0.00' } });
  });

  it('isn’t reversed before a later one that was computed from it, and an earlier entry is asked about', async () => {
    const bay = await plant('BAY');
    await client.saveCarryTerms({ body: wholeFundTerms(bay.fund, { carry: '20', hurdle: '8', catchUp: '100' }) });
    await save(bay, sale(bay));
    const first = await save(bay, distribution(bay, { proceeds: '500.00' }));
    const second = await save(bay, distribution(bay, { date: '2022-02-15', proceeds: '400.00' }));
    const reverse = (id: string) => client.reverseLedgerAct({ params: { id }, body: { reason: 'Wrong date' } });
    const message =
      'This record is in use and can’t be reversed. Later postings were computed from this one. Reverse the distribution of 02/15/2022 first.';
    expect(await refusal(reverse(first.id))).toMatchObject({ status: 409, errors: [{ code: 'USED_LATER', message }] });
    // So is a single entry of it, and the sale.
    const { pageData } = await client.listLedgerEntries({ query: { vehicleId: bay.fund, pageSize: 100 } });
    const single = (type: string) =>
      refusalCodes(
        client.reverseLedgerEntry({
          params: { id: pageData.find((entry) => entry.type === type)!.id },
          body: { reason: 'Wrong' },
        }),
      );
    expect(await single('DIST-ROC')).toEqual([409, 'USED_LATER ']);
    expect(await single('SELL')).toEqual([409, 'USED_LATER ']);
    const call = { type: 'CALL-INV', amount: '1.00', effectiveDate: '2022-02-01' } as const;
    const post = (more: object = {}) =>
      client.saveLedgerEntries({ body: { vehicleId: bay.fund, entries: [call], ...more } });
    expect(await refusal(post())).toMatchObject({
      errors: [
        {
          code: 'WARNINGS_NOT_CONFIRMED',
          message:
            'The entry is dated 02/01/2022, before the distribution of 02/15/2022, so the split doesn’t count it. To count it, reverse the distribution, enter this, and distribute again. Confirm it to post the entry.',
        },
      ],
    });
    await post({ warningsConfirmed: true });
    const acted = client.saveLedgerAct({
      body: { vehicleId: bay.fund, kind: 'CALL', date: '2022-02-01', amounts: { investments: '2.00' } },
    });
    expect(await refusal(acted)).toMatchObject({
      errors: [{ message: expect.stringContaining('before the distribution of 02/15/2022') as string }],
    });
    await reverse(second.id);
    await reverse(first.id);
  });

  it('remembers the write-down of an investment that is still owned, deal by deal', async () => {
    const teak = await plant('TEAK', []);
    const { fund, holding: owned } = teak;
    await client.saveCarryTerms({
      body: {
        ...wholeFundTerms(fund, { carry: '20', hurdle: '0', catchUp: '0' }),
        basis: { code: 'DEAL_BY_DEAL' },
        returnFirst: { code: 'REALIZED' },
      },
    });
    const investment = {
      code: 'TEAK-T',
      name: 'TEAK Tin',
      legalName: 'TEAK Tin',
      fundInvestments: [{ fund: { id: fund } }],
    };
    await client.saveInvestment({ body: investment });
    const holdings = await client.listHoldings({ query: { vehicleId: fund } });
    const sold = holdings.find(({ id }) => id !== owned)!.id;
    const { id: security } = await client.saveSecurity({
      body: { vehicleId: fund, holdingId: sold, class: 'EQUITY', name: 'Tin shares' },
    });
    const bought = (holdingId: string, securityId: string) =>
      [
        { type: 'CALL-INV', amount: '200.00', effectiveDate: '2020-01-01', holdingId },
        { type: 'BUY', amount: '200.00', effectiveDate: '2020-01-01', holdingId, securityId },
      ] as const;
    await client.saveLedgerEntries({
      body: { vehicleId: fund, entries: [...bought(sold, security), ...bought(owned, teak.security)] },
    });
    const down = { securityId: teak.security, date: '2020-12-31', fairValue: '140.00' };
    await client.saveValuations({ body: { vehicleId: fund, valuations: [down] } });
    const sellFor = (securityId: string, date: string, amount: string) =>
      save(teak, { kind: 'SALE', date, securityId, costRelieved: '200.00', amounts: { proceeds: amount } });
    await sellFor(security, '2021-01-10', '400.00');
    // Due are 200.00 and the loss of 60.00. A tenth is the GP's own, and the others pay 20% of 126.00.
    const first = distribution(teak, { date: '2021-02-15', proceeds: '400.00', holdingIds: [sold] });
    const { gp, tiers } = (await preview(teak, first)).proposal!;
    expect([gp, tiers[0]?.lp]).toEqual(['25.20', '260.00']);
    await save(teak, { ...first, expected: { lp: '374.80', gp } });
    // Of its cost, 60.00 came back already, so a sale at cost has a profit.
    await sellFor(teak.security, '2021-05-01', '200.00');
    const second = distribution(teak, { date: '2021-05-15', proceeds: '200.00' });
    expect((await preview(teak, second)).proposal).toMatchObject({ gp: '10.80', lp: '189.20' });
    // The last values were those before the sale.
    await save(teak, { ...second, warningsConfirmed: true });
    const { carryPaid, earned } = await client.getHypotheticalLiquidation({
      params: { id: fund, date: '2021-06-30' },
      query: {},
    });
    expect([carryPaid, earned]).toEqual(['0.00', '36.00']);
  });

  it('is posted with the sale of its proceeds in one act, over the same entries, and reversed with it', async () => {
    const larch = await plant('LARCH');
    await client.saveCarryTerms({ body: wholeFundTerms(larch.fund, { carry: '20', hurdle: '8', catchUp: '100' }) });
    await allocate(larch);
    const both: Act = {
      kind: 'SALE_DISTRIBUTION',
      date: '2022-01-15',
      securityId: larch.security,
      costRelieved: '500.00',
      amounts: { price: '900.00' },
      proceeds: '900.00',
    };
    const previewed = await preview(larch, both);
    expect(previewed.proposal).toMatchObject({ lp: '828.00', gp: '72.00' });
    expect(previewed.entries.map(({ type, amount }) => `${type} ${amount}`)).toEqual([
      'SELL 900.00',
      'DIST-ROC 500.00',
      'DIST-GAIN 328.00',
      'CARRY-EARNED 72.00',
    ]);
    expect([previewed.total.cash, previewed.realization?.isCreated]).toEqual(['828.00', true]);
    const explained = await client.explainProposedDistribution({
      params: { id: larch.fund },
      query: {
        date: '2022-01-15',
        proceeds: '900.00',
        holdingIds: '',
        securityId: larch.security,
        saleProceeds: '900.00',
        costRelieved: '500.00',
        figure: 'gp',
        investorId: larch.investors['LP-A'],
      },
    });
    expect(explained).toMatchObject({ result: '48.00' });
    const codes = async (more: Partial<Act>) => refusalCodes(preview(larch, { ...both, ...more }));
    expect(await codes({ amounts: {} })).toEqual([422, 'AMOUNT_MISSING Amounts.Price']);
    expect(await codes({ proceeds: null })).toEqual([422, 'AMOUNT_MISSING Amounts.Capital']);
    expect(await codes({ amounts: { price: '900.00', gain: '1.00' } })).toEqual([
      422,
      'FIELD_NOT_OF_TYPE Amounts.Gain',
    ]);
    expect(await codes({ holdingIds: [larch.holding] })).toEqual([422, 'FIELD_NOT_OF_TYPE HoldingIds']);

    const posted = await save(larch, { ...both, expected: { lp: '828.00', gp: '72.00' } });
    const list = async () => (await client.listLedgerActs({ query: { vehicleId: larch.fund } }))[0];
    expect(await list()).toMatchObject({ title: 'Sale and distribution', amount: '900.00', split: 'PROPOSED' });
    const drafted = await client.getRealization({ params: { id: posted.realizationId! } });
    expect(drafted).toMatchObject({ totalCarry: '72.00', sources: [{ containerId: larch.holding }] });
    const { rowVersion } = drafted;
    await client.deleteRealization({ params: { id: drafted.id }, query: { rowVersion } });
    await client.reverseLedgerAct({ params: { id: posted.id }, body: { reason: 'Not signed' } });
    expect(await list()).toMatchObject({ isReversed: true });
    // Typed amounts are split by commitment, as in a distribution alone.
    const typed = await save(larch, {
      ...both,
      proceeds: null,
      amounts: { price: '900.00', capital: '500.00', gain: '300.00' },
      reason: 'The bank holds back 100.00',
      warningsConfirmed: true,
    });
    expect([typed.realizationId, (await list())?.split]).toEqual([null, 'TYPED']);
  });

  it('is computed again by the audit, by partner and investment', async () => {
    const findings = async () => {
      const at = { tenantId, personId: null, now: server.now.toISOString() };
      const audit = await server.withTenant(at, async (tx) => verifyTenant(tx, server.auditKey, { all: true }));
      return audit.findings.filter(({ part }) => part === 'distributions of proceeds');
    };
    const change = async (text: string) => {
      const superuser = new pg.Client({ connectionString: server.database.adminUrl });
      await superuser.connect();
      await superuser.query(`SET session_replication_role = replica; ${text}`);
      await superuser.end();
    };
    expect(await findings()).toEqual([]);
    const ofFund = `FROM container v WHERE v.code = 'OAK' AND v.id = e.vehicle_id AND e.type = 'CALL-INV'`;
    await change(`UPDATE ledger_share s SET amount = s.amount / 2 FROM ledger_entry e
      WHERE s.entry_id = e.id AND EXISTS (SELECT ${ofFund})`);
    const found = await findings();
    // Half the capital returned leaves 250.00 more profit, of which the others’ 225.00 bear 20%.
    expect(found).toContainEqual(
      expect.objectContaining({
        location: [expect.stringContaining('distribution of '), '01/15/2022', 'OAK Steel'],
        description: 'carry of the investment',
        stored: '72.00',
        computed: '117.00',
      }),
    );
    expect(found.some(({ description }) => description === 'cash and carry of the partner')).toBe(true);
    await change(`UPDATE ledger_share s SET amount = s.amount * 2 FROM ledger_entry e
      WHERE s.entry_id = e.id AND EXISTS (SELECT ${ofFund})`);
    expect(await findings()).toEqual([]);
  });

  it('names what is wrong at its field', async () => {
    const fir = await plant('FIR');
    await client.saveCarryTerms({ body: wholeFundTerms(fir.fund, { carry: '20', hurdle: '8', catchUp: '100' }) });
    const codes = (more: Partial<Act>) => refusalCodes(save(fir, distribution(fir, more)));
    expect(await codes({ proceeds: '-1.00' })).toEqual([422, 'NEGATIVE_AMOUNT Proceeds']);
    expect(await codes({ proceeds: '0.00' })).toEqual([422, 'AMOUNT_MISSING Proceeds']);
    expect(await codes({ holdingIds: [] })).toEqual([422, 'REQUIRED HoldingIds']);
    expect(await codes({ holdingIds: [fir.fund] })).toEqual([422, 'INVALID_VALUE HoldingIds']);
    expect(await codes({ date: '2019-12-31' })).toEqual([422, 'INVALID_VALUE HoldingIds']);
    expect(await codes({ currency: 'USD' })).toEqual([422, 'MIXED_CURRENCIES Currency']);
    expect(await codes({ amounts: { gain: '1.00' } })).toEqual([422, 'FIELD_NOT_OF_TYPE Amounts.Gain']);
    expect(await refusalCodes(save(fir, { ...sale(fir), costRelieved: '600.00' }))).toEqual([
      422,
      'COST_ABOVE_REMAINING CostRelieved',
    ]);
  });
});
