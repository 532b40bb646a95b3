import { filesIn } from '@carrara/adapters/files/filesIn';
import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { loadPackage } from '@carrara/adapters/postgres/platform/dataTransfer/dataTransfers';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Side, openLinkedFirms } from '../../../testing/linkedFirms.ts';
import type { AnswerOf } from '../../../testing/testClient.ts';

const [earlier, end] = ['2026-03-31', '2026-06-30'];

describe('the Reporting Template of an investor in its own tenant', () => {
  const linked = openLinkedFirms();
  const { as, link, reference } = linked;
  const theirs = { fund: '', investor: '', other: '', gp: '' };
  const own = { fund: '', investor: '' };
  let transferId = '';

  /** Returns the cells of a template from the head to its last row, by address. */
  async function cells(file: Promise<AnswerOf<'exportInvestorTemplate'>>): Promise<ReadonlyMap<string, string>> {
    const [sheet] = (await readWorkbook(Buffer.from((await file).bytes)))._unsafeUnwrap();
    const lines = sheet!.rows.filter(({ row }) => row <= 131);
    return new Map(lines.flatMap(({ cells: all }) => all.map(({ address, text }) => [address, text])));
  }
  const templateOf = ({ person }: Side, { fund, investor }: { fund: string; investor?: string }, endDate = end) =>
    cells(as(person).exportInvestorTemplate({ query: { fundId: fund, investorId: investor, endDate } }));
  const fees = ({ person }: Side, fundId: string, investorType: 'FUND' | 'GP' | 'RELATEDPARTY', endDate = end) =>
    as(person).getFees({ params: { endDate }, query: { investorType, fundId } });

  beforeAll(async () => {
    const currency = await reference('currency', 'EUR');
    const types = {
      INVESTOR: await reference('investor-type', 'INVESTOR'),
      GP: await reference('investor-type', 'GP'),
    };
    theirs.fund = (await as(linked.firm.person).saveVehicle({ body: { code: 'F1', name: 'Fund I', currency } })).id;
    for (const [code, key, amount, type, more] of [
      ['Lake', 'investor', '601.00', 'INVESTOR', {}],
      ['Hidden pension', 'other', '379.00', 'INVESTOR', {}],
      ['Ridge GP', 'gp', '20.00', 'GP', { paysFee: false, paysCarry: false }],
    ] as const) {
      theirs[key] = (await as(linked.firm.person).saveInvestor({ body: { code, name: code, type: types[type] } })).id;
      const commitment = { vehicleId: theirs.fund, investorId: theirs[key] };
      await as(linked.firm.person).saveCommitment({
        body: { ...commitment, kind: 'CLOSE', date: '2026-01-05', amount, ...more },
      });
    }
    const company = { code: 'OAK', name: 'Oak Mills', legalName: 'Oak Mills BV', vehicles: [{ id: theirs.fund }] };
    const investment = (await as(linked.firm.person).savePerformanceInvestment({ body: company })).id;
    const [source] = await as(linked.firm.person).listInvestmentSources({ query: { investmentId: investment } });
    const holdingId = source!.id;
    const shares = { vehicleId: theirs.fund, holdingId, class: 'EQUITY', name: 'Shares' } as const;
    const securityId = (await as(linked.firm.person).saveSecurity({ body: shares })).id;
    const position = { holdingId, securityId };
    await as(linked.firm.person).saveLedgerEntries({
      body: {
        vehicleId: theirs.fund,
        entries: [
          { type: 'CALL-INV', amount: '300.00', effectiveDate: '2026-01-20' },
          { ...position, type: 'BUY', amount: '250.00', effectiveDate: '2026-01-21' },
          { type: 'FEE', amount: '12.34', effectiveDate: '2026-03-31' },
          { type: 'OFFSET-FEE', amount: '2.22', effectiveDate: '2026-04-10' },
          { type: 'EXP-AUDIT', amount: '3.33', effectiveDate: '2026-04-10' },
          { holdingId, type: 'INC-DIV', amount: '5.55', effectiveDate: '2026-04-11' },
          { ...position, type: 'SELL', amount: '90.00', costRelieved: '50.00', effectiveDate: '2026-05-02' },
          { type: 'DIST-ROC', amount: '30.00', effectiveDate: '2026-05-10', isRecallable: true },
          { type: 'DIST-GAIN', amount: '20.00', effectiveDate: '2026-05-10' },
          { type: 'CARRY-EARNED', amount: '8.00', effectiveDate: '2026-05-10' },
          { type: 'CARRY-ACCRUED', amount: '7.00', effectiveDate: '2026-06-30' },
          { type: 'OFFREC-MONITORING', amount: '1.11', effectiveDate: '2026-06-30' },
          { type: 'PORTFEE-MONITORING', amount: '4.44', effectiveDate: '2026-06-30' },
        ],
      },
    });
    await as(linked.firm.person).saveValuations({
      body: {
        vehicleId: theirs.fund,
        valuations: [
          { securityId, date: earlier, fairValue: '260.00' },
          { securityId, date: end, fairValue: '240.00' },
        ],
      },
    });
    for (const day of [earlier, end]) {
      const { rowVersion } = await as(linked.firm.person).getPeriod({
        params: { vehicleId: theirs.fund, endDate: day },
      });
      await as(linked.firm.person).lockPeriod({
        params: { vehicleId: theirs.fund, endDate: day },
        body: { rowVersion, acknowledged: ['T11', 'T12'] },
      });
    }
    await link(theirs.investor);
    const sent = await as(linked.firm.person).submitDataTransfer({
      body: { investorId: theirs.investor, endDate: end },
    });
    transferId = sent.id;
    await as(linked.endowment.person).acceptDataTransfer({ body: { id: transferId } });
    const { pageData } = await as(linked.endowment.person).listVehicles();
    own.fund = pageData[0]!.fundId;
    own.investor = (await as(linked.endowment.person).listCasInvestors())[0]!.id;
  });

  it('equals the template that the manager makes for this investor, cell by cell', async () => {
    const template = await templateOf(linked.firm, theirs);
    const here = await templateOf(linked.endowment, own);
    // Three parties with three periods each, in every row that isn't a heading.
    expect(template.size).toBeGreaterThan(900);
    expect([...template.values()].filter((cell) => cell.includes('not determined'))).toEqual([]);
    expect([...here]).toEqual([...template]);
    expect([...(await templateOf(linked.endowment, { fund: own.fund }))]).toEqual([...template]);
    const query = { fundId: own.fund, investorId: own.investor, endDate: end };
    expect([...(await cells(as(linked.endowment.person).downloadReportingTemplate({ query })))]).toEqual([...template]);
  });

  it('shows the fees of the whole fund, of its general partner and of the investor as the manager does', async () => {
    for (const type of ['FUND', 'GP'] as const) {
      const here = await fees(linked.endowment, own.fund, type);
      expect([here.periods, here.notDetermined]).toEqual([(await fees(linked.firm, theirs.fund, type)).periods, []]);
      const summary = ({ person }: Side, { fund }: { fund: string }) =>
        as(person).getIlpaSummary({ query: { endDate: end, investorType: type, fundId: fund } });
      expect(await summary(linked.endowment, own)).toMatchObject({
        periods: (await summary(linked.firm, theirs)).periods,
        notDetermined: [],
      });
    }
    const ofInvestor = ({ person }: Side, { fund, investor }: typeof own) =>
      as(person).getInvestorFees({ params: { endDate: end }, query: { investorId: investor, fundId: fund } });
    const [mine, manager] = [await ofInvestor(linked.endowment, own), await ofInvestor(linked.firm, theirs)];
    expect([mine.periods, mine.notDetermined]).toEqual([manager.periods, []]);
    // A package has no figures of related parties, and no number of partners.
    const related = await fees(linked.endowment, own.fund, 'RELATEDPARTY');
    expect(JSON.stringify(related.periods)).not.toContain('0.00');
    expect(related.notDetermined[0]!.message).toBe('The related parties of Fund I aren’t known here.');
    const { numberOfInvestors, ...head } = await as(linked.endowment.person).getIlpaProfile({
      params: { endDate: end },
      query: { fundId: own.fund },
    });
    const profile = await as(linked.firm.person).getIlpaProfile({
      params: { endDate: end },
      query: { fundId: theirs.fund },
    });
    expect(numberOfInvestors).toBeNull();
    for (const name of ['commitment', 'unfunded', 'contributions', 'distributions', 'nav', 'initialClosing'] as const)
      expect([name, head[name]]).toEqual([name, profile[name]]);
  });

  /** Returns the rows of a domain of certified data that are about the fund and one investor. */
  const certified = async ({ person }: Side, { fund, investor }: typeof own, domain: string) => {
    const [fundIdsJson, investorIdsJson] = [JSON.stringify([fund]), JSON.stringify([investor])];
    const query = { endDate: end, domains: domain, fundIdsJson, investorIdsJson };
    const { bytes: zip } = await as(person).certifyData({ query });
    for await (const { fileName, bytes } of filesIn(Buffer.from(zip)))
      if (fileName.endsWith('.xlsx'))
        return (await readWorkbook(bytes))
          ._unsafeUnwrap()[0]!
          .rows.map(({ cells: row }) => row.map(({ text }) => text));
    return [];
  };

  it('has the fees of the fund and of the investor in certified data as the manager certifies them', async () => {
    const sent = await certified(linked.firm, theirs, 'FEE');
    expect(sent.length).toBeGreaterThan(20);
    expect(await certified(linked.endowment, own, 'FEE')).toEqual(sent);
  });

  it.each([
    ['CAS', 80],
    ['PSI', 1],
  ])(
    'has its account and its share of the portfolio in certified data as the manager certifies them: %s',
    async (domain, rows) => {
      const ofInvestor = (all: readonly (readonly string[])[]) => all.filter((cells) => cells[1] === 'Lake');
      const sent = ofInvestor(await certified(linked.firm, theirs, domain));
      expect(sent.length).toBeGreaterThanOrEqual(rows);
      const here = await certified(linked.endowment, own, domain);
      expect(ofInvestor(here)).toEqual(sent);
      if (domain === 'CAS') {
        // Without an investor, the account covers all commitments here. There is one.
        const ofFund = here.filter((cells) => cells[0] === 'Fund I' && !ofInvestor(here).includes(cells));
        // An empty cell isn’t in the file.
        expect(ofFund.map((cells) => cells.slice(1))).toEqual(sent.map((cells) => cells.slice(2)));
      }
    },
  );

  it.each(['PS', 'FUNDSCHED'])('has the holdings of its share in certified data: %s', async (domain) => {
    expect(
      (await certified(linked.endowment, own, domain)).filter((cells) => cells.includes('Oak Mills')),
    ).toHaveLength(1);
  });

  it('has its own account in the report of all funds, and the columns of the fund in its statements', async () => {
    const [line] = (
      await as(linked.endowment.person).reportFundCapitalAccounts({
        params: { endDate: end },
        query: { periodId: 'YTD' },
      })
    ).pageData;
    const { partners } = await as(linked.firm.person).getCapitalAccount({
      params: { endDate: end, investorId: theirs.investor, fundId: theirs.fund },
    });
    for (const name of [
      'beginning',
      'contributions',
      'operating',
      'realized',
      'unrealized',
      'ending',
      'unfunded',
    ] as const)
      expect([name, line![name]]).toEqual([name, partners[0]!.ytd[name]]);
    const statement = async ({ person }: Side, { fund, investor }: typeof own) => {
      const query = { fundId: fund, investorId: investor, format: 'application/pdf' } as const;
      const { bytes } = await as(person).exportCapitalAccount({ params: { endDate: end }, query });
      return pdfTexts(Buffer.from(bytes))
        .flat()
        .filter((text) => /^[-(]?[\d,]+\.\d\d\)?$/.test(text));
    };
    const printed = await statement(linked.firm, theirs);
    expect(printed.length).toBeGreaterThan(100);
    expect(await statement(linked.endowment, own)).toEqual(printed);
  });

  it('comes in a package that has no figures and no names of other investors', async () => {
    const stored = await linked.server.withTenant(
      { tenantId: linked.firm.id, personId: null, now: linked.server.now.toISOString() },
      (tx) => loadPackage(tx, transferId),
    );
    const text = stored!.text;
    expect(text).toContain('"reportingTemplate"');
    for (const other of [theirs.other, theirs.gp, 'Hidden pension', 'Ridge GP']) expect(text).not.toContain(other);
    const amountsOf = async (investorId: string) => {
      const params = { endDate: end, investorId, fundId: theirs.fund };
      const { rows } = await as(linked.firm.person).getCapitalAccount({ params });
      return new Set(rows.flatMap(({ qtd, ytd, itd }) => [qtd, ytd, itd]));
    };
    const shared = await amountsOf(theirs.investor);
    const others = [...(await amountsOf(theirs.other))].filter((amount) => amount !== null && !shared.has(amount));
    expect(others.length).toBeGreaterThan(10);
    for (const amount of others) expect(text, amount!).not.toContain(`"${amount!}"`);
  });

  it('lists undetermined figures with the reason if no package has them', async () => {
    const without = async (reason: string, day: string) => {
      const here = await templateOf(linked.endowment, own, day);
      const whole = ['E', 'F', 'G', 'H', 'I', 'J'].flatMap((column) =>
        [12, 13, 18, 95, 104, 114].map((row) => here.get(`${column}${String(row)}`)),
      );
      expect(whole).toEqual(whole.map(() => 'not determined'));
      // Its own cash is known.
      expect(here.get('D13')).toBe('180.3');
      expect((await fees(linked.endowment, own.fund, 'FUND', day)).notDetermined[0]!.message).toBe(reason);
    };
    await without(
      'The figures of all partners of Fund I aren’t known here: no package of its manager was accepted for 09/30/2026.',
      '2026-09-30',
    );
    // As of a package of an earlier version.
    const superuser = new pg.Client({ connectionString: linked.server.database.adminUrl });
    await superuser.connect();
    await superuser.query('UPDATE transfer_statement SET template = NULL');
    await superuser.end();
    await without('The package that the manager of Fund I sent doesn’t contain these figures of the whole fund.', end);
  });
});
