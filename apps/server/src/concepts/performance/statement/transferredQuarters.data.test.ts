import { beforeAll, describe, expect, it } from 'vitest';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { type Side, openLinkedFirms } from '../../../testing/linkedFirms.ts';
import { type BodyOf, refusal } from '../../../testing/testClient.ts';
import { uploadClient } from '../../../testing/uploads.ts';

const quarters = ['2025-12-31', '2026-03-31', '2026-06-30', '2026-09-30'] as const;
const [first, second, third, fourth] = quarters;

/** Figures of a commitment that the investor's firm stores as its manager does. */
const sameFigures = [
  'commitment',
  'contributions',
  'distributions',
  'unfunded',
  'nav',
  'navBeforeCarry',
  'carryPaid',
  'unrealized',
  'irr',
  'dpi',
  'rvpi',
  'tvpi',
  'pic',
] as const;

describe('quarters of a transferred fund', () => {
  const linked = openLinkedFirms();
  const { as, link, reference, verify } = linked;
  const theirs = { fund: '', investor: '', holding: '', security: '' };
  const own = { fund: '', investor: '' };
  let earlier = '';

  const fundOf = (side: Side) => (side === linked.firm ? theirs.fund : own.fund);
  const periodOf = (side: Side, end: string) =>
    as(side.person).getPeriod({ params: { vehicleId: fundOf(side), endDate: end } });
  const lock = async (side: Side, end: string, more: object = {}) => {
    const { rowVersion, figuresDigest } = await periodOf(side, end);
    return as(side.person).lockPeriod({
      params: { vehicleId: fundOf(side), endDate: end },
      body: { rowVersion, figuresDigest, ...more },
    });
  };
  const reopen = async (side: Side, end: string) => {
    const { rowVersion } = await periodOf(side, end);
    await as(side.person).reopenPeriod({
      params: { vehicleId: fundOf(side), endDate: end },
      body: { rowVersion, reason: 'A late invoice' },
    });
  };
  const differencesOf = async (side: Side, end: string) =>
    (await as(side.person).listTieOuts({ params: { vehicleId: fundOf(side), endDate: end } })).flatMap(
      ({ code, blocksLock, differences }) => differences.map(({ message }) => [code, blocksLock, message]),
    );
  const accountOf = (side: Side, end: string) => {
    const { fund, investor } = side === linked.firm ? theirs : own;
    return as(side.person).getCapitalAccount({ params: { endDate: end, investorId: investor, fundId: fund } });
  };
  const send = (end: string) =>
    as(linked.firm.person).submitDataTransfer({ body: { investorId: theirs.investor, endDate: end } });
  async function accept(end: string, choices: Readonly<Record<string, 'MINE' | 'THEIRS'>> = {}) {
    const { id } = await send(end);
    const { funds } = await as(linked.endowment.person).getDataTransfer({ params: { id } });
    const resolutions = funds.flatMap(({ id: fundId, conflicts }) =>
      conflicts.map(({ field }) => ({ fundId, field, choice: choices[field] ?? 'THEIRS' })),
    );
    await as(linked.endowment.person).acceptDataTransfer({ body: { id, resolutions } });
    const { pageData } = await as(linked.endowment.person).listVehicles();
    own.fund = pageData[0]!.fundId;
    own.investor = (await as(linked.endowment.person).listCasInvestors())[0]!.id;
    return id;
  }
  /** Expects a locked quarter to have the figures and the account that the manager's firm shows. */
  async function expectManagersFigures(end: string) {
    const [here, there] = [await periodOf(linked.endowment, end), await periodOf(linked.firm, end)];
    expect(here.status).toBe('LOCKED');
    const manager = there.figures.find(({ subject, name }) => subject === 'COMMITMENT' && name === 'LAKE');
    const expected = sameFigures.map((name) => [name, manager![name]]);
    expect(expected.filter(([, value]) => typeof value !== 'string')).toEqual([]);
    for (const subject of ['COMMITMENT', 'VEHICLE']) {
      const stored = here.figures.find((figure) => figure.subject === subject);
      expect([subject, sameFigures.map((name) => [name, stored![name]])]).toEqual([subject, expected]);
    }
    const { entries } = await as(linked.firm.person).getPortfolioSummaryDetail({
      params: { endDate: end },
      query: { fundId: theirs.fund, investorId: theirs.investor },
    });
    const { total } = entries.at(-1)!;
    const vehicle = here.figures.find(({ subject }) => subject === 'VEHICLE')!;
    const { invested, proceeds, income, remainingCost, fairValue, grossMoic } = total;
    expect(vehicle).toMatchObject({ invested, proceeds, income, cost: remainingCost, fairValue, grossMoic });
    expect(typeof vehicle.fairValue).toBe('string');
    expect((await accountOf(linked.endowment, end)).rows).toEqual((await accountOf(linked.firm, end)).rows);
  }
  const entryOf = async (side: Side, type: string) => {
    const query = { vehicleId: fundOf(side), pageSize: 200 };
    return (await as(side.person).listLedgerEntries({ query })).pageData.find((entry) => entry.type === type)!;
  };
  const settle = async (type: string, settledOn: string) =>
    as(linked.firm.person).settleLedgerEntry({
      params: { id: (await entryOf(linked.firm, type)).id },
      body: { settledOn },
    });
  beforeAll(async () => {
    const currency = await reference('currency', 'EUR');
    const types = {
      INVESTOR: await reference('investor-type', 'INVESTOR'),
      GP: await reference('investor-type', 'GP'),
    };
    theirs.fund = (await as(linked.firm.person).saveVehicle({ body: { code: 'F1', name: 'Fund I', currency } })).id;
    for (const [code, amount, type, more] of [
      ['LAKE', '601.00', 'INVESTOR', {}],
      ['OTHER', '379.00', 'INVESTOR', {}],
      ['RIDGE', '20.00', 'GP', { paysFee: false, paysCarry: false }],
    ] as const) {
      const investorId = (await as(linked.firm.person).saveInvestor({ body: { code, name: code, type: types[type] } }))
        .id;
      if (code === 'LAKE') theirs.investor = investorId;
      const body = { vehicleId: theirs.fund, investorId };
      await as(linked.firm.person).saveCommitment({
        body: { ...body, kind: 'CLOSE', date: '2025-10-05', amount, ...more },
      });
    }
    const company = { code: 'OAK', name: 'Oak Mills', legalName: 'Oak Mills BV', vehicles: [{ id: theirs.fund }] };
    const investment = (await as(linked.firm.person).savePerformanceInvestment({ body: company })).id;
    theirs.holding = (
      await as(linked.firm.person).listInvestmentSources({ query: { investmentId: investment } })
    )[0]!.id;
    theirs.security = (
      await as(linked.firm.person).saveSecurity({
        body: { vehicleId: theirs.fund, holdingId: theirs.holding, class: 'EQUITY', name: 'Shares' },
      })
    ).id;
    const position = { holdingId: theirs.holding, securityId: theirs.security };
    await as(linked.firm.person).saveLedgerEntries({
      body: {
        vehicleId: theirs.fund,
        entries: [
          { type: 'CALL-INV', amount: '300.00', effectiveDate: '2025-10-20' },
          { ...position, type: 'BUY', amount: '250.00', effectiveDate: '2025-10-21' },
          { type: 'FEE', amount: '12.34', effectiveDate: first },
          { type: 'OFFSET-FEE', amount: '2.22', effectiveDate: '2026-01-10' },
          { type: 'EXP-AUDIT', amount: '3.33', effectiveDate: '2026-01-10' },
          { holdingId: theirs.holding, type: 'INC-DIV', amount: '5.55', effectiveDate: '2026-02-11' },
          { type: 'CARRY-ACCRUED', amount: '4.00', effectiveDate: second },
          { ...position, type: 'SELL', amount: '90.00', costRelieved: '50.00', effectiveDate: '2026-05-02' },
          { type: 'DIST-ROC', amount: '30.00', effectiveDate: '2026-05-10', isRecallable: true },
          { type: 'DIST-GAIN', amount: '20.00', effectiveDate: '2026-05-10' },
          { type: 'CARRY-EARNED', amount: '8.00', effectiveDate: '2026-05-10' },
          { type: 'EXP-OTHER', amount: '4.44', effectiveDate: third },
          { type: 'CALL-FEE', amount: '10.00', effectiveDate: '2026-08-01' },
          { type: 'FEE', amount: '9.99', effectiveDate: '2026-08-02' },
        ],
      },
    });
    await as(linked.firm.person).saveValuations({
      body: {
        vehicleId: theirs.fund,
        valuations: [
          { securityId: theirs.security, date: first, fairValue: '260.00' },
          { securityId: theirs.security, date: second, fairValue: '301.00' },
          { securityId: theirs.security, date: third, fairValue: '240.00' },
          { securityId: theirs.security, date: fourth, fairValue: '150.00' },
        ],
      },
    });
    await settle('CALL-INV', '2025-10-22');
    for (const end of quarters) await lock(linked.firm, end, { acknowledged: ['T11'] });
    await settle('DIST-ROC', '2026-05-12');
    await link(theirs.investor);
  });

  it('lock with gains, income, fees, carry and a falling value, as the manager’s firm shows them', async () => {
    for (const end of [first, second]) {
      await accept(end);
      expect([end, await differencesOf(linked.endowment, end)]).toEqual([end, []]);
      await lock(linked.endowment, end);
      await expectManagersFigures(end);
    }
    earlier = await accept(third);
    // The manager acknowledged the other expenses of the fund. The investor bears its part of them.
    expect(await differencesOf(linked.endowment, third)).toEqual(
      (await differencesOf(linked.firm, third)).map(([code, blocksLock]) => [
        code,
        blocksLock,
        expect.stringContaining('Fund: '),
      ]),
    );
    await lock(linked.endowment, third, { acknowledged: ['T11'] });
    await expectManagersFigures(third);
    // A package has the settlements that its locked quarter had.
    const settled = async (side: Side) =>
      Promise.all(['CALL-INV', 'DIST-ROC'].map(async (type) => (await entryOf(side, type)).settledOn));
    expect(await settled(linked.firm)).toEqual(['2025-10-22', '2026-05-12']);
    expect(await settled(linked.endowment)).toEqual(['2025-10-22', null]);
    await verify();
  });

  it('are named by the audit with figure and date if a figure that they brought is changed', async () => {
    const admin = new pg.Client({ connectionString: linked.server.database.adminUrl });
    await admin.connect();
    const change = (by: number) =>
      admin.query(
        `UPDATE reported_figure SET value = value + $2 WHERE id = (SELECT id FROM reported_figure
           WHERE tenant_id = $1 AND source_kind = 'TRANSFER' AND figure = 'nav' ORDER BY figure_date, id LIMIT 1)
         RETURNING figure_date::text AS date`,
        [linked.endowment.id, by],
      );
    const { rows } = await change(1);
    const { findings } = await linked.server.withTenant(
      { tenantId: linked.endowment.id, personId: null, now: linked.server.now.toISOString() },
      (tx) => verifyTenant(tx, linked.server.auditKey),
    );
    await change(-1);
    await admin.end();
    const found = findings.filter(({ description }) => description === 'value');
    expect(found.map(({ location }) => location.slice(-2))).toEqual([['NAV', rows[0].date]]);
  });

  it('name openings and values that differ from the figures here, and lock once they are acknowledged', async () => {
    const row = async (side: Side, end: string, column: 'qtd' | 'itd', number: number) =>
      (await accountOf(side, end)).rows.find(({ row }) => row === number)![column];
    // The manager restates a quarter that is locked here, and sends only the next one.
    await reopen(linked.firm, third);
    await as(linked.firm.person).saveLedgerEntries({
      body: { vehicleId: theirs.fund, entries: [{ type: 'EXP-AUDIT', amount: '10.00', effectiveDate: '2026-06-20' }] },
    });
    for (const end of [third, fourth]) await lock(linked.firm, end, { acknowledged: ['T11'] });
    const figures = [{ figure: 'nav', date: fourth, value: '99.00' }] as const;
    await as(linked.endowment.person).saveReported({ body: { vehicleId: own.fund, figures } });
    const withOwnNav = await accept(fourth, { nav: 'MINE' });
    const sentNav = await row(linked.firm, fourth, 'itd', 95);
    expect(await differencesOf(linked.endowment, fourth)).toContainEqual([
      'T12',
      false,
      expect.stringContaining(
        `Ending NAV – Net of Accrued/Earned/Paid Carried Interest of LAKE, 09/30/2026: in the account that the manager sent ${sentNav!}, here 99.00`,
      ),
    ]);
    // No bridge leads from the sent steps to the NAV that was chosen here.
    const message = `The account that the manager sent closes at ${sentNav!.replace(/\B(?=(\d{3})+\.)/g, ',')}, but the NAV here is 99.00. To see the steps as they were sent, open the capital account.`;
    const ofFund = { id: own.fund, date: fourth };
    const bridgesHere = async () =>
      (await as(linked.endowment.person).getFundProfile({ params: { id: own.fund }, query: { endDate: fourth } }))
        .bridges;
    for (const { steps, notDetermined } of await bridgesHere())
      expect([steps, notDetermined]).toEqual([null, [{ field: 'steps', code: 'FIGURES_DIFFER', message }]]);
    const refused = await refusal(as(linked.endowment.person).getFundBridge({ params: ofFund }));
    expect(refused.errors).toMatchObject([{ code: 'FIGURES_DIFFER', message }]);
    await as(linked.endowment.person).undoDataTransfer({ body: { id: withOwnNav, comments: 'Their value after all' } });
    const withTheirNav = await accept(fourth);
    for (const { steps } of await bridgesHere()) expect(steps!.at(-1)).toEqual({ step: 'closing', amount: sentNav });
    const [closed, opened] = [await row(linked.endowment, third, 'itd', 95), await row(linked.firm, fourth, 'qtd', 12)];
    expect(closed).not.toBe(opened);
    const differences = await differencesOf(linked.endowment, fourth);
    expect(differences).toContainEqual([
      'T12',
      false,
      `Beginning NAV – Net of Accrued/Earned/Paid Carried Interest of LAKE, quarter to date: in the account that the manager sent ${opened!}, here ${closed!}, difference (6.01)`,
    ]);
    expect(differences.filter(([, blocksLock]) => blocksLock)).toEqual([]);
    await lock(linked.endowment, fourth, { acknowledged: ['T11', 'T12'] });
    await expectManagersFigures(fourth);
    await verify();
    // The version locked with the account of a transfer can be computed after the transfer is undone.
    await reopen(linked.endowment, fourth);
    await as(linked.endowment.person).undoDataTransfer({ body: { id: withTheirNav, comments: 'Too soon' } });
    await verify();
  });

  it('audit every figure and entry that is restored when a transfer is undone, typed in or from a file', async () => {
    const files = uploadClient(linked.server, linked.endowment.id, linked.endowment.person);
    const vehicleId = own.fund;
    const reported = await files.imported('reported', `Vehicle,Investor,Date,Contributions\nF1,,${fourth},1.00\n`);
    const uploaded = [
      reported,
      await files.imported('ledger', `External id,Vehicle,Type,Date,Amount\nL-1,F1,CALL-FEE,${fourth},2.00\n`),
    ];
    // The manager reverses a distribution that an earlier transfer brought.
    await reopen(linked.firm, fourth);
    const { pageData: sent } = await as(linked.firm.person).listLedgerEntries({ query: { vehicleId: theirs.fund } });
    const gain = sent.find(({ type }) => type === 'DIST-GAIN')!;
    await as(linked.firm.person).reverseLedgerEntry({ params: { id: gain.id }, body: { reason: 'Paid twice' } });
    await lock(linked.firm, fourth, { acknowledged: ['T11'] });
    const typed = { type: 'CALL-FEE', amount: '3.00', effectiveDate: fourth } as const;
    await as(linked.endowment.person).saveLedgerEntries({ body: { vehicleId, entries: [typed] } });
    const figures = [{ figure: 'unfunded', date: fourth, value: '4.00', description: 'By phone' }] as const;
    await as(linked.endowment.person).saveReported({ body: { vehicleId, figures } });

    const rows = async () => ({
      figures: (await as(linked.endowment.person).listReported({ query: { vehicleId: own.fund } }))
        .filter(({ counts, date }) => counts && date === fourth)
        .map(({ figure, value, description }) => `${figure} ${value} ${description ?? ''}`)
        .sort(),
      periods: (await periodOf(linked.endowment, fourth)).figures.map(({ id: _id, ...figure }) => figure),
    });
    const before = await rows();
    expect(before.figures).toContain('unfunded 4 By phone');
    const id = await accept(fourth);
    expect((await rows()).figures).not.toEqual(before.figures);
    await verify();
    await as(linked.endowment.person).undoDataTransfer({ body: { id, comments: 'Ours after all' } });
    expect(await rows()).toEqual(before);
    await verify();
    const restored = await linked.server.withTenant(
      { tenantId: linked.endowment.id, personId: null, now: linked.server.now.toISOString() },
      (tx) =>
        tx.query<{ id: string; operation: string; name: string | null }>(
          `SELECT object_id AS id, operation, object_name AS name FROM activity
           WHERE reason = 'Ours after all' AND operation LIKE 'restore%' ORDER BY operation, object_name, seq`,
        ),
    );
    expect(restored.map(({ operation, name }) => [operation, name])).toEqual([
      ['restoreLedgerEntry', `Capital call: management fees ${fourth}`],
      ['restoreReported', `NAV ${fourth}`],
      ['restoreReported', `Unfunded ${fourth}`],
      ['restoreTransferEntries', null],
      ['restoreUploadEntries', 'file.csv'],
      ['restoreUploadEntries', 'file.csv'],
    ]);
    expect(
      restored.flatMap(({ id: record, operation }) => (operation.endsWith('Entries') ? [record] : [])).sort(),
    ).toEqual([earlier, ...uploaded.map(({ id: upload }) => upload)].sort());
  });
});

