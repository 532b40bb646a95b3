import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { listenLive } from '@carrara/adapters/signalr/client/listenLive';
import type { LiveEvent } from '@carrara/contract/core/events';
import { emptyId } from '@carrara/contract/core/kinds';
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { grantPayAccess } from '../../testing/grantPayAccess.ts';
import { type AnswerOf, type BodyOf, refusal, responseStatus } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

type Statement = AnswerOf<'getPayStatement'>;
type Request = BodyOf<'savePayStatement'>;
type Batch = BodyOf<'startPayStatements'>;

describe('total compensation statements', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
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

  const file = (person: TestPerson, path: string) =>
    server.call(person.token, tenantId, { method: 'GET', url: `${base}/${path}` });
  const draft = (name: string, more: Partial<Request> = {}) =>
    as(head).savePayStatement({ body: { employee: { id: idOf(name) }, year: 2025, ...more } });
  const release = ({ id, rowVersion }: Pick<Statement, 'id' | 'rowVersion'>) =>
    as(head).releasePayStatement({ params: { id }, body: { rowVersion } });
  /** Drafts or releases the statements of many employees in a background job. */
  const work = async (act: Batch['act'], more: Partial<Batch> = {}) => {
    const { id } = await as(head).startPayStatements({ body: { act, year: 2025, ...more } });
    for (;;) {
      const task = await as(head).getTask({ params: { id } });
      if (!['WAITING', 'RUNNING'].includes(task.status)) return task;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const figure = ({ statement: { currencies } }: Statement, name: string) =>
    currencies[0]?.figures.find(({ figure: key }) => key === name)?.amount;
  /** Returns the audit's findings about statements. */
  const found = () =>
    unitOfWork({ pool: server.database.worker, auditKey: server.auditKey })(
      { tenantId, personId: null, now: server.now.toISOString() },
      async (tx) =>
        (await verifyTenant(tx, server.auditKey)).findings.filter(({ location: [kind] }) =>
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
    await grantPayAccess(server, tenantId, head, 'ALL');
    await grantPayAccess(server, tenantId, lead, 'REPORTS');
    for (const [firstName, more] of [
      ['Lead', { user: { id: lead.personId } }],
      ['Ada', { user: { id: reader.personId } }],
      ['Ben', {}],
    ] as const) {
      const manager = firstName === 'Lead' ? {} : { manager: { id: idOf('Lead') } };
      const hired = { firstName, lastName: 'Test', hireDate: '2020-01-01', isPayRestricted: false };
      const { id } = await as(head).saveCompEmployee({ body: { ...hired, ...manager, ...more } });
      employees.set(firstName, id);
    }
    const amount = { currency: { id: usd } };
    for (const name of ['Lead', 'Ada'])
      await as(head).saveSalary({
        body: {
          employee: { id: idOf(name) },
          effectiveDate: '2024-01-01',
          amount: '10000.00',
          frequency: { code: 'MONTHLY' },
          ftePercent: '100',
          ...amount,
        },
      });
    await as(head).saveAward({
      body: {
        employee: { id: idOf('Ada') },
        performanceYear: 2025,
        payType: { id: bonus },
        amount: '50000.00',
        awardDate: '2026-02-15',
        ...amount,
      },
    });
  });
  afterAll(() => server.stop());

  it('is drafted once for other people and for past years, and agrees with profile, report and files', async () => {
    const codeOf = async (person: TestPerson, body: Request) => {
      const { status, errors } = await refusal(as(person).savePayStatement({ body }));
      return [status, errors[0]?.code];
    };
    const ofAda = { employee: { id: idOf('Ada') }, year: 2025 };
    expect(await codeOf(head, { ...ofAda, year: 2026 })).toEqual([422, 'YEAR_NOT_OVER']);
    expect(await codeOf(lead, { ...ofAda, employee: { id: idOf('Lead') } })).toEqual([422, 'OWN_PAY']);
    expect(await codeOf(administrator, ofAda)).toEqual([404, 'NOT_FOUND']);
    const ada = await draft('Ada', { message: 'Thank you.' });
    expect(await codeOf(head, ofAda)).toEqual([409, 'DUPLICATE']);

    const years = await as(head).listEmployeeCompensations({ params: { id: idOf('Ada') } });
    const ofYear = years.pageData.find(({ year }) => String(year) === '2025')!;
    const report = await as(head).reportCompensationSummary({
      query: { employeeId: idOf('Ada'), selectedDate: '2025-12-31' },
    });
    for (const name of ['baseSalary', 'bonus', 'totalCash', 'totalCompensation', 'salaryEarned'] as const) {
      const own = figure(ada, name);
      expect(own, name).toMatch(/^\d/);
      expect([name, own, own]).toEqual([name, ofYear[name], report.pageData[0]![name]]);
    }
    expect([figure(ada, 'awardedFor'), figure(ada, 'paidIn')]).toEqual(['170000.00', '120000.00']);
    const ben = await draft('Ben');
    expect(ben.statement.currencies).toEqual([]);
    const why = await as(head).explainPayStatement({
      params: { id: ada.id },
      query: { currency: 'USD', figure: 'awardedFor' },
    });
    expect([why.result, why.children.length]).toEqual(['170000.00', 5]);
    await as(head).deletePayStatement({ params: { id: ben.id }, query: { rowVersion: ben.rowVersion } });
  });

  it('keeps its figures and its file after the release; a correction supersedes it, and both can be read', async () => {
    const { id, rowVersion } = (await as(head).listPayStatements({ query: { year: 2025 } })).pageData[0]!;
    const params = { id };
    const wordless = as(head).releasePayStatement({ params, body: { rowVersion, wording: ' ' } });
    expect(await refusal(wordless)).toMatchObject({ status: 400, errors: [{ path: 'Wording' }] });
    // Of two concurrent releases, one succeeds and the other reports that somebody else was first.
    const attempts = [1, 2].map(() => as(head).releasePayStatement({ params, body: { rowVersion } }));
    const outcomes = await Promise.allSettled(attempts);
    const rejected = outcomes.findIndex(({ status }) => status === 'rejected');
    const refused = await refusal(attempts[rejected]!);
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused)).toMatch(/Released|just released this statement/);
    const first = await attempts[1 - rejected]!;
    const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const print = async () => sha((await as(head).printPayStatement({ params })).bytes);
    expect([first.status?.code, await print()]).toEqual(['REL', first.pdfSha256]);
    const again = { rowVersion: first.rowVersion };
    const refusals = await Promise.all(
      [
        as(head).releasePayStatement({ params, body: again }),
        as(head).savePayStatement({ body: { id, ...again, employee: { id: idOf('Ada') }, year: 2025 } }),
        as(head).deletePayStatement({ params }),
      ].map(refusal),
    );
    expect(refusals.map(({ status }) => status)).toEqual([409, 409, 409]);

    await as(head).saveSalary({
      body: {
        employee: { id: idOf('Ada') },
        effectiveDate: '2025-07-01',
        amount: '11000.00',
        currency: { id: usd },
        frequency: { code: 'MONTHLY' },
        ftePercent: '100',
      },
    });
    expect(figure(await as(head).getPayStatement({ params: { id } }), 'baseSalary')).toBe('120000.00');
    const second = await release(await draft('Ada', { message: 'Corrected: the raise of July.' }));
    expect([figure(second, 'baseSalary'), second.supersedes?.id]).toEqual(['132000.00', id]);
    const before = await as(head).getPayStatement({ params: { id } });
    expect([before.status?.code, before.supersededBy?.id, figure(before, 'baseSalary')]).toEqual([
      'SUP',
      second.id,
      '120000.00',
    ]);
    expect(await print()).toBe(first.pdfSha256);
    const { body: csv } = await file(head, 'figures?Year=2025&format=csv');
    expect(csv).toContain(figure(second, 'totalCompensation'));
    expect(csv).not.toContain(figure(before, 'totalCompensation'));
  });

  it('is visible according to pay access, but never one’s own, and each read is logged', async () => {
    const namesFor = async (person: TestPerson) =>
      (await as(person).listPayStatementsOfYear({ query: { year: 2025 } })).pageData.map(({ name }) => name);
    expect(await namesFor(head)).toEqual(['Ada Test', 'Ben Test', 'Lead Test']);
    expect(await namesFor(lead)).toEqual(['Ada Test', 'Ben Test']);
    expect(await namesFor(administrator)).toEqual([]);
    const { id } = await draft('Lead');
    for (const read of [as(lead).getPayStatement, as(lead).printPayStatement])
      expect((await refusal(read({ params: { id } }))).status).toBe(404);
    const context = { tenantId, personId: administrator.personId, now: server.now.toISOString() };
    const counts = await server.withTenant(context, (tx) =>
      tx.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pay_statement UNION ALL SELECT count(*)::int FROM pay_statement_release
         UNION ALL SELECT count(*)::int FROM activity WHERE object_type = 'payStatement'`,
      ),
    );
    expect(counts.map(({ n }) => n)).toEqual([0, 0, 0]);
    const reads = await as(head).listPayReads({ query: { pageSize: 100 } });
    expect(reads.pageData.find(({ operation }) => operation === 'printPayStatement')?.employees).toBe('Ada Test');
  });

  it('is drafted and released for many employees in the background, and downloaded as a zip', async () => {
    // In a year before anybody was hired, there is nothing to draft or release.
    const early = as(head).startPayStatements({ body: { act: 'draft', year: 1900 } });
    expect(await refusal(early)).toMatchObject({ status: 422, errors: [{ code: 'NO_RECIPIENTS', path: 'Year' }] });
    expect(await work('draft')).toMatchObject({ status: 'DONE', remarks: [] });
    expect((await work('draft')).remarks).toEqual([
      expect.stringMatching(/^Everyone already has a statement for this year/),
    ]);
    const unknown = as(head).getPayStatement({ params: { id: '00000000-0000-4000-8000-000000000000' } });
    expect(await refusal(unknown)).toMatchObject({
      status: 404,
      message: expect.stringContaining('There is no such compensation statement.'),
    });
    const drafts = await as(head).getPayStatementDrafts({ query: { year: 2025 } });
    // The preview of a release lists the employees and the sums per currency. Ben has none in any currency.
    expect(drafts.people.map(({ name }) => name)).toEqual(['Ben Test', 'Lead Test']);
    expect(drafts.sums).toEqual([
      { currency: 'USD', statements: 1, awardedFor: '120000.00', paidIn: '120000.00', deferredFromLedger: 0 },
    ]);
    expect((await as(administrator).getPayStatementDrafts({ query: { year: 2025 } })).people).toEqual([]);
    const wording = 'I have read my statement.';
    expect(await work('release', { wording })).toMatchObject({ status: 'DONE', remarks: [] });
    expect(await work('release')).toMatchObject({ remarks: ['There are no drafts for this year to release.'] });
    const { pageData } = await as(head).listPayStatementsOfYear({ query: { year: 2025, state: 'REL' } });
    expect(await as(head).getPayStatement({ params: { id: pageData[1]!.statementId! } })).toMatchObject({
      delivery: { wording },
    });
    expect(pageData.map(({ name }) => name)).toEqual(['Ada Test', 'Ben Test', 'Lead Test']);
    const zip = await file(head, 'pdf?Year=2025');
    expect(zip.rawPayload.toString('latin1').split('PK\u0001\u0002')).toHaveLength(4);
  });

  it('is read in the portal: a superseded one leads to its successor, and a withdrawn one can’t be opened', async () => {
    type Document = AnswerOf<'listPortalDocuments'>['pageData'][number];
    const mine = async () =>
      (await as(reader).listPortalDocuments({ query: { sortColumn: 'version', sortAsc: 'true' } }))
        .pageData as unknown as readonly [Document, Document];
    const [first, second] = await mine();
    expect(first).toMatchObject({ state: 'Superseded', version: 1, supersededBy: { id: second.id } });
    expect(second).toMatchObject({
      state: 'New',
      version: 2,
      supersedes: { id: first.id },
      correction:
        'Changed: Base salary, Total cash, Total compensation, Salary earned, Awarded for the year, Paid in the year.',
      supersededBy: null,
      withdrawnDate: null,
    });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const listens = async ({ token }: TestPerson) => {
      const events: LiveEvent[] = [];
      const baseUrl = `http://127.0.0.1:${String(port)}`;
      const onUpdate = (event: LiveEvent) => void events.push(event);
      return { events, client: await listenLive({ baseUrl, tenantId, token: () => token }, { onUpdate }) };
    };
    const ofHead = await listens(head);
    await as(reader).openPortalDocument({ params: { id: second.id } });
    await as(reader).downloadPortalDocument({ params: { id: first.id } });
    // Open pages of the people who released it are updated. The events must not reveal whose document it was or who
    // read it.
    const twice = Array(2).fill(['PayStatementRead', emptyId]);
    const withoutInbox = (events: readonly LiveEvent[]) => events.filter(({ linkType }) => linkType !== 'Inbox');
    const notified = () => withoutInbox(ofHead.events).map(({ linkType, id }) => [linkType, id]);
    await vi.waitFor(() => expect(notified()).toEqual(twice), { timeout: 240_000 });
    expect(JSON.stringify(ofHead.events)).not.toContain(reader.personId);
    await ofHead.client.stop();
    // The response to HEAD has no content, so nothing was downloaded.
    for (const path of [`document/${first.id}/file`, `document-files?Ids=${first.id}.${second.id}`]) {
      const url = `/api/participant-portal/${path}`;
      const answer = await server.call(reader.token, tenantId, { method: 'HEAD', url });
      expect([answer.statusCode, answer.body]).toEqual([200, '']);
    }
    expect(await responseStatus(as(reader).downloadPortalDocuments({ query: { ids: '-'.repeat(36) } }))).toBe(400);
    // Several in a zip are recorded one by one.
    const together = { query: { ids: `${first.id.toUpperCase()}.${second.id}` } };
    const zip = await as(reader).downloadPortalDocuments(together);
    expect(zip).toMatchObject({ name: expect.stringMatching(/^Documents .*\.zip$/) as string });
    const { rows: downloads } = await server.database.worker.query<{ count: number }>(
      `SELECT count(*) FROM delivery_event WHERE tenant_id = $1 AND kind = 'DOWNLOADED' GROUP BY delivery_id ORDER BY 1`,
      [tenantId],
    );
    expect(downloads.map(({ count }) => count)).toEqual([1, 2]);
    expect((await refusal(as(head).downloadPortalDocuments(together))).status).not.toBe(200);
    // The default text it was released with is acknowledged with the person's own name.
    const usual = 'I have received this document.';
    const acknowledge = ({ id }: Document, typedName: string) =>
      as(reader).acknowledgePortalDocument({ params: { id }, body: { typedName } });
    expect(second).toMatchObject({ wording: usual });
    expect((await refusal(acknowledge(second, 'Lead Test'))).errors[0]?.code).toBe('NAME_DIFFERS');
    expect(await acknowledge(second, 'Ada Example')).toMatchObject({ state: 'Acknowledged' });
    expect((await refusal(acknowledge(first, 'Ada Example'))).status).toBe(409);
    // As with all pay, the firm can require a recent second factor.
    const { worker } = server.database;
    const firm = 'UPDATE tenant SET settings = settings';
    await worker.query(`${firm} || '{"secondFactor": "optional"}' WHERE id = $1`, [tenantId]);
    const unproven = [
      await refusal(as(reader).downloadPortalDocument({ params: { id: first.id } })),
      await refusal(as(reader).downloadPortalDocuments(together)),
      await refusal(as(reader).getPortalLeaving({ query: { on: '2027-03-10' } })),
    ];
    expect(unproven.map(({ status }) => status)).toEqual([403, 403, 403]);
    await worker.query(`${firm} - 'secondFactor' WHERE id = $1`, [tenantId]);

    const listed = await as(head).listPayStatementsOfYear({ query: { year: 2025, state: 'REL' } });
    const params = { id: listed.pageData[0]!.statementId! };
    const { rowVersion } = await as(head).getPayStatement({ params });
    const { events, client } = await listens(reader);
    const [ofCarry, ofPay] = [await listens(await server.person(tenantId, { carry: 'viewer' })), await listens(head)];
    for (const comment of [{}, { comment: '  ' }])
      expect(await refusal(as(head).withdrawPayStatement({ params, body: { rowVersion, ...comment } }))).toMatchObject({
        errors: [{ code: 'COMMENT_REQUIRED', path: 'Comment' }],
      });
    await as(head).withdrawPayStatement({
      params,
      body: { rowVersion, comment: 'It has a wrong bonus.' },
    });
    // An open list of the reader is updated. The event doesn't mention the statement.
    await vi.waitFor(
      () =>
        expect(withoutInbox(events).map(({ linkType, id }) => [linkType, id])).toEqual([
          ['OwnDelivery', reader.personId],
        ]),
      { timeout: 240_000 },
    );
    // People who may see pay are informed that some delivery has changed. People with carry only are never informed.
    await vi.waitFor(
      () => expect(ofPay.events.map(({ linkType, id }) => [linkType, id])).toContainEqual(['Delivery', emptyId]),
      { timeout: 240_000 },
    );
    expect(ofCarry.events).toEqual([]);
    expect((await ofCarry.client.history()).map(({ linkType }) => linkType)).not.toContain('Delivery');
    await Promise.all([client, ofCarry.client, ofPay.client].map((liveClient) => liveClient.stop()));
    const [, withdrawn] = await mine();
    expect(withdrawn).toMatchObject({
      id: second.id,
      state: 'Withdrawn',
      withdrawnDate: server.now.toISOString(),
      withdrawnReason: 'It has a wrong bonus.',
    });
    // People who may see the pay can read the reason, the state of the delivery, and its evidence. A certificate
    // contains the same.
    const page = await as(head).getPayStatement({ params });
    expect(page).toMatchObject({
      withdrawnReason: 'It has a wrong bonus.',
      delivery: {
        version: 2,
        wording: usual,
        recipient: { portalUser: 'Ada Example', state: 'Acknowledged', typedName: 'Ada Example' },
      },
    });
    const { pageData: evidence } = await as(head).listPayStatementEvents({ params });
    expect(evidence.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['Released', usual],
      ['Opened', null],
      ['Downloaded', null],
      ['Acknowledged', usual],
      ['Withdrawn', 'It has a wrong bonus.'],
    ]);
    const { body: certificate } = await file(head, `${params.id}/certificate?as=csv`);
    for (const text of [
      'Ada Test',
      'Opened',
      usual,
      'It has a wrong bonus.',
      page.pdfSha256,
      'SHA-256 of the 5 lines above',
    ])
      expect(certificate).toContain(text);
    // Evidence is hidden from people who may not see the pay: it isn't among carry's deliveries, and the employee uses
    // the portal.
    const hidden = await Promise.all(
      [
        as(administrator).getPayStatement({ params }),
        as(administrator).listPayStatementEvents({ params }),
        as(administrator).downloadPayStatementCertificate({ params }),
      ].map(refusal),
    );
    expect(hidden.map(({ status }) => status)).toEqual([404, 404, 404]);
    const deliveries = await as(administrator).listDeliveries();
    expect(deliveries.pageData).toEqual([]);
    for (const open of [as(reader).downloadPortalDocument, as(reader).openPortalDocument])
      expect(await refusal(open({ params: { id: second.id } }))).toMatchObject({
        status: 409,
        errors: [{ code: 'WRONG_STATE' }],
      });
    expect((await refusal(as(reader).downloadPortalDocuments(together))).status).toBe(409);
    const [notice] = await as(reader).listInbox();
    expect(notice?.subject).toBe('A document that was released to you has been withdrawn.');
    // People who may see the pay can read the released statement unchanged.
    await as(head).printPayStatement({ params });
  });

  it('lists who read it to its person, if the firm has turned this on', async () => {
    const readsOf = async (person: TestPerson) =>
      (await as(person).listPortalPayReads({ query: { pageSize: 100 } })).pageData;
    expect(await readsOf(reader)).toEqual([]);
    const { rowVersion } = await as(head).getTenantSettings();
    await as(head).saveTenantSettings({ body: { rowVersion, portalPayReads: 'True' } });
    const all = await readsOf(reader);
    expect(all).toContainEqual(
      expect.objectContaining({
        action: 'A statement as a PDF; once released, exactly as released',
        scope: 'Yours',
        person: 'Ada Example',
      }),
    );
    // Other employees' pay accesses by Lead appear only in their own portals, and access to one's own pay isn't logged.
    const other = await server.person(tenantId, { 'participant-portal': 'viewer' });
    expect(await readsOf(other)).toEqual([]);
  });

  it('is drafted again for people with a withdrawn one only', async () => {
    expect(await work('draft')).toMatchObject({ status: 'DONE', remarks: [] });
    const drafts = await as(head).getPayStatementDrafts({ query: { year: 2025 } });
    expect(drafts.people.map(({ name }) => name)).toEqual(['Ada Test']);
    expect((await work('draft')).remarks).toEqual([
      expect.stringMatching(/^Everyone already has a statement for this year/),
    ]);
  });

  it('shows deferred awards after leaving, if a released statement includes them', async () => {
    const grant = (year: number) =>
      as(head).grantDeferredAward({
        body: {
          employee: { id: idOf('Ada') },
          grantDate: `${String(year)}-03-01`,
          amount: '9000.00',
          currency: { id: usd },
          tranches: [2026, 2027, 2028].map((vests, at) => ({
            vestDate: `${String(vests)}-03-01`,
            payDate: `${String(vests)}-03-15`,
            percent: at === 0 ? '33.34' : '33.33',
          })),
        },
      });
    await grant(2025);
    await grant(2026);
    const on = (day: string, person = reader) => as(person).getPortalLeaving({ query: { on: day } });
    // The statement of 2025 was withdrawn, so no statement in force discloses an award.
    expect((await on('2027-03-10')).byCurrency).toEqual([]);
    const { pageData } = await as(head).listPayStatementsOfYear({ query: { year: 2025, state: 'DRAFT' } });
    await release(await as(head).getPayStatement({ params: { id: pageData[0]!.statementId! } }));
    expect((await on('2027-03-10')).byCurrency).toEqual([
      { currency: 'USD', granted: '9000.00', paid: '3000.60', closing: '2999.70', forfeited: '2999.70' },
    ]);
    const why = (figure: 'granted' | 'paid' | 'closing' | 'forfeited') =>
      as(reader).explainPortalLeaving({ query: { on: '2027-03-10', currency: 'USD', figure } });
    const results = [];
    for (const figure of ['granted', 'paid', 'closing', 'forfeited'] as const) results.push((await why(figure)).result);
    expect(results).toEqual(['9000.00', '3000.60', '2999.70', '2999.70']);
    // After the termination, nothing vests on a later day.
    const params = { id: idOf('Ada') };
    const { rowVersion: employed } = await as(head).getCompEmployee({ params });
    const ended = { terminationDate: '2026-01-31', terminationReason: 'Left', leaverKind: 'GOOD' } as const;
    const terminated = await as(head).terminateCompEmployee({
      params,
      body: { rowVersion: employed, ...ended, warningsConfirmed: true },
    });
    const afterwards = await on('2027-03-10');
    const later = await why('closing');
    expect([afterwards.on, later.result]).toEqual(['2026-01-31', afterwards.byCurrency[0]!.closing]);
    // The firm forfeited nothing, so the awards continue.
    expect(afterwards.byCurrency).toEqual([
      { currency: 'USD', granted: '9000.00', paid: '0.00', closing: '9000.00', forfeited: '0.00' },
    ]);
    expect(afterwards.treatment).toBeNull();
    await as(head).enterDueDeferred({ body: { until: '2026-03-31', employeeId: params.id } });
    await as(head).settleLeaver({
      body: { employeeId: params.id, on: '2026-03-31', treatment: 'FORFEIT', reason: 'Left' },
    });
    expect(await on('2027-03-10')).toMatchObject({
      treatment: 'FORFEIT',
      byCurrency: [{ currency: 'USD', paid: '3000.60', closing: '0.00', forfeited: '5999.40' }],
    });
    const rehired = { rowVersion: terminated.rowVersion, rehireDate: '2026-04-01', rehireReason: 'Entered by mistake' };
    await as(head).rehireCompEmployee({ params, body: rehired });
    const other = await server.person(tenantId, { 'participant-portal': 'viewer' });
    expect((await on('2027-03-10', other)).byCurrency).toEqual([]);
    const { rowVersion } = await as(administrator).getTenantSettings();
    await as(administrator).saveTenantSettings({ body: { rowVersion, portalPay: 'False' } });
    expect((await on('2027-03-10')).byCurrency).toEqual([]);
    // Nobody is notified of a statement that the firm's portal doesn't display.
    const notices = () => as(reader).listInbox();
    const before = await notices();
    const { id } = await release(await draft('Ada'));
    expect(await notices()).toEqual(before);
    expect(await as(head).getPayStatement({ params: { id } })).toMatchObject({
      delivery: { recipient: { portalUser: null, state: 'No portal', mailedDate: null } },
    });
  });

  it('counts a paid tranche once: from the ledger until payroll has a row for deferred pay', async () => {
    for (const code of ['BASE', 'DEF'])
      await server.referenceEntry(tenantId, 'pay-type', code, code === 'BASE' ? 'SALARY' : 'DEFERRED');
    await as(head).grantDeferredAward({
      body: {
        employee: { id: idOf('Ben') },
        grantDate: '2024-03-01',
        amount: '9000.00',
        currency: { id: usd },
        tranches: [{ vestDate: '2025-03-01', payDate: '2025-03-15', percent: '100' }],
      },
    });
    await as(head).enterDueDeferred({ body: { until: '2025-12-31', employeeId: idOf('Ben') } });
    const payroll = async (month: string, type: string, amount: string) => {
      const days = `2025-${month}-01,2025-${month}-28,2025-${month}-28`;
      const rows = `Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency\nBen Test,Payday,${days},${type},${amount},USD\n`;
      const file = new File([rows], `${month}.csv`, { type: 'text/csv' });
      const { id, errors } = await as(head).uploadFile({ params: { fileType: 'payroll-actuals' }, file });
      expect(errors).toEqual([]);
      const confirmed = { warningsConfirmed: true };
      await as(head).confirmUpload({ params: { id, fileType: 'payroll-actuals', confirmed: 'true' }, body: confirmed });
    };
    const { id } = await draft('Ben');
    const paid = async () => {
      const statement = await as(head).getPayStatement({ params: { id } });
      const [own] = statement.statement.currencies;
      return [figure(statement, 'paidIn'), own?.paidFrom.own];
    };
    await payroll('03', 'BASE', '5000.00');
    expect(await paid()).toEqual(['14000.00', { cash: 'PAYROLL', deferred: 'LEDGER' }]);
    await payroll('04', 'DEF', '9000.00');
    expect(await paid()).toEqual(['14000.00', { cash: 'PAYROLL', deferred: 'PAYROLL' }]);
  });

  it('is recomputed by the audit, which reports a changed figure and a changed input only', async () => {
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
        part: 'statements',
        location: ['compensation statement', 'Ada Test 2025'],
        description: 'Base salary in USD',
        stored: '999999.00',
        computed: '132000.00',
      });
      await set(`figures = jsonb_set(figures, ${path}, '"132000.00"')`);
      expect(await found()).toEqual([]);
      await set(`engine_version = '0'`);
      expect((await found()).map(({ description: subject }) => subject)).toContain(
        'can’t be recomputed from its stored input: rule version 0 doesn’t exist',
      );
      await set(`engine_version = (SELECT max(engine_version) FROM pay_statement_release), inputs = '{}'`);
      expect((await found()).map(({ description: subject }) => subject)).toContain(
        'can’t be recomputed, because its stored input isn’t readable. Somebody may have changed it in the database',
      );
    } finally {
      await superuser.end();
    }
  });
});
