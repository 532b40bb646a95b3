import { describe, expect, it } from 'vitest';
import {
  listAcknowledgments,
  type PlantedPlan,
  plantCarryPlan,
  planDistribution,
} from '../../../testing/plantCarryPlan.ts';
import { type AnswerOf, refusal } from '../../../testing/testClient.ts';
import { openPeople } from '../../../testing/openPeople.ts';
import type { TestPerson } from '../../../testing/testServer.ts';

describe('home', { sequential: true }, () => {
  const firm = openPeople({ maker: { carry: 'editor' }, approver: { carry: 'viewer' } });
  const { as } = firm;
  const { maker, approver } = firm.people;
  let plan: PlantedPlan;
  let run: AnswerOf<'saveDistribution'>;

  const home = (person: TestPerson) => as(person).getHome();
  const waits = async (person: TestPerson) => (await home(person)).waiting.map(({ kind }) => kind);
  const request = () => ({ ...planDistribution(plan), approvers: [{ id: approver.personId }] });

  it('is empty for a firm without records', async () => {
    expect(await home(maker)).toMatchObject({ waiting: [], figures: [], runs: [], carry: [] });
    expect(await as(maker).getHomeVesting()).toMatchObject({ byFund: [] });
  });

  /** Expects that a task of a person waits since its event, because a later change doesn’t restart the wait. */
  const waitsUnmoved = async (person: TestPerson, table: 'distribution' | 'ledger_run', id: string) => {
    const since = async () => (await home(person)).waiting.find((task) => task.id === id)?.since;
    const before = await since();
    expect(before).toBeDefined();
    await firm.server.withTenant(
      { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
      (tx) => tx.query(`UPDATE ${table} SET updated_at = updated_at + interval '1 day' WHERE id = $1`, [id]),
    );
    expect(await since()).toBe(before);
  };

  it('lists runs to approve, and returned runs with the person and the reason', async () => {
    plan = await firm.server.withTenant(
      { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
      plantCarryPlan,
    );
    const body = request();
    const draft = await as(maker).saveDistribution({ body });
    const sent = await as(maker).submitDistribution({
      params: { id: draft.id },
      body: {
        rowVersion: draft.rowVersion,
        acknowledged: listAcknowledgments(draft),
      },
    });
    expect(await waits(approver)).toEqual(['approval']);
    await waitsUnmoved(approver, 'distribution', draft.id);
    expect(await waits(maker)).not.toContain('approval');
    await as(approver).saveApproval({
      body: {
        distributionId: draft.id,
        rowVersion: sent.rowVersion,
        approvalDecision: 'REJ',
        approvalComments: 'The escrow is missing.',
      },
    });
    expect(await waits(approver)).toEqual([]);
    const { waiting } = await home(maker);
    expect(waiting.find(({ kind }) => kind === 'returned')).toMatchObject({
      id: draft.id,
      detail: expect.stringMatching(/: The escrow is missing\.$/) as string,
    });
    await waitsUnmoved(maker, 'distribution', draft.id);
    run = draft;
  });

  it('lists the latest runs with their status, and carry by fund and year as in its report', async () => {
    const { rowVersion } = await as(maker).getDistribution({ params: { id: run.id } });
    const again = await as(maker).saveDistribution({ body: { ...request(), id: run.id, rowVersion } });
    const sent = await as(maker).submitDistribution({
      params: { id: run.id },
      body: { rowVersion: again.rowVersion, acknowledged: listAcknowledgments(again) },
    });
    const approved = await as(approver).saveApproval({
      body: {
        distributionId: run.id,
        rowVersion: sent.rowVersion,
        approvalDecision: 'APP',
        acknowledged: listAcknowledgments(sent),
      },
    });
    expect(await waits(maker)).toContain('disbursal');
    await waitsUnmoved(maker, 'distribution', run.id);
    await as(maker).disburseDistribution({ params: { id: run.id }, body: { rowVersion: approved.rowVersion } });
    const { runs, carry } = await home(approver);
    expect(runs[0]).toMatchObject({ type: 'distribution', id: run.id, status: { code: 'DISB' } });
    const report = await as(approver).reportDistributionsByFund({ query: { status: 'DISB' } });
    const gross = report.subtotals.map(({ keys: [holder = null], totals }) => [
      holder,
      totals.find(({ field }) => field === 'grossCarryDistributed')?.total,
    ]);
    const all = carry.filter(({ year }) => year === null).map(({ holderId, amount }) => [holderId, amount]);
    expect(all).toHaveLength(gross.length);
    expect(all).toEqual(expect.arrayContaining(gross));
    for (const { holderId, code } of carry) expect(code === null).toBe(holderId === null);
    // The years add up to the same amount.
    const years = carry.filter(({ holderId, year }) => holderId === null && year !== null);
    expect(years.map(({ year }) => year)).toEqual([2026]);
    expect(years[0]?.amount).toBe(runs[0]?.amount);
  });

  it('shows carry that vests within twelve months by fund, as in its report', async () => {
    const { today } = await home(approver);
    const vesting = await as(approver).getHomeVesting();
    expect(vesting.until.slice(4)).toBe(today.slice(4));
    const report = await as(approver).reportVestingAhead({ query: { to: vesting.until } });
    const sums = report.subtotals
      .filter(({ keys }) => keys.length > 0)
      .map(({ keys: [holder], splitKeys: [currency], totals }) => ({
        holderId: holder,
        currency,
        vested: totals.find(({ field }) => field === 'vestedCarryAmount')?.total,
        vests: totals.find(({ field }) => field === 'vests')?.total,
      }));
    expect(sums.length).toBeGreaterThan(0);
    expect(vesting.byFund).toEqual(sums.map((sum) => expect.objectContaining(sum) as object));
  });

  it('lists runs with undetermined figures for editors only', async () => {
    const body = request();
    const unread = [{ participantId: null, field: 'netDistributableAmount', text: 'tbd' }] as const;
    await as(maker).saveDistribution({
      body: {
        ...body,
        name: 'Open',
        distributionSources: body.distributionSources.map((source, at) =>
          at === 0 ? { ...source, netDistributableAmount: '0', unread } : source,
        ),
      },
    });
    expect(await waits(maker)).toContain('notDetermined');
    expect(await waits(approver)).toEqual([]);
  });

  it('lists a ledger run for the person who has to act next, and releases that are due', async () => {
    const second = await firm.server.person(firm.tenantId, { carry: 'editor' });
    const source = { id: plan.idOf('CO-HEL') };
    const line = { source, participant: { id: plan.idOf('E001') } };
    const draft = await as(maker).saveLedgerRun({
      body: {
        name: 'Brought along',
        type: { code: 'OPENING' },
        runDate: '2025-12-31',
        lines: [{ ...line, accrued: '1000.00', distributed: '400.00', escrow: '40.00' }],
      },
    });
    const kindsFor = async (person: TestPerson) =>
      (await home(person)).waiting.filter(({ id }) => id === draft.id).map(({ kind }) => kind);
    const sent = await as(maker).submitLedgerRun({ params: { id: draft.id }, body: { rowVersion: draft.rowVersion } });
    expect([await kindsFor(maker), await kindsFor(second), await kindsFor(approver)]).toEqual([[], ['approval'], []]);
    await waitsUnmoved(second, 'ledger_run', draft.id);
    const silent = await refusal(
      as(second).rejectLedgerRun({ params: { id: draft.id }, body: { rowVersion: sent.rowVersion, comment: ' ' } }),
    );
    expect(silent.errors).toMatchObject([
      { code: 'COMMENT_REQUIRED', message: 'Enter a comment that says why you are rejecting it.' },
    ]);
    const back = await as(second).rejectLedgerRun({
      params: { id: draft.id },
      body: { rowVersion: sent.rowVersion, comment: 'Not yet.' },
    });
    expect((await home(maker)).waiting.find(({ id }) => id === draft.id)).toMatchObject({
      kind: 'returned',
      detail: expect.stringMatching(/: Not yet\.$/) as string,
    });
    await waitsUnmoved(maker, 'ledger_run', draft.id);
    const again = await as(maker).submitLedgerRun({ params: { id: draft.id }, body: { rowVersion: back.rowVersion } });
    const approved = await as(second).approveLedgerRun({
      params: { id: draft.id },
      body: { rowVersion: again.rowVersion },
    });
    expect(await kindsFor(maker)).toEqual(['posting']);
    await waitsUnmoved(maker, 'ledger_run', draft.id);
    const dateRun = (date: string) =>
      firm.server.withTenant({ tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() }, (tx) =>
        tx.query('UPDATE ledger_run SET run_date = $2 WHERE id = $1', [draft.id, date]),
      );
    await dateRun('2030-01-01');
    expect(await kindsFor(maker), 'it can’t be posted before its date').toEqual([]);
    await dateRun('2025-12-31');
    await as(maker).postLedgerRun({ params: { id: draft.id }, body: { rowVersion: approved.rowVersion } });
    expect(await kindsFor(maker)).toEqual([]);
    expect((await home(maker)).runs.find(({ id }) => id === draft.id)).toMatchObject({
      type: 'ledgerRun',
      status: { code: 'POSTED' },
      amount: '1000.00',
    });
    expect(await waits(maker)).not.toContain('release');
    await firm.server.withTenant(
      { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
      (tx) =>
        tx.query(`UPDATE coinvestment SET escrow_release_date = '2026-01-01' WHERE tenant_id = $1 AND id = $2`, [
          firm.tenantId,
          source.id,
        ]),
    );
    const due = await as(maker).listReleasesDue();
    expect(due).toHaveLength(1);
    const releases = (await home(maker)).waiting.filter(({ kind }) => kind === 'release');
    expect(releases).toEqual(
      due.map(
        ({ holder, escrowBalance }) => expect.objectContaining({ id: holder.id, amount: escrowBalance }) as object,
      ),
    );
    expect(await waits(approver)).toEqual([]);
  });

  it('has the key figures of the reports, with their change and series', async () => {
    const { today, figures } = await home(maker);
    const figureOf = (field: string) => figures.find((figure) => figure.field === field && figure.currency === 'USD');
    type Report = Pick<AnswerOf<'reportEstimatedAccruedCarry'>, 'subtotals'>;
    const totalOf = ({ subtotals }: Report, field: string) =>
      subtotals
        .find(({ keys, splitKeys }) => keys.length === 0 && splitKeys.includes('USD'))
        ?.totals.find((total) => total.field === field)?.total;
    const balances = await as(maker).reportEstimatedAccruedCarry({ query: { selectedDate: today } });
    const accrued = figureOf('accrued');
    expect(accrued?.value).toBe(totalOf(balances, 'balance'));
    expect(accrued?.coverage?.excluded.length, 'paid from accounts without accruals').toBeGreaterThan(0);
    expect(accrued?.series.at(-1)).toEqual({ on: today, value: accrued?.value });
    // Nothing was accrued or opened before the end of 2025.
    const before2025 = accrued?.series.filter(({ on }) => on < '2025-12-31') ?? [];
    expect(before2025.map(({ value }) => value)).toEqual(before2025.map(() => null));
    expect(figureOf('escrow')?.value).toBe(totalOf(balances, 'escrowBalance'));
    const year = today.slice(0, 4);
    const query = { status: 'DISB', from: `${year}-01-01`, to: today };
    const paid = await as(maker).reportDistributionsByFund({ query });
    const distributed = figureOf('distributed');
    expect(distributed?.value).toBe(totalOf(paid, 'grossCarryDistributed'));
    expect(figureOf('netPaid')?.value).toBe(totalOf(paid, 'netCarryDistributed'));
    // The years before the first distribution are unknown, not zero.
    expect(distributed?.change).toBeNull();
    expect(distributed?.series.slice(0, -1).every(({ value }) => value === null)).toBe(true);
    expect(distributed?.series.map(({ on }) => on.slice(0, 4)).at(-1)).toBe(year);
    expect(figureOf('awaiting'), 'nothing is submitted').toBeUndefined();
  });

  /** Expects that the explanation of each key figure has its value, as the sum of named parts. */
  const explainsAll = async (person: TestPerson) => {
    const { figures } = await home(person);
    for (const { field: figure, currency, value } of figures.filter(({ value: amount }) => amount !== null)) {
      const query = { figure, ...(currency === null ? {} : { currency }) };
      const { inputs, records = [], result } = await as(person).explainHomeFigure({ query });
      expect([figure, result]).toEqual([figure, value]);
      expect(records.map(({ name }) => name)).toEqual(inputs.map(({ name }) => name));
    }
    return figures.map(({ field }) => field);
  };
  it('explains each key figure by the funds or distributions that add up to it', async () => {
    expect(await explainsAll(maker)).toEqual(expect.arrayContaining(['accrued', 'escrow', 'distributed', 'netPaid']));
    const { records = [] } = await as(maker).explainHomeFigure({ query: { figure: 'distributed', currency: 'USD' } });
    expect(records[0]).toMatchObject({ type: 'distribution', id: run.id });
    const nothing = { figure: 'escrow', currency: 'JPY' } as const;
    expect((await refusal(as(maker).explainHomeFigure({ query: nothing }))).status).toBe(404);
    const outsider = await firm.server.person(firm.tenantId, { comp: 'administrator' });
    const distributed = { figure: 'distributed', currency: 'USD' } as const;
    expect((await refusal(as(outsider).explainHomeFigure({ query: distributed }))).status).toBe(403);
  });

  it('offers a draft to the people who worked on it, until it is submitted', async () => {
    const draft = await as(maker).saveDistribution({ body: { ...request(), name: 'Unfinished' } });
    const second = await firm.server.person(firm.tenantId, { carry: 'editor' });
    const draftsOf = async (person: TestPerson) =>
      (await home(person)).waiting.flatMap(({ id, kind }) => (id === draft.id ? [kind] : []));
    expect([await draftsOf(maker), await draftsOf(second)]).toEqual([['draft'], []]);
    await as(maker).submitDistribution({
      params: { id: draft.id },
      body: { rowVersion: draft.rowVersion, acknowledged: listAcknowledgments(draft) },
    });
    expect(await draftsOf(maker)).toEqual([]);
    const { waiting, figures } = await home(approver);
    const amount = waiting.find(({ id }) => id === draft.id)?.amount;
    expect(figures.find(({ field }) => field === 'awaiting')).toMatchObject({
      value: amount,
      change: null,
      series: [],
    });
  });

  it('lists the newest day first, and on a day the largest amount', async () => {
    const { waiting } = await home(maker);
    const inOrder = waiting.toSorted(
      (first, other) =>
        other.since.slice(0, 10).localeCompare(first.since.slice(0, 10)) ||
        Number(other.amount ?? -1) - Number(first.amount ?? -1),
    );
    expect(waiting.length).toBeGreaterThan(2);
    expect(waiting.map(({ id, kind }) => [id, kind])).toEqual(inOrder.map(({ id, kind }) => [id, kind]));
  });

  it('is refused without a role in carry', async () => {
    const stranger = await firm.server.person(firm.tenantId, { comp: 'administrator' });
    expect((await refusal(as(stranger).getHome())).status).toBe(403);
  });
});