describe('quarters of a transferred fund with a bought commitment, and of one without a ledger', () => {
  const linked = openLinkedFirms();
  const { as, link, reference, verify } = linked;
  const theirs = { lake: '', bought: '', bare: '' };
  const sentReasons: string[] = [];
  const manager = () => as(linked.firm.person);
  const investor = () => as(linked.endowment.person);

  const lock = async (side: Side, vehicleId: string, end: string) => {
    const params = { vehicleId, endDate: end };
    const { rowVersion, figuresDigest } = await as(side.person).getPeriod({ params });
    await as(side.person).lockPeriod({ params, body: { rowVersion, figuresDigest } });
  };
  const commit = async (
    vehicleId: string,
    investorId: string,
    kind: 'CLOSE' | 'TRANSFER_IN' | 'TRANSFER_OUT',
    date: string,
  ) => manager().saveCommitment({ body: { vehicleId, investorId, kind, date, amount: '600.00' } });

  beforeAll(async () => {
    const currency = await reference('currency', 'EUR');
    const type = await reference('investor-type', 'INVESTOR');
    const navBasis = { code: 'REPORTED', description: 'Reported' };
    theirs.bought = (await manager().saveVehicle({ body: { code: 'B1', name: 'Bought', currency } })).id;
    theirs.bare = (await manager().saveVehicle({ body: { code: 'R1', name: 'Bare', currency, navBasis } })).id;
    theirs.lake = (await manager().saveInvestor({ body: { code: 'LAKE', name: 'LAKE', type } })).id;
    const seller = (await manager().saveInvestor({ body: { code: 'OTHER', name: 'OTHER', type } })).id;
    await commit(theirs.bought, seller, 'CLOSE', '2025-10-05');
    const enter = (...entries: BodyOf<'saveLedgerEntries'>['entries']) =>
      manager().saveLedgerEntries({ body: { vehicleId: theirs.bought, entries } });
    await enter({ type: 'CALL-INV', amount: '300.00', effectiveDate: '2025-10-20' });
    await commit(theirs.bought, theirs.lake, 'TRANSFER_IN', '2025-11-15');
    const commitments = await manager().listCommitments({ query: { vehicleId: theirs.bought } });
    const moved = (type: 'TRANSFER' | 'UNFUNDED', amount: string, investorId: string) => {
      const commitmentId = commitments.find((commitment) => commitment.investor.id === investorId)!.id;
      return {
        type,
        amount,
        effectiveDate: '2025-11-15',
        allocationKey: 'ONE',
        shares: [{ commitmentId, amount }],
      } as const;
    };
    await enter(
      moved('TRANSFER', '-300.00', seller),
      moved('TRANSFER', '300.00', theirs.lake),
      moved('UNFUNDED', '300.00', seller),
      moved('UNFUNDED', '-300.00', theirs.lake),
    );
    await commit(theirs.bought, seller, 'TRANSFER_OUT', '2025-11-15');
    await enter({ type: 'CALL-INV', amount: '100.00', effectiveDate: '2026-02-15' });
    await commit(theirs.bare, theirs.lake, 'CLOSE', '2025-10-05');
    const figures = [first, second].flatMap((date) =>
      (
        [
          ['nav', '240.00'],
          ['contributions', '200.00'],
          ['distributions', '0.00'],
          ['unfunded', '400.00'],
        ] as const
      ).map(([figure, value]) => ({ figure, value, date })),
    );
    await manager().saveReported({ body: { vehicleId: theirs.bare, figures } });
    for (const fund of [theirs.bought, theirs.bare])
      for (const end of [first, second]) await lock(linked.firm, fund, end);
    await link(theirs.lake);
    const { id } = await manager().submitDataTransfer({ body: { investorId: theirs.lake, endDate: second } });
    const { funds } = await investor().getDataTransfer({ params: { id } });
    const reasons = funds.find(({ code }) => code === 'R1')!.notDetermined;
    sentReasons.push(...reasons.filter(({ field }) => field === 'irr').map(({ message }) => message));
    await investor().acceptDataTransfer({ body: { id, resolutions: [] } });
  });

  it('are reviewed with the reasons of figures that the manager couldn’t determine', () => {
    expect(sentReasons).toEqual(['No cash flows or rate were reported, so there is no IRR.']);
  });

  it('lock with the value that was bought, which has no cash [T5]', async () => {
    const { pageData } = await investor().listVehicles({ query: { endDate: second } });
    const { fundId } = pageData.find(({ name }) => name === 'Bought')!;
    const ties = await investor().listTieOuts({ params: { vehicleId: fundId, endDate: second } });
    expect(ties.flatMap(({ differences }) => differences.map(({ message }) => message))).toEqual([]);
    for (const end of [first, second]) await lock(linked.endowment, fundId, end);
    const { figures } = await investor().getPeriod({ params: { vehicleId: fundId, endDate: second } });
    expect(figures.find(({ subject }) => subject === 'COMMITMENT')).toMatchObject({
      nav: '400.00',
      unfunded: '200.00',
    });
    await verify();
  });

  it('don’t determine the sums of earlier quarters, of which only the NAV is sent [NOT_REPORTED]', async () => {
    const { pageData } = await investor().listVehicles({ query: { endDate: second } });
    const { fundId } = pageData.find(({ name }) => name === 'Bare')!;
    for (const subject of ['VEHICLE', 'COMMITMENT']) {
      const at = async (endDate: string) =>
        (await investor().getPeriod({ params: { vehicleId: fundId, endDate } })).figures.find(
          (figure) => figure.subject === subject,
        )!;
      const sums = { contributions: '200.00', distributions: '0.00', unfunded: '400.00', tvpi: '1.2' };
      expect(await at(second)).toMatchObject({ nav: '240.00', ...sums });
      const earlier = await at(first);
      const unknown = { contributions: null, distributions: null, unfunded: null, tvpi: null };
      expect(earlier).toMatchObject({ commitment: '600.00', nav: '240.00', ...unknown });
      for (const name of Object.keys(unknown))
        expect(earlier.notDetermined).toContainEqual({
          field: name,
          code: 'NOT_REPORTED',
          message: 'Not included in the data your manager sent.',
        });
    }
    for (const end of [first, second]) await lock(linked.endowment, fundId, end);
    await verify();
  });
});
