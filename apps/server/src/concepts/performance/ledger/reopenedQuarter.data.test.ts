import { listTasks } from '@carrara/adapters/postgres/platform/task/tasks';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { PERIOD_ENGINE_VERSION } from '@carrara/domain/performance/period';
import { describe, expect, it, vi } from 'vitest';
import { renewFigures } from '../../../jobs/renewFigures.ts';
import { entry, openLedgerFirm } from '../../../testing/ledgerFirm.ts';
import { refusal, refusalCodes } from '../../../testing/testClient.ts';

const firm = openLedgerFirm();
const { as, enter, file, plant } = firm;

describe('a reopened quarter', () => {
  it('is reopened by an administrator with a reason, and locked as the next version', async () => {
    const box = await plant('BOX');
    await enter(box, entry('CALL-INV', '100.00', '2020-02-01'));
    const path = `period/${box.fund}/2020-03-31`;
    const { rowVersion } = await as(firm.editor).lockPeriod({
      params: { vehicleId: box.fund, endDate: '2020-03-31' },
      body: { rowVersion: 1 },
    });
    const reopen = { rowVersion, reason: 'A fee was left out' };
    expect(
      (
        await refusal(
          as(firm.editor).reopenPeriod({ params: { vehicleId: box.fund, endDate: '2020-03-31' }, body: reopen }),
        )
      ).status,
    ).toBe(403);
    const long = as(firm.administrator).reopenPeriod({
      params: { vehicleId: box.fund, endDate: '2020-03-31' },
      body: { ...reopen, reason: 'x'.repeat(1001) },
    });
    expect(await refusalCodes(long)).toEqual([400, 'TOO_LONG_OR_BIG Reason']);
    const open = await as(firm.administrator).reopenPeriod({
      params: { vehicleId: box.fund, endDate: '2020-03-31' },
      body: reopen,
    });
    expect(open).toMatchObject({ status: 'OPEN', version: 1 });
    const [fee] = await enter(box, entry('FEE', '5.00', '2020-03-01'));
    expect(fee!.isLate).toBe(false);
    expect(
      await as(firm.editor).lockPeriod({
        params: { vehicleId: box.fund, endDate: '2020-03-31' },
        body: { rowVersion: open.rowVersion },
      }),
    ).toMatchObject({
      version: 2,
      status: 'LOCKED',
    });
    const versions = await firm.server.withTenant(
      { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
      (tx) =>
        tx.query<{ version: number; nav: string; seq: number }>(
          `SELECT v.version, v.figures->0->>'nav' AS nav, v.as_of_sequence::int AS seq FROM period_version v JOIN period p ON p.tenant_id = v.tenant_id AND p.id = v.period_id
         WHERE v.tenant_id = $1 AND p.vehicle_id = $2 ORDER BY v.version`,
          [firm.tenantId, box.fund],
        ),
    );
    expect(versions.map(({ nav }) => nav)).toEqual(['100.00', '95.00']);
    expect(versions[1]!.seq).toBeGreaterThan(versions[0]!.seq);
    // The changes are the entries in between and every figure that differs.
    const changes = await as(firm.editor).listPeriodChanges({
      params: { vehicleId: box.fund, endDate: '2020-03-31' },
      query: { from: '1', to: '2' },
    });
    expect(changes.figures.filter(({ subject, field }) => subject === 'VEHICLE' && field === 'nav')).toMatchObject([
      { old: '100.00', new: '95.00', difference: '-5.00' },
    ]);
    expect(changes.entered).toMatchObject([{ id: fee!.id, typeTitle: 'Management fees', source: null }]);
    // A reviewer sees who entered it, and why the quarter was reopened.
    expect(changes.entered[0]!.origin).not.toBe('');
    expect(changes.reopened).toMatchObject([{ reason: 'A fee was left out' }]);
    const rowOf = (number: number) => changes.account.filter(({ row, period }) => row === number && period === 'ITD');
    expect([rowOf(21), rowOf(95)].map(([item]) => [item?.old, item?.new, item?.difference])).toEqual([
      ['0.00', '-5.00', '-5.00'],
      ['100.00', '95.00', '-5.00'],
    ]);
    expect(rowOf(13)).toEqual([]);
    const empty = { figures: [], policy: null, navBasis: null, account: [], entered: [], reopened: [] };
    expect(
      await as(firm.editor).listPeriodChanges({
        params: { vehicleId: box.fund, endDate: '2020-03-31' },
        query: { from: '2' },
      }),
    ).toEqual(empty);
    // Before the first entry there was no account.
    const all = await as(firm.editor).listPeriodChanges({
      params: { vehicleId: box.fund, endDate: '2020-03-31' },
      query: { from: '2000-01-01T00:00:00.000Z', to: '1' },
    });
    expect(all.account.find(({ row, period }) => row === 95 && period === 'ITD')).toMatchObject({
      old: null,
      new: '100.00',
    });
    const exported = (format: string) =>
      file(firm.editor, `${path}/changes/export?from=1&to=2&format=${encodeURIComponent(format)}`);
    const csv = (await exported('csv')).body;
    expect(csv).toContain('Capital account,,"95 ');
    expect(csv).toContain('Reopened,,A fee was left out');
    expect(csv).toMatch(/Entered in between,,Management fees,/);
    const begins = await Promise.all(
      ['excel', 'application/pdf'].map(async (format) => (await exported(format)).rawPayload.subarray(0, 4).toString()),
    );
    expect(begins).toEqual(['PK\u0003\u0004', '%PDF']);
    const navAt = async (seq: string) =>
      (
        await as(firm.editor).getPeriod({
          params: { vehicleId: box.fund, endDate: '2020-03-31' },
          query: { asKnownOn: seq },
        })
      ).figures.find(({ subject }) => subject === 'VEHICLE')?.nav;
    expect(await Promise.all(['1', '2', 'NOW', '2000-01-01T00:00:00.000Z'].map(navAt))).toEqual([
      '100.00',
      '95.00',
      '95.00',
      undefined,
    ]);
    expect(
      (
        await refusal(
          as(firm.editor).listPeriodChanges({
            params: { vehicleId: box.fund, endDate: '2020-03-31' },
            query: { from: '7' },
          }),
        )
      ).status,
    ).toBe(404);
  });

  it('counts changes below the displayed precision in exported changes, and lists the others', async () => {
    const cup = await plant('CUP');
    await enter(cup, entry('CALL-INV', '100.00', '2020-02-01'), entry('DIST-ROC', '0.01', '2020-02-02'));
    const path = `period/${cup.fund}/2020-03-31`;
    await as(firm.editor).lockPeriod({
      params: { vehicleId: cup.fund, endDate: '2020-03-31' },
      body: { rowVersion: 1 },
    });
    const { rowVersion } = await as(firm.administrator).reopenPeriod({
      params: { vehicleId: cup.fund, endDate: '2020-03-31' },
      body: { rowVersion: 2, reason: 'A cent' },
    });
    await enter(cup, entry('FEE', '0.01', '2020-03-01'));
    await as(firm.editor).lockPeriod({ params: { vehicleId: cup.fund, endDate: '2020-03-31' }, body: { rowVersion } });
    const { figures } = await as(firm.editor).listPeriodChanges({
      params: { vehicleId: cup.fund, endDate: '2020-03-31' },
      query: { from: '1', to: '2' },
    });
    const alike = figures.filter(({ readsAlike }) => readsAlike);
    expect(alike.map(({ title, subject }) => `${subject} ${title}`)).toContain(
      'VEHICLE TVPI, fee-paying limited partners',
    );
    const csv = (await file(firm.editor, `${path}/changes/export?from=1&to=2&format=csv`)).body;
    const listed = csv.split('\r\n').filter((line) => line.startsWith('Figures,'));
    expect(listed).toHaveLength(figures.length - alike.length + 1);
    expect(listed.at(-1)).toContain(`${String(alike.length)} figures changed by less than the displayed precision`);
    expect(listed.join('\n')).not.toContain('TVPI');
    expect(listed.join('\n')).toMatch(/"NAV, all partners",99\.99,99\.98,-0\.01/);
  });
});

describe('figures of open quarters', () => {
  it('are recomputed after a change of settings or rules; locked quarters keep their figures and name the policy', async () => {
    const tenant = await firm.server.tenant();
    const by = await firm.server.person(tenant, { performance: 'administrator', carry: 'administrator' });
    const net = await plant('NET', tenant, by);
    await enter(
      net,
      entry('CALL-INV', '500.00', '2020-02-01'),
      entry('INC-OTHER', '400.00', '2020-02-02'),
      entry('DIST-ROC', '100.00', '2020-02-03', { isRecallable: true }),
      entry('DIST-GAIN', '200.00', '2020-02-03'),
      entry('FEE', '1.00', '2020-06-30'),
      entry('REBATE', '1.00', '2020-06-30'),
    );
    const client = as(by);
    const quarter = { vehicleId: net.fund, endDate: '2020-03-31' };
    const multiples = async (endDate: string) => {
      const { figures } = await client.getPeriod({ params: { vehicleId: net.fund, endDate } });
      return figures
        .filter(({ subject }) => subject === 'VEHICLE')
        .map(({ tvpi, policy }) => `${String(tvpi)} ${policy}`);
    };
    expect([await multiples('2020-03-31'), await multiples('2020-06-30')]).toEqual([['1.8 ILPA'], ['1.8 ILPA']]);
    await client.lockPeriod({ params: quarter, body: { rowVersion: 1 } });
    const { rowVersion } = await client.getTenantSettings();
    await client.saveTenantSettings({ body: { rowVersion, nettedMultiples: 'True' } });
    // It runs in the background; the response to the change of the setting comes first.
    await vi.waitFor(async () => expect(await multiples('2020-06-30')).toEqual(['2 NETTED']), {
      timeout: 20_000,
      interval: 100,
    });
    expect(await multiples('2020-03-31')).toEqual(['1.8 ILPA']);
    const findings = await firm.server.withTenant(
      { tenantId: tenant, personId: null, now: firm.server.now.toISOString() },
      (tx) => verifyTenant(tx, firm.server.auditKey),
    );
    expect(
      findings.findings
        .filter(({ location }) => location[0] !== 'reference')
        .map(({ location, description: subject }) => [location, subject]),
    ).toEqual([]);

    // The next start finds figures of an earlier rule version. Those of the open quarter are recomputed, without an
    // author.
    const bySystem = { tenantId: tenant, personId: null, now: firm.server.now.toISOString() };
    await firm.server.withTenant(bySystem, (tx) =>
      tx.query(`UPDATE period_figure SET tvpi = 9, engine_version = '0' WHERE tenant_id = $1`, [tenant]),
    );
    const renew = () => renewFigures(firm.server.database, firm.server.withTenant, () => firm.server.now);
    await renew();
    await vi.waitFor(async () => expect(await multiples('2020-06-30')).toEqual(['2 NETTED']), {
      timeout: 20_000,
      interval: 100,
    });
    expect(await multiples('2020-03-31')).toEqual(['9 ILPA']);
    const tasks = () => firm.server.withTenant(bySystem, (tx) => listTasks(tx));
    await vi.waitFor(async () => expect((await tasks()).map(({ status }) => status)).toEqual(['DONE']));
    await renew();
    expect(await tasks()).toHaveLength(1);
    const [firstEntry] = await firm.server.withTenant(bySystem, (tx) =>
      tx.query(`SELECT person_id AS by, after FROM activity WHERE tenant_id = $1 AND operation = 'renewFigures'`, [
        tenant,
      ]),
    );
    expect(firstEntry).toEqual({ by: null, after: { engineVersion: PERIOD_ENGINE_VERSION } });
    expect(await client.listTasks()).toHaveLength(1);

    // The list of changes includes the policy, which explains the multiples.
    await client.reopenPeriod({ params: quarter, body: { rowVersion: 2, reason: 'A fee was left out' } });
    await enter(net, entry('FEE', '1.00', '2020-03-01'));
    const changed = await client.listPeriodChanges({ params: quarter, query: { from: '1', to: 'NOW' } });
    expect(changed.policy).toEqual({ old: 'ILPA', new: 'NETTED' });
    const csv = (await file(by, `period/${net.fund}/2020-03-31/changes/export?from=1&to=NOW&format=csv`, tenant)).body;
    expect(csv).toContain('Recallable distributions used to count as distributed; now they reduce paid-in capital.');
  });
});
