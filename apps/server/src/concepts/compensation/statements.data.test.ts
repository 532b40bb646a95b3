import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { listenLive } from '@carrara/adapters/signalr/client/listenLive';
import type { LiveEvent } from '@carrara/contract/core/events';
import { emptyId } from '@carrara/contract/core/kinds';
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { multipart } from '../../testing/multipart.ts';
import { givePayAccess } from '../../testing/givePayAccess.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Figure {
  readonly Figure: string;
  readonly Amount: string | null;
  readonly Last: string | null;
}
interface Statement {
  readonly Id: string;
  readonly RowVersion: number;
  readonly Status: { readonly Code: string };
  readonly PdfSha256: string | null;
  readonly Supersedes: { readonly Id: string } | null;
  readonly SupersededBy: { readonly Id: string } | null;
  readonly Statement: {
    readonly Currencies: readonly { readonly Currency: string; readonly Figures: readonly Figure[] }[];
  };
}
interface Failure {
  readonly Errors: readonly { readonly Code: string }[];
}

describe('total compensation statements', () => {
  let server: TestServer;
  let tenantId: string;
  let usd: string;
  let head: TestPerson;
  let lead: TestPerson;
  let administrator: TestPerson;
  /** Portal user linked to Ada. */
  let reader: TestPerson;
  const employees = new Map<string, string>();
  const idOf = (name: string) => employees.get(name) ?? '';
  const base = '/api/comp/statement';

  const call = async <T = Statement>(
    person: TestPerson,
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    payload?: object,
  ) => {
    const answer = await server.call(person.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, text: answer.body, bytes: answer.rawPayload, body: () => answer.json<T>() };
  };
  const done = async <T = Statement>(...args: Parameters<typeof call>): Promise<T> => {
    const answer = await call<T>(...args);
    expect(answer.status, answer.text).toBe(200);
    return answer.body();
  };
  const draft = (name: string, more: object = {}) =>
    done(head, 'POST', base, { Employee: { Id: idOf(name) }, Year: 2025, ...more });
  const release = ({ Id, RowVersion }: Pick<Statement, 'Id' | 'RowVersion'>) =>
    done(head, 'POST', `${base}/${Id}/release`, { RowVersion });
  /** Drafts or releases the statements of many employees in a background job. */
  const work = async (Act: string, more: object = {}) => {
    const { Id } = await done<{ Id: string }>(head, 'POST', `${base}/batch`, { Act, Year: 2025, ...more });
    for (;;) {
      const task = await done<{ Status: string; Remarks: readonly string[] }>(head, 'GET', `/api/task/${Id}`);
      if (!['WAITING', 'RUNNING'].includes(task.Status)) return task;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const figure = ({ Statement: { Currencies } }: Statement, name: string) =>
    Currencies[0]?.Figures.find((candidate) => candidate.Figure === name)?.Amount;
  /** Returns the audit's findings about statements. */
  const found = () =>
    unitOfWork({ pool: server.database.worker, auditKey: server.auditKey })(
      { tenantId, personId: null, now: server.now.toISOString() },
      async (tx) =>
        (await verifyTenant(tx, server.auditKey)).findings.filter(({ of: [kind] }) =>
          ['compensation statement', 'payStatement'].includes(kind ?? ''),
        ),
      { readOnly: true },
    );

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    const bonus = await server.referenceEntry(tenantId, 'pay-type', 'BONUS', 'BONUS');
    [head, lead, administrator, reader] = (await Promise.all([
      server.person(tenantId, { comp: 'administrator' }),
      server.person(tenantId, { comp: 'editor' }),
      server.person(tenantId, { comp: 'administrator', carry: 'administrator' }),
      server.person(tenantId, { 'participant-portal': 'viewer' }),
    ])) as [TestPerson, TestPerson, TestPerson, TestPerson];
    await givePayAccess(server, tenantId, head, 'ALL');
    await givePayAccess(server, tenantId, lead, 'REPORTS');
    for (const [FirstName, more] of [
      ['Lead', { User: { Id: lead.personId } }],
      ['Ada', { User: { Id: reader.personId } }],
      ['Ben', {}],
    ] as const) {
      const manager = FirstName === 'Lead' ? {} : { Manager: { Id: idOf('Lead') } };
      const hired = { FirstName, LastName: 'Test', HireDate: '2020-01-01', IsPayRestricted: false };
      const { Id } = await done<{ Id: string }>(head, 'POST', '/api/comp/employee', { ...hired, ...manager, ...more });
      employees.set(FirstName, Id);
    }
    const amount = { Currency: { Id: usd } };
    for (const name of ['Lead', 'Ada'])
      await done(head, 'POST', '/api/comp/salary', {
        Employee: { Id: idOf(name) },
        EffectiveDate: '2024-01-01',
        Amount: '10000.00',
        Frequency: { Code: 'MONTHLY' },
        FtePercent: '100',
        ...amount,
      });
    await done(head, 'POST', '/api/comp/award', {
      Employee: { Id: idOf('Ada') },
      PerformanceYear: 2025,
      PayType: { Id: bonus },
      Amount: '50000.00',
      AwardDate: '2026-02-15',
      ...amount,
    });
  });
  afterAll(() => server.stop());

  it('is drafted of others and of a year that is over, once, and says what the profile, the report and the files say', async () => {
    const codeOf = async (person: TestPerson, payload: object) => {
      const answer = await call<Failure>(person, 'POST', base, payload);
      return [answer.status, answer.body().Errors[0]?.Code];
    };
    const ofAda = { Employee: { Id: idOf('Ada') }, Year: 2025 };
    expect(await codeOf(head, { ...ofAda, Year: 2026 })).toEqual([422, 'YEAR_NOT_OVER']);
    expect(await codeOf(lead, { ...ofAda, Employee: { Id: idOf('Lead') } })).toEqual([422, 'OWN_PAY']);
    expect(await codeOf(administrator, ofAda)).toEqual([404, 'NOT_FOUND']);
    const ada = await draft('Ada', { Message: 'Thank you.' });
    expect(await codeOf(head, ofAda)).toEqual([409, 'DUPLICATE']);

    const years = await done<{ PageData: readonly Record<string, string>[] }>(
      head,
      'GET',
      `/api/comp/employee/${idOf('Ada')}/compensations`,
    );
    const ofYear = years.PageData.find(({ Year }) => String(Year) === '2025')!;
    const report = await done<{ PageData: readonly Record<string, string>[] }>(
      head,
      'GET',
      `/api/comp/reporting/compensation-summary?employeeId=${idOf('Ada')}&selectedDate=2025-12-31`,
    );
    for (const name of ['BaseSalary', 'Bonus', 'TotalCash', 'TotalCompensation', 'SalaryEarned']) {
      const own = figure(ada, name.charAt(0).toLowerCase() + name.slice(1));
      expect([name, own, own]).toEqual([name, ofYear[name], report.PageData[0]![name]]);
    }
    expect([figure(ada, 'awardedFor'), figure(ada, 'paidIn')]).toEqual(['170000.00', '120000.00']);
    const ben = await draft('Ben');
    expect(ben.Statement.Currencies).toEqual([]);
    const why = await done<{ Result: string; Children: readonly unknown[] }>(
      head,
      'GET',
      `${base}/${ada.Id}/explanation?currency=USD&figure=awardedFor`,
    );
    expect([why.Result, why.Children.length]).toEqual(['170000.00', 5]);
    await done(head, 'DELETE', `${base}/${ben.Id}?RowVersion=${ben.RowVersion}`);
  });

  it('keeps its figures and its file when it is released; a correction supersedes it, and both stay readable', async () => {
    const [{ Id, RowVersion }] = (await done<{ PageData: readonly Statement[] }>(head, 'GET', `${base}?Year=2025`))
      .PageData as [Statement];
    const wordless = await call<Failure>(head, 'POST', `${base}/${Id}/release`, { RowVersion, Wording: ' ' });
    expect([wordless.status, wordless.body().Errors[0]]).toMatchObject([400, { Path: 'Wording' }]);
    // Of two concurrent releases, one succeeds and the other reports that somebody else was first.
    const releasing = () => call(head, 'POST', `${base}/${Id}/release`, { RowVersion });
    const both = await Promise.all([releasing(), releasing()]);
    expect(both.map(({ status }) => status).toSorted((status, next) => status - next)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.text).toMatch(/Released|just released this statement/);
    const first = both.find(({ status }) => status === 200)!.body();
    const pdf = await call(head, 'GET', `${base}/${Id}/pdf`);
    const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect([first.Status.Code, sha(pdf.bytes)]).toEqual(['REL', first.PdfSha256]);
    expect((await call(head, 'POST', `${base}/${Id}/release`, { RowVersion: first.RowVersion })).status).toBe(409);
    expect(
      (await call(head, 'POST', base, { Id, RowVersion: first.RowVersion, Employee: { Id: idOf('Ada') }, Year: 2025 }))
        .status,
    ).toBe(409);
    expect((await call(head, 'DELETE', `${base}/${Id}`)).status).toBe(409);

    await done(head, 'POST', '/api/comp/salary', {
      Employee: { Id: idOf('Ada') },
      EffectiveDate: '2025-07-01',
      Amount: '11000.00',
      Currency: { Id: usd },
      Frequency: { Code: 'MONTHLY' },
      FtePercent: '100',
    });
    expect(figure(await done(head, 'GET', `${base}/${Id}`), 'baseSalary')).toBe('120000.00');
    const second = await release(await draft('Ada', { Message: 'Corrected: the raise of July.' }));
    expect([figure(second, 'baseSalary'), second.Supersedes?.Id]).toEqual(['132000.00', Id]);
    const before = await done(head, 'GET', `${base}/${Id}`);
    expect([before.Status.Code, before.SupersededBy?.Id, figure(before, 'baseSalary')]).toEqual([
      'SUP',
      second.Id,
      '120000.00',
    ]);
    expect(sha((await call(head, 'GET', `${base}/${Id}/pdf`)).bytes)).toBe(first.PdfSha256);
    const files = await call(head, 'GET', `${base}/figures?Year=2025&format=csv`);
    expect(files.text).toContain(figure(second, 'totalCompensation'));
    expect(files.text).not.toContain(figure(before, 'totalCompensation'));
  });

  it('is seen as far as the access goes, never the own, and each look is written down', async () => {
    const seen = async (person: TestPerson) =>
      (await done<{ PageData: readonly { Name: string }[] }>(person, 'GET', `${base}/year?Year=2025`)).PageData.map(
        ({ Name }) => Name,
      );
    expect(await seen(head)).toEqual(['Ada Test', 'Ben Test', 'Lead Test']);
    expect(await seen(lead)).toEqual(['Ada Test', 'Ben Test']);
    expect(await seen(administrator)).toEqual([]);
    const { Id } = await draft('Lead');
    for (const url of [`${base}/${Id}`, `${base}/${Id}/pdf`]) expect((await call(lead, 'GET', url)).status).toBe(404);
    const context = { tenantId, personId: administrator.personId, now: server.now.toISOString() };
    const counts = await server.withTenant(context, (tx) =>
      tx.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pay_statement UNION ALL SELECT count(*)::int FROM pay_statement_release
         UNION ALL SELECT count(*)::int FROM activity WHERE object_type = 'payStatement'`,
      ),
    );
    expect(counts.map(({ n }) => n)).toEqual([0, 0, 0]);
    const reads = await done<{ PageData: readonly { Operation: string; Whose: string }[] }>(
      head,
      'GET',
      '/api/comp/pay-read?PageSize=100',
    );
    expect(reads.PageData.find(({ Operation }) => Operation === 'printPayStatement')?.Whose).toBe('Ada Test');
  });

  it('is drafted and released of many as a background job, and given as a zip', async () => {
    // In a year before anybody was hired, there is nothing to draft or release.
    const early = await call<Failure>(head, 'POST', `${base}/batch`, { Act: 'draft', Year: 1900 });
    expect([early.status, early.body().Errors[0]]).toMatchObject([422, { Code: 'NO_RECIPIENTS', Path: 'Year' }]);
    expect(await work('draft')).toMatchObject({ Status: 'DONE', Remarks: [] });
    expect((await work('draft')).Remarks).toEqual([
      expect.stringMatching(/^Everyone already has a statement for this year/),
    ]);
    const unknown = await call<Failure & { Message: string }>(
      head,
      'GET',
      `${base}/00000000-0000-4000-8000-000000000000`,
    );
    expect([unknown.status, unknown.body().Message]).toEqual([
      404,
      expect.stringContaining('There is no such compensation statement.'),
    ]);
    const drafts = await done<{
      People: readonly { Name: string }[];
      Sums: readonly { Currency: string; Statements: number; AwardedFor: string; PaidIn: string }[];
    }>(head, 'GET', `${base}/drafts?Year=2025`);
    // The preview of a release lists the employees and the sums per currency. Ben has none in any currency.
    expect(drafts.People.map(({ Name }) => Name)).toEqual(['Ben Test', 'Lead Test']);
    expect(drafts.Sums).toEqual([
      { Currency: 'USD', Statements: 1, AwardedFor: '120000.00', PaidIn: '120000.00', DeferredFromLedger: 0 },
    ]);
    expect((await done<typeof drafts>(administrator, 'GET', `${base}/drafts?Year=2025`)).People).toEqual([]);
    const wording = 'I have read my statement.';
    expect(await work('release', { Wording: wording })).toMatchObject({ Status: 'DONE', Remarks: [] });
    expect(await work('release')).toMatchObject({ Remarks: ['There are no drafts for this year to release.'] });
    const { PageData } = await done<{ PageData: readonly { Name: string; StatementId: string }[] }>(
      head,
      'GET',
      `${base}/year?Year=2025&State=REL`,
    );
    expect(await done<object>(head, 'GET', `${base}/${PageData[1]!.StatementId}`)).toMatchObject({
      Delivery: { Wording: wording },
    });
    expect(PageData.map(({ Name }) => Name)).toEqual(['Ada Test', 'Ben Test', 'Lead Test']);
    const zip = await call(head, 'GET', `${base}/pdf?Year=2025`);
    expect(zip.bytes.toString('latin1').split('PK\u0001\u0002')).toHaveLength(4);
  });

  it('is read by its person in the portal: a corrected one leads to its successor, a withdrawn one says so and opens no more', async () => {
    interface Document {
      readonly Id: string;
      readonly State: string;
      readonly Version: number;
      readonly SupersededBy: { readonly Id: string } | null;
      readonly WithdrawnDate: string | null;
    }
    const documents = '/api/participant-portal/document';
    const mine = async () =>
      (await done<{ PageData: readonly Document[] }>(reader, 'GET', `${documents}?SortColumn=version&SortAsc=true`))
        .PageData;
    const [first, second] = (await mine()) as [Document, Document];
    expect(first).toMatchObject({ State: 'Superseded', Version: 1, SupersededBy: { Id: second.Id } });
    expect(second).toMatchObject({
      State: 'New',
      Version: 2,
      Supersedes: { Id: first.Id },
      Correction:
        'Changed: Base salary, Total cash, Total compensation, Salary earned, Awarded for the year, Paid in the year.',
      SupersededBy: null,
      WithdrawnDate: null,
    });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const listens = async ({ token }: TestPerson) => {
      const heard: LiveEvent[] = [];
      const baseUrl = `http://127.0.0.1:${String(port)}`;
      const onUpdate = (event: LiveEvent) => void heard.push(event);
      return { heard, client: await listenLive({ baseUrl, tenantId, token: () => token }, { onUpdate }) };
    };
    const ofHead = await listens(head);
    expect((await call(reader, 'POST', `${documents}/${second.Id}/open`, {})).status).toBe(200);
    expect((await call(reader, 'GET', `${documents}/${first.Id}/file`)).status).toBe(200);
    // Open pages of the people who released it are updated. The events must not reveal whose document it was or who
    // read it.
    const twice = Array(2).fill(['PayStatementRead', emptyId]);
    const notified = () => ofHead.heard.map(({ linkType, id }) => [linkType, id]);
    await vi.waitFor(() => expect(notified()).toEqual(twice), { timeout: 240_000 });
    expect(JSON.stringify(ofHead.heard)).not.toContain(reader.personId);
    await ofHead.client.stop();
    // The default text it was released with is acknowledged with the person's own name.
    const usual = 'I have received this document and taken note of it.';
    const acknowledge = (document: Document, TypedName: string) =>
      call<Failure>(reader, 'POST', `${documents}/${document.Id}/acknowledge`, { TypedName });
    expect(second).toMatchObject({ Wording: usual });
    expect((await acknowledge(second, 'Lead Test')).body().Errors[0]?.Code).toBe('NAME_DIFFERS');
    expect((await acknowledge(second, 'Ada Example')).body()).toMatchObject({ State: 'Acknowledged' });
    expect((await acknowledge(first, 'Ada Example')).status).toBe(409);
    // As with all pay, the firm can require a recent second factor.
    const { worker } = server.database;
    const firm = 'UPDATE tenant SET settings = settings';
    await worker.query(`${firm} || '{"secondFactor": "optional"}' WHERE id = $1`, [tenantId]);
    for (const url of [`${documents}/${first.Id}/file`, '/api/participant-portal/leaving?On=2027-03-10'])
      expect((await call(reader, 'GET', url)).status).toBe(403);
    await worker.query(`${firm} - 'secondFactor' WHERE id = $1`, [tenantId]);

    const [{ StatementId }] = (
      await done<{ PageData: readonly { StatementId: string }[] }>(head, 'GET', `${base}/year?Year=2025&State=REL`)
    ).PageData as [{ StatementId: string }];
    const { RowVersion } = await done(head, 'GET', `${base}/${StatementId}`);
    const { heard, client } = await listens(reader);
    const [ofCarry, ofPay] = [await listens(await server.person(tenantId, { carry: 'viewer' })), await listens(head)];
    const withdraw = `${base}/${StatementId}/withdraw`;
    for (const comment of [{}, { Comment: '  ' }])
      expect((await call<Failure>(head, 'POST', withdraw, { RowVersion, ...comment })).body()).toMatchObject({
        Errors: [{ Code: 'COMMENT_REQUIRED', Path: 'Comment' }],
      });
    await done(head, 'POST', withdraw, { RowVersion, Comment: 'It has a wrong bonus.' });
    // An open list of the reader is updated. The event doesn't mention the statement.
    await vi.waitFor(
      () => expect(heard.map(({ linkType, id }) => [linkType, id])).toEqual([['OwnDelivery', reader.personId]]),
      { timeout: 240_000 },
    );
    // People who may see pay are informed that some delivery has changed. People with carry only are never informed.
    await vi.waitFor(
      () => expect(ofPay.heard.map(({ linkType, id }) => [linkType, id])).toContainEqual(['Delivery', emptyId]),
      { timeout: 240_000 },
    );
    expect(ofCarry.heard).toEqual([]);
    expect((await ofCarry.client.history()).map(({ linkType }) => linkType)).not.toContain('Delivery');
    await Promise.all([client, ofCarry.client, ofPay.client].map((liveClient) => liveClient.stop()));
    const [, gone] = (await mine()) as [Document, Document];
    expect(gone).toMatchObject({
      Id: second.Id,
      State: 'Withdrawn',
      WithdrawnDate: server.now.toISOString(),
      WithdrawnReason: 'It has a wrong bonus.',
    });
    // People who may see the pay can read the reason, the state of the delivery, and its evidence. A certificate
    // contains the same.
    const page = await done<Statement & { Delivery: object; WithdrawnReason: string }>(
      head,
      'GET',
      `${base}/${StatementId}`,
    );
    expect(page).toMatchObject({
      WithdrawnReason: 'It has a wrong bonus.',
      Delivery: {
        Version: 2,
        Wording: usual,
        Recipient: { PortalUser: 'Ada Example', State: 'Acknowledged', TypedName: 'Ada Example' },
      },
    });
    const { PageData: evidence } = await done<{ PageData: readonly { Kind: string; Detail: string | null }[] }>(
      head,
      'GET',
      `${base}/${StatementId}/event`,
    );
    expect(evidence.map(({ Kind, Detail }) => [Kind, Detail])).toEqual([
      ['Released', usual],
      ['Opened', null],
      ['Acknowledged', usual],
      ['Withdrawn', 'It has a wrong bonus.'],
    ]);
    const certificate = await call(head, 'GET', `${base}/${StatementId}/certificate?as=csv`);
    for (const text of [
      'Ada Test',
      'Opened',
      usual,
      'It has a wrong bonus.',
      page.PdfSha256,
      'SHA-256 of the 4 lines above',
    ])
      expect(certificate.text).toContain(text);
    // Evidence is hidden from people who may not see the pay: it isn't among carry's deliveries, and the employee uses
    // the portal.
    for (const path of ['', '/event', '/certificate'])
      expect((await call(administrator, 'GET', `${base}/${StatementId}${path}`)).status, path).toBe(404);
    const deliveries = await done<{ PageData: readonly { Kind: string }[] }>(
      administrator,
      'GET',
      '/api/carry/delivery',
    );
    expect(deliveries.PageData).toEqual([]);
    for (const [method, path] of [
      ['GET', '/file'],
      ['POST', '/open'],
    ] as const) {
      const refused = await call<Failure>(
        reader,
        method,
        `${documents}/${second.Id}${path}`,
        method === 'GET' ? undefined : {},
      );
      expect([refused.status, refused.body().Errors[0]?.Code]).toEqual([409, 'WRONG_STATE']);
    }
    const [notice] = await done<readonly { Subject: string }[]>(reader, 'GET', '/api/inbox');
    expect(notice?.Subject).toBe('A document that was released to you has been withdrawn.');
    // People who may see the pay can read the released statement unchanged.
    expect((await call(head, 'GET', `${base}/${StatementId}/pdf`)).status).toBe(200);
  });

  it('tells its person who looked, where the firm shows it', async () => {
    interface Look {
      readonly What: string;
      readonly Whose: string;
      readonly Person: string;
    }
    const looks = async (person: TestPerson) =>
      (await done<{ PageData: readonly Look[] }>(person, 'GET', '/api/participant-portal/pay-read?PageSize=100'))
        .PageData;
    expect(await looks(reader)).toEqual([]);
    const { RowVersion } = await done<{ RowVersion: number }>(head, 'GET', '/api/tenant/settings');
    await done(head, 'POST', '/api/tenant/settings', { RowVersion, PortalPayReads: 'True' });
    const all = await looks(reader);
    expect(all).toContainEqual(
      expect.objectContaining({
        What: 'A statement as a PDF; once released, exactly as released',
        Whose: 'Yours',
        Person: 'Ada Example',
      }),
    );
    // Other employees' pay accesses by Lead appear only in their own portals, and access to one's own pay isn't logged.
    const other = await server.person(tenantId, { 'participant-portal': 'viewer' });
    expect(await looks(other)).toEqual([]);
  });

  it('is drafted of many again for whom it was withdrawn, and for nobody else', async () => {
    expect(await work('draft')).toMatchObject({ Status: 'DONE', Remarks: [] });
    const drafts = await done<{ People: readonly { Name: string }[] }>(head, 'GET', `${base}/drafts?Year=2025`);
    expect(drafts.People.map(({ Name }) => Name)).toEqual(['Ada Test']);
    expect((await work('draft')).Remarks).toEqual([
      expect.stringMatching(/^Everyone already has a statement for this year/),
    ]);
  });

  it('tells its person what deferred awards would come to after leaving, as far as a standing statement tells of them', async () => {
    const grant = (year: number) =>
      done(head, 'POST', '/api/comp/deferred', {
        Employee: { Id: idOf('Ada') },
        GrantDate: `${String(year)}-03-01`,
        Amount: '9000.00',
        Currency: { Id: usd },
        Tranches: [2026, 2027, 2028].map((vests, at) => ({
          VestDate: `${String(vests)}-03-01`,
          PayDate: `${String(vests)}-03-15`,
          Percent: at === 0 ? '33.34' : '33.33',
        })),
      });
    await grant(2025);
    await grant(2026);
    const on = (day: string, person = reader) =>
      done<{ ByCurrency: readonly Record<string, string>[] }>(
        person,
        'GET',
        `/api/participant-portal/leaving?On=${day}`,
      );
    // The statement of 2025 was withdrawn, so no statement in force discloses an award.
    expect((await on('2027-03-10')).ByCurrency).toEqual([]);
    const { PageData } = await done<{ PageData: readonly [{ StatementId: string }] }>(
      head,
      'GET',
      `${base}/year?Year=2025&State=DRAFT`,
    );
    await release(await done(head, 'GET', `${base}/${PageData[0].StatementId}`));
    expect((await on('2027-03-10')).ByCurrency).toEqual([
      { Currency: 'USD', Granted: '9000.00', Paid: '3000.60', Closing: '2999.70', Forfeited: '2999.70' },
    ]);
    const why = await done<{ Result: string }>(
      reader,
      'GET',
      '/api/participant-portal/leaving/explanation?On=2027-03-10&Currency=USD',
    );
    expect(why.Result).toBe('2999.70');
    const other = await server.person(tenantId, { 'participant-portal': 'viewer' });
    expect((await on('2027-03-10', other)).ByCurrency).toEqual([]);
    const { RowVersion } = await done<{ RowVersion: number }>(administrator, 'GET', '/api/tenant/settings');
    await done(administrator, 'POST', '/api/tenant/settings', { RowVersion, PortalPay: 'False' });
    expect((await on('2027-03-10')).ByCurrency).toEqual([]);
    // Nobody is notified of a statement that the firm's portal doesn't display.
    const notices = () => done<readonly object[]>(reader, 'GET', '/api/inbox');
    const before = await notices();
    const { Id } = await release(await draft('Ada'));
    expect(await notices()).toEqual(before);
    expect(await done<object>(head, 'GET', `${base}/${Id}`)).toMatchObject({
      Delivery: { Recipient: { PortalUser: null, State: 'No portal', MailedDate: null } },
    });
  });

  it('counts a paid tranche once: from the ledger until payroll has a row of deferred pay', async () => {
    for (const code of ['BASE', 'DEF'])
      await server.referenceEntry(tenantId, 'pay-type', code, code === 'BASE' ? 'SALARY' : 'DEFERRED');
    await done(head, 'POST', '/api/comp/deferred', {
      Employee: { Id: idOf('Ben') },
      GrantDate: '2024-03-01',
      Amount: '9000.00',
      Currency: { Id: usd },
      Tranches: [{ VestDate: '2025-03-01', PayDate: '2025-03-15', Percent: '100' }],
    });
    await done(head, 'POST', '/api/comp/deferred/due', { Until: '2025-12-31', EmployeeId: idOf('Ben') });
    const payroll = async (month: string, type: string, amount: string) => {
      const days = `2025-${month}-01,2025-${month}-28,2025-${month}-28`;
      const rows = `Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency\nBen Test,Payday,${days},${type},${amount},USD\n`;
      const file = multipart({ name: `${month}.csv`, type: 'text/csv', bytes: Buffer.from(rows) });
      const url = '/api/upload/payroll-actuals/unconfirmed';
      const checked = await server.call(head.token, tenantId, { method: 'POST', url, ...file });
      const { Id, Errors } = checked.json<{ Id: string; Errors: readonly object[] }>();
      expect(Errors).toEqual([]);
      const confirmed = { WarningsConfirmed: true };
      await done<object>(head, 'POST', `/api/upload/${Id}/upload/payroll-actuals/true`, confirmed);
    };
    const { Id } = await draft('Ben');
    const paid = async () => {
      const statement = await done(head, 'GET', `${base}/${Id}`);
      const [own] = statement.Statement.Currencies as unknown as readonly {
        readonly PaidFrom: { readonly Own: object };
      }[];
      return [figure(statement, 'paidIn'), own?.PaidFrom.Own];
    };
    await payroll('03', 'BASE', '5000.00');
    expect(await paid()).toEqual(['14000.00', { Cash: 'PAYROLL', Deferred: 'LEDGER' }]);
    await payroll('04', 'DEF', '9000.00');
    expect(await paid()).toEqual(['14000.00', { Cash: 'PAYROLL', Deferred: 'PAYROLL' }]);
  });

  it('is computed again by an audit, which finds a changed figure, a changed input and nothing else', async () => {
    expect(await found()).toEqual([]);
    const superuser = new pg.Client({ connectionString: server.database.url });
    await superuser.connect();
    const set = (assignments: string) =>
      superuser.query(
        `UPDATE pay_statement_release SET ${assignments} WHERE employee_id = $1 AND supersedes_id IS NOT NULL`,
        [idOf('Ada')],
      );
    const path = `'{currencies,0,figures,0,amount}'`;
    try {
      await set(`figures = jsonb_set(figures, ${path}, '"999999.00"')`);
      expect(await found()).toContainEqual({
        of: ['compensation statement', 'Ada Test 2025'],
        what: 'baseSalary in USD',
        was: '132000.00',
        is: '999999.00',
      });
      await set(`figures = jsonb_set(figures, ${path}, '"132000.00"')`);
      expect(await found()).toEqual([]);
      await set(`engine_version = '0'`);
      expect((await found()).map(({ what: subject }) => subject)).toContain(
        'can’t be recomputed from its stored input: rule version 0 doesn’t exist',
      );
      await set(`engine_version = (SELECT max(engine_version) FROM pay_statement_release), inputs = '{}'`);
      expect((await found()).map(({ what: subject }) => subject)).toContain(
        'can’t be recomputed, because its stored input isn’t readable. Somebody may have changed it in the database',
      );
    } finally {
      await superuser.end();
    }
  });
});
