import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { entry, openLedgerFirm, reportedBasis, reportedFigure } from '../../../testing/ledgerFirm.ts';
import { refusal, refusalCodes } from '../../../testing/testClient.ts';

const firm = openLedgerFirm();
const { as, enter, explainedAt, figuresAt, plant, report } = firm;

describe('a reported NAV', () => {
  it('is the NAV of a fund on the reported basis, rolled forward by later cash [ROLLED_FORWARD]', async () => {
    const rye = await plant('RPD', firm.tenantId, firm.editor, undefined, reportedBasis);
    await enter(rye, entry('CALL-INV', '100.00', '2020-02-01'), entry('CALL-INV', '40.00', '2020-05-01'));
    const navs = async (subject: string) =>
      (await figuresAt(rye, '2020-06-30', subject)).map(({ nav, notDetermined }) => nav ?? notDetermined[0]!.code);
    expect(await navs('VEHICLE')).toEqual(['NAV_MISSING']);
    const commitments = await as(firm.editor).listCommitments({ query: { vehicleId: rye.fund } });
    const idOf = (key: 'a' | 'b' | 'gp') => commitments.find(({ investor }) => investor.id === rye.investors[key])!.id;
    await report(
      rye,
      reportedFigure('nav', '66.00', '2020-03-31', { commitmentId: idOf('a') }),
      reportedFigure('nav', '33.00', '2020-03-31', { commitmentId: idOf('b') }),
      reportedFigure('nav', '11.00', '2020-03-31', { commitmentId: idOf('gp') }),
    );
    // Each includes the calls since.
    expect([await navs('VEHICLE'), await navs('COMMITMENT'), await navs('INVESTOR')]).toEqual([
      ['150.00'],
      ['15.00', '90.00', '45.00'],
      ['15.00', '90.00', '45.00'],
    ]);
    const listed = await as(firm.editor).listVehicles({ query: { endDate: '2020-06-30', pageSize: '100' } });
    expect(listed.pageData.find(({ fundId }) => fundId === rye.fund)?.rolledForwardFrom).toBe('2020-03-31');
    await as(firm.editor).lockPeriod({
      params: { vehicleId: rye.fund, endDate: '2020-03-31' },
      body: { rowVersion: 1 },
    });
    expect((await figuresAt(rye, '2020-03-31', 'VEHICLE'))[0]!.nav).toBe('110.00');
    // Its statement begins and ends with the reported values. The part that doesn't come from paid-in amounts or the
    // ledger is its gain.
    const { rows, partners } = await as(firm.editor).getFundCapitalAccount({
      params: { fundId: rye.fund, endDate: '2020-06-30' },
    });
    const row = (number: number) => rows.filter(({ row }) => row === number).map(({ qtd, itd }) => [qtd, itd])[0];
    expect([row(12), row(13), row(93), row(95)]).toEqual([
      ['110.00', '0.00'],
      ['40.00', '140.00'],
      ['0.00', '10.00'],
      ['150.00', '150.00'],
    ]);
    expect(partners.map(({ itd }) => itd.ending)).toEqual(['15.00', '90.00', '45.00']);
    // Its bridge and the explanation of each row agree.
    const { periods } = await as(firm.editor).getFundBridge({ params: { id: rye.fund, date: '2020-06-30' } });
    expect(
      periods.map(({ opening, contributions, unrealized, closing }) => [opening, contributions, unrealized, closing]),
    ).toEqual([
      ['110.00', '40.00', '0.00', '150.00'],
      ['0.00', '140.00', '10.00', '150.00'],
      ['0.00', '140.00', '10.00', '150.00'],
    ]);
    const why = (figure: string) => explainedAt(rye.fund, '2020-06-30', figure);
    expect([await why('account.QTD.12'), await why('account.ITD.93'), await why('bridge.ITD.unrealized')]).toEqual([
      '110.00',
      '10.00',
      '10.00',
    ]);
  });

  it('doesn’t determine the holdings of a fund whose ledger has its cash without them', async () => {
    const oak = await plant('RPX', firm.tenantId, firm.editor, undefined, reportedBasis);
    await enter(oak, entry('CALL-INV', '100.00', '2020-02-01'));
    await report(oak, reportedFigure('nav', '130.00', '2020-03-31'));
    const [vehicle] = await figuresAt(oak, '2020-03-31', 'VEHICLE');
    const gross = ['invested', 'proceeds', 'income', 'cost', 'fairValue', 'grossIrr', 'grossMoic'] as const;
    expect([vehicle!.nav, ...gross.map((name) => vehicle![name])]).toEqual(['130.00', ...gross.map(() => null)]);
    const reasons = vehicle!.notDetermined.filter(({ field }) => (gross as readonly string[]).includes(field));
    expect(reasons).toEqual(
      gross.map((field) => ({ field, code: 'NOT_REPORTED', message: 'Not reported for this fund.' })),
    );
    expect(await explainedAt(oak.fund, '2020-03-31', 'fairValue')).toBe('NOT_REPORTED');
    const refused = await refusal(
      as(firm.editor).getPortfolioSummaryDetail({ params: { endDate: '2020-03-31' }, query: { fundId: oak.fund } }),
    );
    expect(refused.errors.map(({ message }) => message)).toEqual([
      'The reported values of RPX Fund don’t include what it holds.',
    ]);
    // No fee on the cost can be projected.
    const terms = { managementFee: '2', feeBasis: { code: 'COST' } };
    await as(firm.editor).saveEconomicTerms({ params: { fundId: oak.fund }, body: terms });
    const projectedAt = async (endDate: string) => {
      const [fee] = await as(firm.editor).getDashboardFeeValues({ query: { fundId: oak.fund, endDate } });
      return [fee!.projection, fee!.notDetermined];
    };
    expect(await projectedAt('2020-03-31')).toEqual([
      null,
      [
        {
          field: 'projection',
          code: 'NOT_DETERMINED',
          message: 'The cost of the holdings on 03/31/2020 isn’t determined. Not reported for this fund.',
        },
      ],
    ]);
    // A holding determines them.
    const security = await as(firm.editor).saveSecurity({
      body: { vehicleId: oak.fund, holdingId: oak.holding, class: 'EQUITY', name: 'Shares' },
    });
    const position = { holdingId: oak.holding, securityId: security.id };
    await enter(oak, entry('BUY', '90.00', '2020-02-02', position));
    const [whole] = await figuresAt(oak, '2020-03-31', 'VEHICLE');
    expect([whole!.invested, whole!.proceeds, whole!.fairValue]).toEqual(['90.00', '0.00', '90.00']);
    expect((await projectedAt('2020-03-31'))[1]).toEqual([]);
  });

  it('determines the returns of all partners if only the fund has a value, and its lock names the partners without', async () => {
    const ash = await plant('RPW', firm.tenantId, firm.editor, undefined, reportedBasis);
    await enter(ash, entry('CALL-INV', '100.00', '2020-02-01'), entry('DIST-GAIN', '20.00', '2020-03-01'));
    await report(ash, reportedFigure('nav', '130.00', '2020-03-31'));
    const { pageData } = await as(firm.editor).listVehicles({
      query: { endDate: '2020-03-31', basis: 'all', pageSize: '200' },
    });
    const row = pageData.find(({ fundId }) => fundId === ash.fund)!;
    expect([row.nav, row.contributions, row.distributions, row.dpi, row.rvpi, row.tvpi]).toEqual([
      '130.00',
      '100.00',
      '20.00',
      '0.2',
      '1.3',
      '1.5',
    ]);
    expect(Number(row.irr)).toBeGreaterThan(0);
    const quarter = { vehicleId: ash.fund, endDate: '2020-03-31' };
    const lock = (...acknowledged: readonly string[]) =>
      as(firm.editor).lockPeriod({ params: quarter, body: { rowVersion: 1, acknowledged } });
    const ties = await as(firm.editor).listTieOuts({ params: quarter });
    expect(ties.flatMap(({ differences }) => differences.map(({ message }) => message))).toEqual([
      expect.stringMatching(/^NAV of the partners \(no NAV is reported for .+, .+, .+\): 0.00, should be 130.00/),
    ]);
    expect(await refusalCodes(lock())).toEqual([422, 'NOT_ACKNOWLEDGED T12']);
    await lock('T12');
  });

  it('changes the source of NAV in open quarters once it is confirmed, with a reason if a quarter is locked', async () => {
    const elder = await plant('RPN', firm.tenantId, firm.editor);
    const security = await as(firm.editor).saveSecurity({
      body: { vehicleId: elder.fund, holdingId: elder.holding, class: 'EQUITY', name: 'Shares' },
    });
    const position = { holdingId: elder.holding, securityId: security.id };
    await enter(elder, entry('CALL-INV', '100.00', '2020-02-01'), entry('BUY', '90.00', '2020-02-02', position));
    await enter(elder, entry('CALL-INV', '40.00', '2020-05-01'));
    for (const [date, value] of [
      ['2020-03-31', '120.00'],
      ['2020-06-30', '170.00'],
    ] as const)
      await report(elder, reportedFigure('nav', value, date));
    const quarter = { vehicleId: elder.fund, endDate: '2020-03-31' };
    await as(firm.editor).lockPeriod({ params: quarter, body: { rowVersion: 1, acknowledged: ['T12'] } });
    const displayed = async () => {
      const { rows } = await as(firm.editor).getFundCapitalAccount({
        params: { fundId: elder.fund, endDate: '2020-03-31' },
      });
      return [
        (await figuresAt(elder, '2020-03-31', 'VEHICLE'))[0]!.nav,
        rows.find(({ row }) => row === 95)?.itd,
        await explainedAt(elder.fund, '2020-03-31', 'nav'),
        (await figuresAt(elder, '2020-06-30', 'VEHICLE'))[0]!.nav,
        (await figuresAt(elder, '2020-06-30', 'HOLDING')).length,
      ];
    };
    expect(await displayed()).toEqual(['100.00', '100.00', '90.00', '140.00', 1]);
    const change = async (code: 'LEDGER' | 'REPORTED', more: { reason?: string; warningsConfirmed?: boolean } = {}) => {
      const {
        id,
        rowVersion,
        code: fundCode,
        name,
        currency,
      } = await as(firm.editor).getVehicle({
        params: { id: elder.fund },
      });
      const navBasis = { code, description: code };
      return as(firm.editor).saveVehicle({
        body: { id, rowVersion, code: fundCode, name, currency, navBasis, ...more },
      });
    };
    const refused = await refusal(change('REPORTED'));
    expect([refused.status, refused.errors.map(({ code, path, message }) => [code, path, message])]).toEqual([
      422,
      [
        [
          'WARNINGS_NOT_CONFIRMED',
          'NavBasis',
          'NAV will come from the reported values instead of the ledger. This changes the figures of the open quarter ending 06/30/2020. The quarters locked through 03/31/2020 keep theirs. Confirm it to save the fund.',
        ],
        ['REQUIRED', 'Reason', 'Enter a reason for the change, because quarters of this fund are locked.'],
      ],
    ]);
    await change('REPORTED', { warningsConfirmed: true, reason: 'A new administrator' });
    expect(await displayed()).toEqual(['100.00', '100.00', '90.00', '170.00', 1]);
    const recorded = await firm.server.withTenant(
      { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
      async (tx) => {
        const { findings } = await verifyTenant(tx, firm.server.auditKey);
        expect(findings.filter(({ location: [kind] }) => kind !== 'reference')).toEqual([]);
        return tx.query<{ reason: string; before: string; after: string }>(
          `SELECT reason, before #>> '{navBasis,code}' AS before, after #>> '{navBasis,code}' AS after FROM activity
           WHERE tenant_id = $1 AND object_id = $2 AND reason IS NOT NULL`,
          [firm.tenantId, elder.fund],
        );
      },
    );
    expect(recorded).toEqual([{ reason: 'A new administrator', before: 'LEDGER', after: 'REPORTED' }]);
    // A reopened quarter is recomputed on today's basis.
    await as(firm.administrator).reopenPeriod({ params: quarter, body: { rowVersion: 2, reason: 'Restate' } });
    expect(await displayed()).toEqual(['120.00', '120.00', 'NAV_MISSING', '170.00', 1]);
    // The changes since the first version name the other basis and its reason.
    const { navBasis } = await as(firm.editor).listPeriodChanges({ params: quarter, query: { from: '1' } });
    expect(navBasis).toEqual({ old: 'LEDGER', new: 'REPORTED', reason: 'A new administrator' });
    const { vehicleId, endDate } = quarter;
    const url = `/api/performance/period/${vehicleId}/${endDate}/changes/export?from=1&format=csv`;
    const csv = await firm.server.call(firm.editor.token, firm.tenantId, { method: 'GET', url });
    expect(csv.body).toContain('The NAV basis changed.');
    // Without a locked quarter, no reason is needed.
    await change('LEDGER', { warningsConfirmed: true });
    expect(await displayed()).toEqual(['100.00', '100.00', '90.00', '140.00', 1]);
  });

  it('opens a quarter with the locked closing, or with the ledger’s NAV once that is the source again [T2] [T12]', async () => {
    const rowan = await plant('RPO', firm.tenantId, firm.editor);
    await enter(rowan, entry('CALL-INV', '100.00', '2020-02-01'));
    await enter(rowan, entry('CALL-INV', '40.00', '2020-05-01'));
    await enter(rowan, entry('CALL-INV', '10.00', '2020-08-01'));
    await report(rowan, reportedFigure('nav', '120.00', '2020-03-31'), reportedFigure('nav', '170.00', '2020-06-30'));
    const on = (endDate: string) => ({ vehicleId: rowan.fund, endDate });
    const lock = (endDate: string, ...acknowledged: readonly string[]) =>
      as(firm.editor).lockPeriod({ params: on(endDate), body: { rowVersion: 1, acknowledged } });
    const change = async (code: 'LEDGER' | 'REPORTED') => {
      const fund = await as(firm.editor).getVehicle({ params: { id: rowan.fund } });
      const confirmed = { reason: 'A new administrator', warningsConfirmed: true };
      const { id, rowVersion, code: fundCode, name, currency } = fund;
      const navBasis = { code, description: code };
      await as(firm.editor).saveVehicle({
        body: { id, rowVersion, code: fundCode, name, currency, navBasis, ...confirmed },
      });
    };
    const differing = async (endDate: string) =>
      (await as(firm.editor).listTieOuts({ params: on(endDate) })).flatMap(({ code, differences }) =>
        differences.map(({ message }) => [code, message]),
      );
    /** Returns the opening, the unrealized gain and the closing of a quarter in the account, and those of its NAV bridge. */
    const quarterOf = async (endDate: string) => {
      const { rows } = await as(firm.editor).getFundCapitalAccount({ params: { fundId: rowan.fund, endDate } });
      const { bridges } = await as(firm.editor).getFundProfile({ params: { id: rowan.fund }, query: { endDate } });
      const steps = bridges.find(({ period }) => period === 'QTD')?.steps ?? [];
      return [
        [12, 93, 95].map((number) => rows.find(({ row }) => row === number)?.qtd),
        ['opening', 'unrealized', 'closing'].map((name) => steps.find(({ step }) => step === name)?.amount),
      ];
    };
    const twice = (...amounts: readonly string[]) => [amounts, amounts];
    const reportedNav = ['T12', 'NAV of the fund: 120.00, should be 100.00, difference 20.00'];
    await lock('2020-03-31', 'T12');

    await change('REPORTED');
    expect(await differing('2020-03-31')).toEqual([reportedNav]);
    const partnersWithoutNav = ['T12', expect.stringMatching(/^NAV of the partners \(no NAV is reported for /)];
    expect(await differing('2020-06-30')).toEqual([partnersWithoutNav]);
    expect(await quarterOf('2020-03-31')).toEqual(twice('0.00', '0.00', '100.00'));
    expect(await quarterOf('2020-06-30')).toEqual(twice('100.00', '30.00', '170.00'));
    // The last NAV of the partners is that of the locked quarter before.
    const listed = async (carriesForward: 'true' | 'false', basis: 'all' | 'feePaying' = 'feePaying') => {
      const query = { endDate: '2020-06-30', pageSize: '200', carriesForward, basis } as const;
      const { pageData } = await as(firm.editor).listVehicles({ query });
      const { nav, lastDate, carriedFrom } = pageData.find(({ fundId }) => fundId === rowan.fund)!;
      return [nav, lastDate, carriedFrom];
    };
    expect(await listed('false')).toEqual([null, '2020-03-31', null]);
    expect(await listed('true')).toEqual(['90.00', null, '2020-03-31']);
    expect([await listed('false', 'all'), await listed('true', 'all')]).toEqual([
      ['170.00', null, null],
      ['170.00', null, null],
    ]);
    const overview = async (carriesForward: 'true' | 'false') => {
      const query = { endDate: '2020-06-30', pageSize: '200', carriesForward } as const;
      const { pageData } = await as(firm.editor).reportFundOverview({ query });
      const { nav, lastDate, carriedFrom } = pageData.find(({ id }) => id === rowan.fund)!;
      return [nav, lastDate, carriedFrom];
    };
    expect([await overview('false'), await overview('true')]).toEqual([
      [null, '2020-03-31', null],
      ['90.00', null, '2020-03-31'],
    ]);
    await lock('2020-06-30', 'T12');

    await change('LEDGER');
    expect(await differing('2020-03-31')).toEqual([reportedNav]);
    expect(await differing('2020-06-30')).toEqual([partnersWithoutNav]);
    expect(await quarterOf('2020-06-30')).toEqual(twice('100.00', '30.00', '170.00'));
    expect(await quarterOf('2020-09-30')).toEqual(twice('140.00', '0.00', '150.00'));
    expect(await differing('2020-09-30')).toEqual([
      [
        'T12',
        'Opening NAV of the fund, from 06/30/2020: in the ledger 140.00, reported and locked 170.00, difference (30.00)',
      ],
    ]);
    expect(await refusalCodes(lock('2020-09-30'))).toEqual([422, 'NOT_ACKNOWLEDGED T12']);
    await lock('2020-09-30', 'T12');

    // The audit covers the stored basis.
    const findings = () =>
      firm.server.withTenant(
        { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
        async (tx) =>
          (await verifyTenant(tx, firm.server.auditKey)).findings.filter(
            ({ location: [kind] }) => kind !== 'reference',
          ),
      );
    expect(await findings()).toEqual([]);
    const admin = new pg.Client({ connectionString: firm.server.database.adminUrl });
    await admin.connect();
    const forge = (to: string, from: string) =>
      admin.query(
        `UPDATE period_version v SET nav_basis = $3 FROM period p WHERE p.tenant_id = $1 AND p.vehicle_id = $2
           AND v.tenant_id = p.tenant_id AND v.period_id = p.id AND p.period_end = '2020-06-30' AND v.nav_basis = $4`,
        [firm.tenantId, rowan.fund, to, from],
      );
    await forge('LEDGER', 'REPORTED');
    const found = (await findings()).map(({ location, description }) => `${location.join(' / ')}: ${description}`);
    expect(found).toContain('period / RPO Fund / 2020-06-30 / version 1: nav basis');
    expect(found).toContainEqual(
      expect.stringMatching(/^RPO Fund \/ quarter.*: \d+ figures differ when computed again .*: NAV \d+,/),
    );
    await forge('REPORTED', 'LEDGER');
    await admin.end();
  });
});
