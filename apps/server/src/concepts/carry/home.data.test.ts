import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keysIn, type PlantedPlan, plantCarryPlan, planDistributionBody } from '../../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Home {
  readonly Today: string;
  readonly Waiting: readonly { readonly Kind: string; readonly Id: string; readonly Detail: string | null }[];
  readonly Runs: readonly {
    readonly Type: string;
    readonly Id: string;
    readonly Status: { readonly Code: string };
    readonly Amount: string | null;
  }[];
  readonly Carry: readonly {
    readonly HolderId: string | null;
    readonly HolderType: string | null;
    readonly Currency: string;
    readonly Year: number | null;
    readonly Amount: string;
  }[];
}
interface Vesting {
  readonly Until: string;
  readonly ByFund: readonly {
    readonly HolderId: string;
    readonly Currency: string;
    readonly Vested: string | null;
    readonly Vests: string | null;
  }[];
}
interface Report {
  readonly Subtotals: readonly {
    readonly Keys: readonly string[];
    readonly Apart: readonly string[];
    readonly Totals: readonly { readonly Field: string; readonly Total: string | null }[];
  }[];
}
interface Stored {
  readonly Id: string;
  readonly RowVersion: number;
}

describe('home', { sequential: true }, () => {
  let server: TestServer;
  let tenantId: string;
  let plan: PlantedPlan;
  let maker: TestPerson;
  let approver: TestPerson;
  let run: Stored;

  const get = async <T>(person: TestPerson, url: string): Promise<T> => {
    const answer = await server.call(person.token, tenantId, { method: 'GET', url: `/api/carry/${url}` });
    expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
    return answer.json<T>();
  };
  const post = async (person: TestPerson, path: string, payload: object): Promise<Stored> => {
    const answer = await server.call(person.token, tenantId, { method: 'POST', url: `/api/carry/${path}`, payload });
    expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
    return answer.json<Stored>();
  };
  const home = (person: TestPerson) => get<Home>(person, 'home');
  const waits = async (person: TestPerson) => (await home(person)).Waiting.map(({ Kind }) => Kind);
  const submitted = () => {
    const body = { ...planDistributionBody(plan), Approvers: [{ Id: approver.personId }] };
    return { body };
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    maker = await server.person(tenantId, { carry: 'editor' });
    approver = await server.person(tenantId, { carry: 'viewer' });
  });
  afterAll(() => server.stop());

  it('of an empty firm has nothing, and says so without a figure', async () => {
    expect(await home(maker)).toMatchObject({ Waiting: [], Runs: [], Carry: [] });
    expect(await get<Vesting>(maker, 'home/vesting')).toMatchObject({ ByFund: [] });
  });

  it('tells an approver what waits, and the maker what was sent back, with who and why', async () => {
    plan = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, plantCarryPlan);
    const { body } = submitted();
    const draft = await post(maker, 'distribution/save-distribution', body);
    const sent = await post(maker, `distribution/${draft.Id}/submit-for-approval`, {
      RowVersion: draft.RowVersion,
      Acknowledged: keysIn(draft),
    });
    expect(await waits(approver)).toEqual(['approval']);
    expect(await waits(maker)).not.toContain('approval');
    await post(approver, 'distribution/save-approval', {
      DistributionId: draft.Id,
      RowVersion: sent.RowVersion,
      ApprovalDecision: 'REJ',
      ApprovalComments: 'The escrow is missing.',
    });
    expect(await waits(approver)).toEqual([]);
    const { Waiting } = await home(maker);
    expect(Waiting.find(({ Kind }) => Kind === 'returned')).toMatchObject({
      Id: draft.Id,
      Detail: expect.stringMatching(/: The escrow is missing\.$/) as string,
    });
    run = draft;
  });

  it('tells the last runs with their state, and carry by fund and year as its report adds it up', async () => {
    const { body } = submitted();
    const now = await get<Stored>(maker, `distribution/${run.Id}`);
    const again = await post(maker, 'distribution/save-distribution', {
      ...body,
      Id: run.Id,
      RowVersion: now.RowVersion,
    });
    const sent = await post(maker, `distribution/${run.Id}/submit-for-approval`, {
      RowVersion: again.RowVersion,
      Acknowledged: keysIn(again),
    });
    const decision = {
      DistributionId: run.Id,
      RowVersion: sent.RowVersion,
      ApprovalDecision: 'APP',
      Acknowledged: keysIn(sent),
    };
    const approved = await post(approver, 'distribution/save-approval', decision);
    expect(await waits(maker)).toContain('disbursal');
    await post(maker, `distribution/${run.Id}/disburse`, { RowVersion: approved.RowVersion });
    const { Runs, Carry } = await home(approver);
    expect(Runs[0]).toMatchObject({ Type: 'distribution', Id: run.Id, Status: { Code: 'DISB' } });
    const report = await get<Report>(approver, 'reporting/v2/distributions-by-fund?status=DISB');
    const gross = report.Subtotals.map(({ Keys: [holder = null], Totals }) => [
      holder,
      Totals.find(({ Field }) => Field === 'grossCarryDistributed')?.Total,
    ]);
    const all = Carry.filter(({ Year }) => Year === null).map(({ HolderId, Amount }) => [HolderId, Amount]);
    expect(all).toHaveLength(gross.length);
    expect(all).toEqual(expect.arrayContaining(gross));
    // The years add up to the same amount.
    const years = Carry.filter(({ HolderId, Year }) => HolderId === null && Year !== null);
    expect(years.map(({ Year }) => Year)).toEqual([2026]);
    expect(years[0]?.Amount).toBe(Runs[0]?.Amount);
  });

  it('tells what vests in twelve months as the report of it adds it up, fund by fund', async () => {
    const { Today } = await home(approver);
    const Vesting = await get<Vesting>(approver, 'home/vesting');
    expect(Vesting.Until.slice(4)).toBe(Today.slice(4));
    const report = await get<Report>(approver, `reporting/v2/vesting-ahead?until=${Vesting.Until}`);
    const sums = report.Subtotals.filter(({ Keys }) => Keys.length > 0).map(
      ({ Keys: [holder], Apart: [currency], Totals }) => ({
        HolderId: holder,
        Currency: currency,
        Vested: Totals.find(({ Field }) => Field === 'vestedCarryAmount')?.Total,
        Vests: Totals.find(({ Field }) => Field === 'vests')?.Total,
      }),
    );
    expect(sums.length).toBeGreaterThan(0);
    expect(Vesting.ByFund).toEqual(sums.map((sum) => expect.objectContaining(sum) as object));
  });

  it('tells editors alone of runs that are not determined', async () => {
    const { body } = submitted();
    const Unread = [{ ParticipantId: null, Field: 'netDistributableAmount', Text: 'tbd' }];
    const sources = (body as unknown as { readonly DistributionSources: readonly object[] }).DistributionSources;
    await post(maker, 'distribution/save-distribution', {
      ...body,
      Name: 'Open',
      DistributionSources: sources.map((source, at) =>
        at === 0 ? { ...source, NetDistrbutableAmount: '0', Unread } : source,
      ),
    });
    expect(await waits(maker)).toContain('notDetermined');
    expect(await waits(approver)).toEqual([]);
  });

  it('leads a run of the ledger from who approves it over who sent it back to who posts it, and names releases that are due', async () => {
    const second = await server.person(tenantId, { carry: 'editor' });
    const source = { Id: plan.idOf('CO-HEL') };
    const line = { Source: source, Participant: { Id: plan.idOf('E001') } };
    const draft = await post(maker, 'ledger/save', {
      Name: 'Brought along',
      Type: { Code: 'OPENING' },
      RunDate: '2025-12-31',
      Lines: [{ ...line, Accrued: '1000.00', Distributed: '400.00', Escrow: '40.00' }],
    });
    const waitingFor = async (person: TestPerson) =>
      (await home(person)).Waiting.filter(({ Id }) => Id === draft.Id).map(({ Kind }) => Kind);
    const sent = await post(maker, `ledger/${draft.Id}/submit`, { RowVersion: draft.RowVersion });
    expect([await waitingFor(maker), await waitingFor(second), await waitingFor(approver)]).toEqual([
      [],
      ['approval'],
      [],
    ]);
    const back = await post(second, `ledger/${draft.Id}/reject`, { RowVersion: sent.RowVersion, Comment: 'Not yet.' });
    expect((await home(maker)).Waiting.find(({ Id }) => Id === draft.Id)).toMatchObject({
      Kind: 'returned',
      Detail: expect.stringMatching(/: Not yet\.$/) as string,
    });
    const again = await post(maker, `ledger/${draft.Id}/submit`, { RowVersion: back.RowVersion });
    const approved = await post(second, `ledger/${draft.Id}/approve`, { RowVersion: again.RowVersion });
    expect(await waitingFor(maker)).toEqual(['posting']);
    await post(maker, `ledger/${draft.Id}/post`, { RowVersion: approved.RowVersion });
    expect(await waitingFor(maker)).toEqual([]);
    expect((await home(maker)).Runs.find(({ Id }) => Id === draft.Id)).toMatchObject({
      Type: 'ledgerRun',
      Status: { Code: 'POSTED' },
      Amount: '1000.00',
    });
    expect(await waits(maker)).not.toContain('release');
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query(`UPDATE coinvestment SET escrow_release_date = '2026-01-01' WHERE tenant_id = $1 AND id = $2`, [
        tenantId,
        source.Id,
      ]),
    );
    const due = await get<readonly { readonly Holder: { readonly Id: string }; readonly Held: string }[]>(
      maker,
      'ledger/releases-due',
    );
    expect(due).toHaveLength(1);
    const releases = (await home(maker)).Waiting.filter(({ Kind }) => Kind === 'release');
    expect(releases).toEqual(
      due.map(({ Holder, Held }) => expect.objectContaining({ Id: Holder.Id, Amount: Held }) as object),
    );
    expect(await waits(approver)).toEqual([]);
  });

  it('is refused to who has no role in carry', async () => {
    const stranger = await server.person(tenantId, { comp: 'administrator' });
    const answer = await server.call(stranger.token, tenantId, { method: 'GET', url: '/api/carry/home' });
    expect(answer.statusCode).toBe(403);
  });
});
