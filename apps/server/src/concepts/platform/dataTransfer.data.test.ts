import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '../../testing/multipart.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Head {
  readonly Id: string;
  readonly RowVersion: number;
  readonly TransferStatus: { readonly Code: string };
  readonly Answer: string | null;
}
interface Transfer extends Head {
  readonly IsIntact: boolean;
  readonly PreviousId: string | null;
  readonly Funds: readonly {
    readonly Id: string;
    readonly Name: string;
    readonly Version: number;
    readonly NumberOfEntries: number;
    readonly Conflicts: readonly object[];
    readonly Choices: readonly object[];
  }[];
  readonly Changes: readonly { readonly What: string; readonly Before: string | null; readonly After: string | null }[];
}
const base = '/api/performance/data-transfer';
const end = '2026-06-30';

describe('the transfer of a locked quarter to the tenant of its investor', () => {
  let server: TestServer;
  const firm = { id: '', person: {} as TestPerson };
  const endowment = { id: '', person: {} as TestPerson };
  const stranger = { id: '', person: {} as TestPerson };
  let manager: string;
  let investor: string;
  let unlinked: string;
  let fund: string;
  let first: Head;
  let period: { RowVersion: number };

  type Side = typeof firm;
  const call = (
    side: Side,
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    payload?: object,
    token = side.person.token,
  ) => server.call(token, side.id, { method, url, ...(payload ? { payload } : {}) });
  const get = async <T>(side: Side, url: string): Promise<T> => (await call(side, 'GET', url)).json<T>();
  const post = async <T>(side: Side, url: string, payload: object): Promise<T> => {
    const answer = await call(side, 'POST', url, payload);
    expect(answer.statusCode, `${url}: ${answer.body.slice(0, 600)}`).toBe(200);
    return answer.json<T>();
  };
  const refused = async (side: Side, path: string, payload: object) => {
    const answer = await call(side, 'POST', `${base}/${path}`, payload);
    return [answer.statusCode, answer.json<{ Errors: { Code: string }[] }>().Errors[0]?.Code];
  };
  /** Returns the person's newest notifications about links and transfers. */
  const inbox = async (side: Side, token?: string) =>
    (await call(side, 'GET', '/api/inbox', undefined, token))
      .json<readonly { Kind: string; Subject: string; Link: string }[]>()
      .filter(({ Kind }) => Kind === 'transfer');
  const submit = (InvestorId = investor, EndDate = end) => post<Head>(firm, `${base}/submit`, { InvestorId, EndDate });
  const lock = async () => {
    period = await post(firm, `/api/performance/period/${fund}/${end}/lock`, { RowVersion: period.RowVersion });
  };
  interface FundRow {
    readonly Id: string;
    readonly Contributions: string;
  }
  const funds = async () => (await get<{ PageData: FundRow[] }>(endowment, '/api/performance/fund/funds')).PageData;
  const ownInvestor = async () => {
    const list = await get<{ PageData: { Id: string }[] }>(endowment, '/api/performance/investor/investors');
    const { Id, RowVersion, Code, Type } = await get<Record<string, unknown>>(
      endowment,
      `/api/performance/investor/${list.PageData[0]!.Id}`,
    );
    return { Id, RowVersion, Code, Type };
  };
  const anotherFirm = async () =>
    (await post<{ Id: string }>(firm, '/api/performance/firm', { Code: 'OWN', Name: 'Ridge itself' })).Id;
  const enter = (Type: string, Amount: string, EffectiveDate: string) =>
    post(firm, '/api/performance/ledger', { VehicleId: fund, Entries: [{ Type, Amount, EffectiveDate }] });
  const tamper = async (sql: string, values: readonly unknown[]) => {
    const superuser = new pg.Client({ connectionString: server.database.adminUrl });
    await superuser.connect();
    await superuser.query(sql, [...values]);
    await superuser.end();
  };
  const link = async (Investors: readonly string[]) => {
    const linkRequest = await post<{ Id: string }>(firm, '/api/performance/tenant-link-request/create', {
      TargetTenantId: endowment.id,
      TargetTenantName: 'Lakeside Endowment',
      Investors: Investors.map((Id) => ({ Id })),
    });
    await post(endowment, '/api/performance/tenant-link-request/accept', { Id: linkRequest.Id, Firm: { Id: manager } });
  };

  const findingsOf = async (tenantId: string) => {
    const { findings } = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      verifyTenant(tx, server.auditKey),
    );
    return findings
      .filter(({ of: location }) => location[0] !== 'reference')
      .map(({ of: location, what: subject }) => [location, subject]);
  };
  beforeAll(async () => {
    server = await TestServer.start();
    for (const [side, name] of [
      [firm, 'Ridge Partners'],
      [endowment, 'Lakeside Endowment'],
      [stranger, 'Elsewhere Trust'],
    ] as const) {
      side.id = await server.tenant(name);
      side.person = await server.person(side.id, { performance: 'administrator' });
    }
    for (const { id } of [endowment, stranger])
      await server.database.worker.query('UPDATE tenant SET is_lp_tenant = true WHERE id = $1', [id]);
    const currency = { Id: await server.referenceEntry(firm.id, 'currency', 'EUR') };
    const type = { Id: await server.referenceEntry(firm.id, 'investor-type', 'INVESTOR') };
    const make = async (side: Side, url: string, payload: object) =>
      (await post<{ Id: string }>(side, url, payload)).Id;
    await server.referenceEntry(endowment.id, 'currency', 'EUR');
    await server.referenceEntry(endowment.id, 'investor-type', 'INVESTOR');
    fund = await make(firm, '/api/performance/fund', { Code: 'F1', Name: 'Fund I', Currency: currency });
    investor = await make(firm, '/api/performance/investor', { Code: 'LAKE', Name: 'Lakeside', Type: type });
    unlinked = await make(firm, '/api/performance/investor', { Code: 'OTHER', Name: 'Other', Type: type });
    for (const [InvestorId, Amount] of [
      [investor, '600.00'],
      [unlinked, '400.00'],
    ]) {
      await post(firm, '/api/performance/commitment', {
        VehicleId: fund,
        InvestorId,
        Kind: 'CLOSE',
        Date: '2026-04-01',
        Amount,
      });
    }
    await enter('CALL-INV', '100.00', '2026-05-01');
    // A fund of the same investor without the quarter.
    const other = await make(firm, '/api/performance/fund', { Code: 'F2', Name: 'Fund II', Currency: currency });
    await post(firm, '/api/performance/commitment', {
      VehicleId: other,
      InvestorId: investor,
      Kind: 'CLOSE',
      Date: '2026-01-15',
      Amount: '50.00',
    });
    // One that is over, so it has no such quarter either.
    const over = await make(firm, '/api/performance/fund', { Code: 'F3', Name: 'Fund III', Currency: currency });
    for (const [Kind, Date, Amount] of [
      ['CLOSE', '2020-01-15', '50.00'],
      ['RELEASE', '2020-05-15', '50.00'],
    ]) {
      await post(firm, '/api/performance/commitment', { VehicleId: over, InvestorId: investor, Kind, Date, Amount });
    }
    period = await get(firm, `/api/performance/period/${fund}/${end}`);
    manager = await make(endowment, '/api/performance/firm', { Code: 'RP', Name: 'Ridge' });
  });
  afterAll(() => server.stop());

  it('needs a link that was accepted, and a quarter that is locked [A-T-090] [A-P-167]', async () => {
    expect(await refused(firm, 'submit', { InvestorId: investor, EndDate: end })).toEqual([422, 'NOT_LINKED']);
    await link([investor]);
    expect(await refused(firm, 'submit', { InvestorId: investor, EndDate: '2025-12-31' })).toEqual([
      422,
      'NOTHING_TO_TRANSFER',
    ]);
    expect(await refused(firm, 'submit', { InvestorId: investor, EndDate: end })).toEqual([422, 'PERIOD_OPEN']);
    expect(await refused(firm, 'submit', { InvestorId: unlinked, EndDate: end })).toEqual([422, 'NOT_LINKED']);
    await lock();
    first = await submit();
    expect(first).toMatchObject({ TransferStatus: { Code: 'PEND' }, IsOurs: true, PeriodEndDate: end, EndDate: end });
    expect(first).toMatchObject({ MissingFunds: ['Fund II'] });
    expect(await refused(firm, 'submit', { InvestorId: investor, EndDate: end })).toEqual([422, 'ALREADY_TRANSFERRED']);
    // Only people who may accept the transfer are notified.
    expect(await inbox(endowment)).toContainEqual(
      expect.objectContaining({
        Subject: expect.stringMatching(/ sent the figures of Lakeside as of 06\/30\/2026\. Accept or decline them\.$/),
        Link: `/performance/datamanagement/tenantlinkdatatransfer/${first.Id}`,
      }),
    );
    expect(await inbox(stranger)).toEqual([]);
  });

  it('waits for its answer with the figures that were locked, and the investor says so [A-T-085..088] [U-P-034] [U-P-040] [M-P-028]', async () => {
    expect(await get(endowment, `${base}/tabData`)).toEqual({ Pending: 1, Resolved: 0 });
    const pending = await get<Head[]>(endowment, `${base}/pending`);
    expect(pending.map(({ Id }) => Id)).toEqual([first.Id]);
    expect(await get(firm, `/api/performance/investor/${investor}`)).toMatchObject({
      DataTransferDates: [{ PeriodEndDate: end, Status: { Code: 'PEND', Description: 'Pending' } }],
    });
    const displayed = await get<Transfer>(endowment, `${base}/${first.Id}`);
    expect(displayed).toMatchObject({ IsIntact: true, PreviousId: null, Changes: [], MissingFunds: ['Fund II'] });
    const sent = await get<{ Fund: object; Investor: object; Known: string; Rows: { Row: number; ITD: string }[] }[]>(
      endowment,
      `/api/performance/capitalaccount/transferred/${first.Id}`,
    );
    const own = await get<(typeof sent)[0]>(firm, `/api/performance/capitalaccount/${end}/${investor}/fund/${fund}`);
    expect(sent).toEqual([own]);
    const stolen = await call(stranger, 'GET', `/api/performance/capitalaccount/transferred/${first.Id}`);
    expect(stolen.statusCode).toBe(404);
    expect(displayed.Funds).toEqual([
      expect.objectContaining({
        Name: 'Fund I',
        Version: 1,
        NumberOfEntries: 1,
        Commitment: '600.00',
        Contributions: '60.00',
        Unfunded: '540.00',
      }),
    ]);
  });

  it('is answered by the tenant that it was sent to alone, and seen by no third [A-T-089] [A-T-091] [U-T-053] [U-T-054]', async () => {
    const answer = { Id: first.Id, RowVersion: first.RowVersion };
    expect(await refused(firm, 'accept', answer)).toEqual([422, 'OWN_REQUEST']);
    expect(await refused(stranger, 'accept', answer)).toEqual([404, 'NOT_FOUND']);
    expect((await call(stranger, 'GET', `${base}/${first.Id}`)).statusCode).toBe(404);
    expect((await call(stranger, 'GET', base)).body).not.toContain(first.Id);
    // Changes use POST, although the specification has a GET.
    const response = await call(endowment, 'GET', `${base}/decline`);
    expect([response.statusCode, response.headers['allow']]).toEqual([405, 'POST']);
    const viewer = await server.person(endowment.id, { performance: 'viewer' });
    expect((await call(endowment, 'POST', `${base}/accept`, answer, viewer.token)).statusCode).toBe(403);
    const seen = (tenantId: string) =>
      server.withTenant(
        { tenantId, personId: null, now: server.now.toISOString() },
        async (tx) => (await tx.query('SELECT FROM data_transfer')).length,
      );
    // A transfer can't be sent to a tenant at neither end of its link.
    const smuggled = server.withTenant({ tenantId: firm.id, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query(
        `INSERT INTO data_transfer (tenant_id, id, target_id, link_id, investor_id, investor_name, period_end, package, package_hash)
         SELECT tenant_id, gen_random_uuid(), $1, link_id, investor_id, investor_name, period_end, package, package_hash FROM data_transfer`,
        [stranger.id],
      ),
    );
    await expect(smuggled).rejects.toThrow(/row-level security/);
    expect([await seen(firm.id), await seen(endowment.id), await seen(stranger.id)]).toEqual([1, 1, 0]);
    const twice = await Promise.all([
      call(endowment, 'POST', `${base}/accept`, answer),
      call(endowment, 'POST', `${base}/accept`, answer),
    ]);
    expect(new Set(twice.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    expect(await get(endowment, `${base}/tabData`)).toEqual({ Pending: 0, Resolved: 1 });
    expect((await inbox(firm)).map(({ Subject }) => Subject)).toContainEqual(
      expect.stringMatching(/ accepted the figures of Lakeside as of 06\/30\/2026\.$/),
    );
    expect(await inbox(endowment, viewer.token)).toEqual([]);
  });

  it('is in the books of the LP tenant, once: its fund, its commitment, its cash and what was reported of the quarter', async () => {
    const [own, ...others] = await funds();
    expect(others).toEqual([]);
    expect(own).toMatchObject({
      FundName: 'Fund I',
      Firm: { Name: 'Ridge' },
      Commitment: '600.00',
      Contributions: '60.00',
      Unfunded: '540.00',
      NAV: '60.00',
      TVPI: '1',
    });
    const [commitment] = await get<{ Investor: { Name: string }; Amount: string }[]>(
      endowment,
      `/api/performance/commitment?vehicleId=${own!.Id}`,
    );
    expect(commitment).toMatchObject({ Investor: { Name: 'Lakeside' }, Amount: '600.00', Unfunded: '540.00' });
    const { PageData } = await get<{ PageData: { Type: string; Amount: string; Source: unknown }[] }>(
      endowment,
      `/api/performance/ledger?vehicleId=${own!.Id}`,
    );
    expect(PageData).toMatchObject([
      { Type: 'CALL-INV', Amount: '60.00', Source: { Kind: 'TRANSFER', Id: first.Id, Row: 0 } },
    ]);
    const reported = await get<{ Figure: string; Value: string }[]>(
      endowment,
      `/api/performance/reported?vehicleId=${own!.Id}`,
    );
    expect(Object.fromEntries(reported.map(({ Figure, Value }) => [Figure, Value]))).toMatchObject({
      nav: '60',
      contributions: '60',
      unfunded: '540',
      tvpi: '1',
    });
    // The transfer appears in nobody else's books.
    expect(await get(stranger, '/api/performance/fund/funds')).toMatchObject({ PageData: [] });
  });

  it('is sent again when the quarter was restated, with what changed, and undone the latest first', async () => {
    period = await post(firm, `/api/performance/period/${fund}/${end}/reopen`, {
      RowVersion: period.RowVersion,
      Reason: 'A call was left out',
    });
    await enter('CALL-INV', '50.00', '2026-06-01');
    await lock();
    const second = await submit();
    const displayed = await get<Transfer>(endowment, `${base}/${second.Id}`);
    expect(displayed.PreviousId).toBe(first.Id);
    expect(displayed.Changes).toContainEqual(
      expect.objectContaining({ What: 'contributions', Before: '60.00', After: '90.00' }),
    );
    expect(displayed.Changes).toContainEqual(
      expect.objectContaining({ What: 'CALL-INV 2026-06-01', Before: null, After: '30.00' }),
    );
    const [before] = await funds();
    await post(endowment, `${base}/accept`, { Id: second.Id });
    expect(await funds()).toMatchObject([{ Id: before!.Id, Contributions: '90.00', Unfunded: '510.00', NAV: '90.00' }]);
    const why = { Comments: 'Taken over too soon' };
    expect(await refused(endowment, 'undo', { Id: first.Id, ...why })).toEqual([422, 'BUILT_UPON']);
    expect(await refused(endowment, 'undo', { Id: second.Id })).toEqual([422, 'COMMENT_REQUIRED']);
    // The audit can still compute a version locked with the transfer after it is undone.
    const { PageData } = await get<{ PageData: { FundId: string }[] }>(endowment, '/api/performance/fund/funds');
    const quarter = `/api/performance/period/${PageData[0]!.FundId}/${end}`;
    const { RowVersion } = await get<{ RowVersion: number }>(endowment, quarter);
    const locked = await post<{ RowVersion: number }>(endowment, `${quarter}/lock`, {
      RowVersion,
      Acknowledged: ['T11', 'T12'],
    });
    await post(endowment, `${quarter}/reopen`, { RowVersion: locked.RowVersion, Reason: 'Locked too soon' });
    expect(await post<Head>(endowment, `${base}/undo`, { Id: second.Id, ...why })).toMatchObject({
      TransferStatus: { Code: 'UNDO' },
    });
    expect(await funds()).toEqual([before]);
    expect(await findingsOf(endowment.id)).toEqual([]);
    const tables = ['ledger_entry', 'commitment_event', 'reported_figure', 'transfer_origin'];
    const seqs = await server.withTenant(
      { tenantId: stranger.id, personId: null, now: server.now.toISOString() },
      (tx) => Promise.all(tables.map(async (table) => (await tx.query(`SELECT FROM ${table}`)).length)),
    );
    expect(seqs).toEqual([0, 0, 0, 0]);
    server.passMinutes(31 * 24 * 60);
    for (const side of [firm, endowment, stranger])
      side.person = { ...side.person, token: await server.signIn(side.person.login) };
    expect(await refused(endowment, 'undo', { Id: first.Id, ...why })).toEqual([422, 'UNDO_TOO_LATE']);
  });

  it('leaves to the LP tenant all but what was transferred, and asks about what it changed since [G-P-020]', async () => {
    const [own] = (await funds()) as [FundRow & { RowVersion: number }];
    const editor = await server.person(endowment.id, { 'performance-lp': 'editor' });
    const edit = async (url: string, payload: object) => {
      const answer = await call(endowment, 'POST', url, payload, editor.token);
      return [answer.statusCode, answer.json<{ Errors?: { Code: string }[] }>().Errors?.[0]?.Code ?? null];
    };
    const { Id: entry } = (
      await get<{ PageData: { Id: string; Source: unknown }[] }>(
        endowment,
        `/api/performance/ledger?vehicleId=${own.Id}&sortColumn=EffectiveDate`,
      )
    ).PageData[0]!;
    const reported = await get<{ Id: string; Figure: string; Counts: boolean }[]>(
      endowment,
      `/api/performance/reported?vehicleId=${own.Id}`,
    );
    const nav = reported.find(({ Figure, Counts }) => Figure === 'nav' && Counts)!;
    expect(await edit(`/api/performance/ledger/${entry}/reverse`, { Reason: 'Not ours' })).toEqual([
      422,
      'TRANSFERRED',
    ]);
    expect(await edit(`/api/performance/reported/${nav.Id}/reverse`, { Reason: 'No' })).toEqual([422, 'TRANSFERRED']);
    const report = { PeriodEndDate: end, Nav: '99.00' };
    expect(
      await edit('/api/performance/fund/save-fund-period', { FundId: own.Id, PeriodReportingData: report }),
    ).toEqual([422, 'TRANSFERRED']);
    const vehicle = await get<Record<string, unknown>>(endowment, `/api/performance/fund/${own.Id}`);
    const { Code, Currency, Firm, RowVersion } = vehicle;
    const renamed = { Id: own.Id, RowVersion, Code, Currency, Firm, Name: 'Our Fund One' };
    expect(await edit('/api/performance/fund', renamed)).toEqual([200, null]);
    expect(await edit('/api/performance/investor', { ...(await ownInvestor()), Name: 'Lake' })).toEqual([200, null]);

    const again = await submit();
    const displayed = await get<Transfer>(endowment, `${base}/${again.Id}`);
    expect(displayed.Funds[0]).toMatchObject({
      Vehicle: { Id: own.Id, Name: 'Our Fund One' },
      Conflicts: [{ Field: 'name', Title: 'The name', Mine: 'Our Fund One', Theirs: 'Fund I' }],
    });
    expect(displayed.Funds[0]?.Choices).toEqual([]);
    expect(await refused(endowment, 'accept', { Id: again.Id })).toEqual([409, 'CHANGED_HERE']);
    const choice = (Choice: string) => ({ Resolutions: [{ FundId: displayed.Funds[0]!.Id, Field: 'name', Choice }] });
    await post(endowment, `${base}/accept`, { Id: again.Id, ...choice('MINE') });
    expect(await funds()).toMatchObject([{ FundName: 'Our Fund One', Contributions: '90.00' }]);
    // The page of a completed transfer displays the choices. The other firm can't see them.
    const decidedOf = async (who: typeof endowment) =>
      (await get<Transfer>(who, `${base}/${again.Id}`)).Funds[0]!.Choices;
    expect(await decidedOf(endowment)).toEqual([{ ...displayed.Funds[0]!.Conflicts[0], Choice: 'MINE' }]);
    expect(await decidedOf(firm)).toEqual([]);
    await post(endowment, `${base}/undo`, { Id: again.Id, Comments: 'Theirs, after all' });
    const once = await submit();
    await post(endowment, `${base}/accept`, { Id: once.Id, ...choice('THEIRS') });
    expect(await funds()).toMatchObject([{ FundName: 'Fund I', Contributions: '90.00' }]);
    await post(endowment, `${base}/undo`, { Id: once.Id, Comments: 'Ours, after all' });
    expect(await funds()).toMatchObject([{ FundName: 'Our Fund One', Contributions: '60.00' }]);
  });

  it('brings the statements as they were locked and what was released to the investor, bytes included, and takes them away again [A-T-091]', async () => {
    interface Doc {
      readonly Id: string;
      readonly Name: string;
      readonly RowVersion: number;
      readonly ContainerId: string;
      readonly TransferId: string | null;
    }
    // Documents of a fund are visible in carry.
    const both = await server.person(firm.id, { carry: 'administrator', performance: 'administrator' });
    const paper = (name: string) => Buffer.from(`%PDF-1.4 ${name}`);
    const upload = async (recordId: string, objectType: string, name: string) => {
      const url = `/api/document/upload/${recordId}?objectType=${objectType}`;
      const body = multipart({ name, type: 'application/pdf', bytes: paper(name) });
      const answer = await server.call(both.token, firm.id, { method: 'POST', url, ...body });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<Doc>();
    };
    const release = ({ Id, RowVersion }: Doc, token = both.token) =>
      call(firm, 'POST', '/api/document/release', { Id, RowVersion, IsReleased: true }, token);
    const documents = async (recordId: string) =>
      (await get<{ PageData: Doc[] }>(endowment, `/api/document/${recordId}/documents`)).PageData;
    const namesOf = async (recordId: string) => (await documents(recordId)).map(({ Name }) => Name).sort();

    const letter = await upload(investor, 'investor', 'Side letter.pdf');
    const report = await upload(fund, 'fund', 'Annual report.pdf');
    await upload(fund, 'fund', 'Internal memo.pdf');
    const page = { ObjectId: fund, ObjectType: 'fund', Name: 'Data room', Url: 'https://example.test/room' };
    const external = async (payload: object) =>
      (await call(firm, 'POST', '/api/document/external', payload, both.token)).json<Doc>();
    const room = await external(page);
    const viewer = await server.person(firm.id, { performance: 'viewer' });
    expect((await release(letter, viewer.token)).statusCode).toBe(403);
    const ofFirm = { ...page, ObjectId: await anotherFirm(), ObjectType: 'firm' };
    const astray = await release(await external(ofFirm));
    expect([astray.statusCode, astray.json<{ Errors: { Code: string }[] }>().Errors[0]?.Code]).toEqual([
      409,
      'CONDITION_NOT_MET',
    ]);
    for (const doc of [letter, report, room]) expect((await release(doc)).statusCode).toBe(200);

    const sent = await submit();
    const displayed = await get<Transfer & { Documents: string[]; Funds: { Documents: string[] }[] }>(
      endowment,
      `${base}/${sent.Id}`,
    );
    expect([displayed.Documents, displayed.Funds[0]!.Documents]).toEqual([
      ['Side letter.pdf'],
      ['Annual report.pdf', 'Data room'],
    ]);
    const choice = { Resolutions: [{ FundId: displayed.Funds[0]!.Id, Field: 'name', Choice: 'MINE' }] };
    await post(endowment, `${base}/accept`, { Id: sent.Id, ...choice });
    const { Id: lake } = await ownInvestor();
    const printed = (version: number) =>
      ['capital account', 'portfolio summary'].map((title) => `Fund I ${title} ${end} version ${String(version)}.pdf`);
    const [before, statements] = [printed(1), printed(2)];
    const brought = [
      'Fund I Annual report.pdf',
      'Fund I Data room',
      ...before,
      ...statements,
      'Side letter.pdf',
    ].sort();
    expect(await namesOf(String(lake))).toEqual(brought);
    const received = (await documents(String(lake))).filter(({ Name }) => !before.includes(Name));
    expect(new Set(received.map(({ TransferId }) => TransferId))).toEqual(new Set([sent.Id]));
    const bytesOf = async (name: string) => {
      const { Id } = received.find(({ Name }) => Name === name)!;
      expect((await call(stranger, 'GET', `/api/document/download/${Id}`)).statusCode).toBe(404);
      return (await call(endowment, 'GET', `/api/document/download/${Id}`)).rawPayload;
    };
    expect(await bytesOf('Fund I Annual report.pdf')).toEqual(paper('Annual report.pdf'));
    for (const name of statements) expect((await bytesOf(name)).subarray(0, 5).toString()).toBe('%PDF-');

    // Existing documents aren't transferred again. A document that the sender has deleted can't be.
    const late = await upload(investor, 'investor', 'Tax form.pdf');
    const { RowVersion } = (await release(late)).json<Doc>();
    const next = await submit();
    await post(endowment, `${base}/accept`, { Id: next.Id });
    expect(await namesOf(String(lake))).toEqual([...brought, 'Tax form.pdf']);
    await post(endowment, `${base}/undo`, { Id: next.Id, Comments: 'One by one' });
    expect(await namesOf(String(lake))).toEqual(brought);
    const gone = await submit();
    const removed = await call(firm, 'DELETE', `/api/document/delete/${late.Id}?rowVersion=${String(RowVersion)}`);
    expect(removed.statusCode).toBe(200);
    const refusal = await call(endowment, 'POST', `${base}/accept`, { Id: gone.Id });
    expect(refusal.json<{ Message: string }>().Message).toBe(
      'The sender no longer has this document: Tax form.pdf. Ask the sender to send the transfer again.',
    );
    await post(endowment, `${base}/decline`, { Id: gone.Id });
    await post(endowment, `${base}/undo`, { Id: sent.Id, Comments: 'All of it' });
    expect(await namesOf(String(lake))).toEqual(before);
    expect((await call(endowment, 'GET', `/api/document/download/${received[0]!.Id}`)).statusCode).toBe(404);
    // Both audit logs are intact.
    for (const { id } of [firm, endowment]) expect(await findingsOf(id)).toEqual([]);
  });

  it('fails when a byte of it is another one, or when its link goes meanwhile [M-P-064]', async () => {
    const third = await submit();
    await tamper(`UPDATE data_transfer SET package = set_byte(package, 40, get_byte(package, 40) # 1) WHERE id = $1`, [
      third.Id,
    ]);
    expect(await get(endowment, `${base}/${third.Id}`)).toMatchObject({ IsIntact: false, Funds: [] });
    expect(await post(endowment, `${base}/accept`, { Id: third.Id })).toMatchObject({
      TransferStatus: { Code: 'FAIL' },
      Answer: 'The package isn’t the one that was sent. Ask for it to be sent again.',
    });
    const fourth = await submit();
    expect((await call(endowment, 'DELETE', `/api/performance/tenant-link-request/${manager}`)).statusCode).toBe(200);
    expect(await get(firm, `${base}/${fourth.Id}`)).toMatchObject({
      TransferStatus: { Code: 'FAIL' },
      Answer: 'The link was removed.',
    });
    expect((await inbox(firm)).map(({ Subject }) => Subject)).toContainEqual(
      expect.stringMatching(/^The transfer of the figures of Lakeside as of 06\/30\/2026 from .* failed\.$/),
    );
    const late = await call(endowment, 'POST', `${base}/accept`, { Id: fourth.Id });
    expect([late.statusCode, late.json<{ Message: string }>().Message]).toEqual([
      409,
      expect.stringContaining('Data transfer of Lakeside for 06/30/2026 failed: The link was removed.'),
    ]);
    expect(await get(firm, `/api/performance/investor/${investor}`)).toMatchObject({
      DataTransferDates: [{ Status: { Code: 'FAIL' }, Reason: 'The link was removed.' }],
    });
  });
});
