import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Side, openLinkedFirms } from '../../../testing/linkedFirms.ts';
import type { AnswerOf } from '../../../testing/testClient.ts';

const end = '2026-06-30';
const next = '2026-09-30';

describe('a transfer that restates a quarter', () => {
  const linked = openLinkedFirms();
  const { as, link, reference, verify } = linked;
  /** Ids by the code of the fund. */
  const theirs: Record<string, string> = {};
  const own: Record<string, string> = {};
  const securities: Record<string, string> = {};
  let lake = '';
  let second = '';
  const codes = ['F1', 'F2', 'F3'] as const;

  const paramsOf = (vehicleId: string) => ({ vehicleId, endDate: end });
  const periodOf = ({ person }: Side, vehicleId: string, endDate = end) =>
    as(person).getPeriod({ params: { vehicleId, endDate } });
  async function lock(side: Side, fund: string) {
    const { rowVersion, figuresDigest } = await periodOf(side, fund);
    const body = { rowVersion, figuresDigest, acknowledged: ['T11', 'T12'] };
    await as(side.person).lockPeriod({ params: paramsOf(fund), body });
  }
  async function reopen(side: Side, fund: string) {
    const { rowVersion } = await periodOf(side, fund);
    await as(side.person).reopenPeriod({ params: paramsOf(fund), body: { rowVersion, reason: 'A lower value' } });
  }
  async function accept() {
    const client = as(linked.endowment.person);
    const { id } = await as(linked.firm.person).submitDataTransfer({ body: { investorId: lake, endDate: end } });
    const { funds } = await client.getDataTransfer({ params: { id } });
    const resolutions = funds.flatMap(({ id: fundId, conflicts }) =>
      conflicts.map(({ field }) => ({ fundId, field, choice: 'THEIRS' as const })),
    );
    await client.acceptDataTransfer({ body: { id, resolutions } });
    return id;
  }
  const undo = (id: string, comments: string) =>
    as(linked.endowment.person).undoDataTransfer({ body: { id, comments } });
  /** Everything that the investor's firm displays of a fund at the quarter end. */
  const displayed = async (code: string) => {
    const client = as(linked.endowment.person);
    const params = { id: own[code]! };
    const query = { endDate: end };
    return {
      period: await periodOf(linked.endowment, own[code]!),
      profile: await client.getFundProfile({ params, query }),
      list: await client.listVehicles({ query }),
      account: await client.getFundCapitalAccount({ params: { fundId: own[code]!, endDate: end } }),
      portfolio: await client.getPortfolioSummaryDetail({ params: query, query: { fundId: own[code]! } }),
      investments: await client.listFundHoldings({ params, query }),
    };
  };
  const reportedRows = (code: string) => as(linked.endowment.person).listReported({ query: { vehicleId: own[code]! } });
  /** The quarter ends with figures, latest first. */
  const quarters = async (code: string) =>
    (await as(linked.endowment.person).listReportingDatesOfFund({ params: { id: own[code]! } })).map(
      ({ endDate }) => endDate,
    );
  const value = (code: string, fairValue: string) =>
    as(linked.firm.person).saveValuations({
      body: { vehicleId: theirs[code]!, valuations: [{ securityId: securities[code]!, date: end, fairValue }] },
    });

  beforeAll(async () => {
    const client = as(linked.firm.person);
    const currency = await reference('currency', 'EUR');
    const type = await reference('investor-type', 'INVESTOR');
    lake = (await client.saveInvestor({ body: { code: 'LAKE', name: 'LAKE', type } })).id;
    const other = (await client.saveInvestor({ body: { code: 'OTHER', name: 'OTHER', type } })).id;
    for (const code of codes) {
      const { id: vehicleId } = await client.saveVehicle({ body: { code, name: `Fund ${code}`, currency } });
      theirs[code] = vehicleId;
      for (const [investorId, amount] of [
        [lake, '601.00'],
        [other, '399.00'],
      ] as const)
        await client.saveCommitment({ body: { vehicleId, investorId, kind: 'CLOSE', date: '2026-04-01', amount } });
      const company = { code: `C${code}`, name: `Mill ${code}`, legalName: 'Mill', vehicles: [{ id: vehicleId }] };
      const { id: investmentId } = await client.savePerformanceInvestment({ body: company });
      const [holding] = await client.listInvestmentSources({ query: { investmentId } });
      const holdingId = holding!.id;
      const shares = { vehicleId, holdingId, class: 'EQUITY', name: 'Shares' } as const;
      const { id: securityId } = await client.saveSecurity({ body: shares });
      securities[code] = securityId;
      const traded = { holdingId, securityId };
      await client.saveLedgerEntries({
        body: {
          vehicleId,
          entries: [
            { type: 'CALL-INV', amount: '300.00', effectiveDate: '2026-04-10' },
            { ...traded, type: 'BUY', amount: '250.00', effectiveDate: '2026-04-11' },
            { type: 'FEE', amount: '12.34', effectiveDate: '2026-05-01' },
            { ...traded, type: 'SELL', amount: '70.00', costRelieved: '50.00', effectiveDate: '2026-05-02' },
            { type: 'DIST-ROC', amount: '30.00', effectiveDate: '2026-05-10', isRecallable: true },
            { type: 'DIST-GAIN', amount: '20.00', effectiveDate: '2026-05-10' },
          ],
        },
      });
      await value(code, '240.00');
      await lock(linked.firm, vehicleId);
    }
    await link(lake);
    await accept();
    const { pageData } = await as(linked.endowment.person).listVehicles();
    for (const { fundId, fundName } of pageData) own[fundName.slice(-2)] = fundId;
    // The quarter of the third fund stays open.
    for (const code of ['F1', 'F2']) await lock(linked.endowment, own[code]!);
    await verify();
  });

  it('leaves locked quarters as they are, and books only what changed in the next quarter', async () => {
    // The figures of a later setting are only for open quarters.
    const client = as(linked.endowment.person);
    const { rowVersion } = await client.getTenantSettings();
    await client.saveTenantSettings({ body: { rowVersion, nettedMultiples: 'True' } });
    const policyOf = async (code: string) => (await periodOf(linked.endowment, own[code]!)).figures[0]!.policy;
    await vi.waitFor(async () => expect(await policyOf('F3')).toBe('NETTED'), { timeout: 20_000, interval: 100 });
    const before = { F1: await displayed('F1'), F2: await displayed('F2') };
    const rows = await reportedRows('F2');
    await reopen(linked.firm, theirs['F1']!);
    const { pageData } = await as(linked.firm.person).listLedgerEntries({ query: { vehicleId: theirs['F1']! } });
    const gain = pageData.find(({ type }) => type === 'DIST-GAIN')!;
    await as(linked.firm.person).reverseLedgerEntry({ params: { id: gain.id }, body: { reason: 'Paid twice' } });
    await value('F1', '210.00');
    await lock(linked.firm, theirs['F1']!);
    second = await accept();
    expect(await reportedRows('F2')).toEqual(rows);
    expect({ F1: await displayed('F1'), F2: await displayed('F2') }).toEqual(before);
    expect([await quarters('F1'), await quarters('F2')]).toEqual([[next, end], [end]]);
    const { figures: nextFigures } = await periodOf(linked.endowment, own['F1']!, next);
    expect(nextFigures.find(({ subject }) => subject === 'VEHICLE')).toMatchObject({
      nav: '172.88',
      distributions: '18.03',
      rolledForwardFrom: end,
    });
    await verify();
  });

  it('stays in the next quarter if only the locked quarter is reopened', async () => {
    const figures = async () => (await periodOf(linked.endowment, own['F1']!)).figures.map(({ nav }) => nav);
    const before = await figures();
    await reopen(linked.endowment, own['F1']!);
    expect([await figures(), await quarters('F1')]).toEqual([before, [next, end]]);
    const { figures: nextFigures } = await periodOf(linked.endowment, own['F1']!, next);
    expect(nextFigures.find(({ subject }) => subject === 'VEHICLE')).toMatchObject({ nav: '172.88' });
    await verify();
    await lock(linked.endowment, own['F1']!);
  });

  it('can be undone, and restates the quarter that was reopened when it is sent again', async () => {
    await undo(second, 'Into the quarter itself');
    expect(await quarters('F1')).toEqual([end]);
    await verify();
    await reopen(linked.endowment, own['F1']!);
    await accept();
    await lock(linked.endowment, own['F1']!);
    await verify();
    expect([await quarters('F1'), await quarters('F2')]).toEqual([[end], [end]]);
    const [here, there] = [await periodOf(linked.endowment, own['F1']!), await periodOf(linked.firm, theirs['F1']!)];
    const names = ['nav', 'distributions', 'unrealized', 'irr'] as const;
    const figures = (period: AnswerOf<'getPeriod'>) => {
      const found = period.figures.find(({ subject, name }) => subject === 'COMMITMENT' && name === 'LAKE');
      return names.map((name) => found?.[name]);
    };
    expect(figures(here)).toEqual(figures(there));
    expect(figures(here)).toContain('172.88');
  });

  it('leaves no open quarter once it is undone, if it replaced rows that the investor had entered', async () => {
    const vehicleId = own['F2']!;
    await reopen(linked.endowment, vehicleId);
    const entries = [{ type: 'CALL-FEE', amount: '3.00', effectiveDate: '2026-05-20' }] as const;
    await as(linked.endowment.person).saveLedgerEntries({ body: { vehicleId, entries } });
    await lock(linked.endowment, vehicleId);
    const before = await displayed('F2');
    await reopen(linked.firm, theirs['F2']!);
    await value('F2', '200.00');
    await lock(linked.firm, theirs['F2']!);
    const restated = await accept();
    expect(await quarters('F2')).toEqual([next, end]);
    await undo(restated, 'Ours after all');
    expect([await quarters('F2'), await displayed('F2')]).toEqual([[end], before]);
    await verify();
  });
});
