import { listenLive } from '@carrara/adapters/signalr/client/listenLive';
import type { LiveEvent } from '@carrara/contract/core/events';
import { emptyId } from '@carrara/contract/core/kinds';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openPayStatementFirm } from '../../testing/payStatementFirm.ts';
import { type AnswerOf, refusal, responseStatus } from '../../testing/testClient.ts';
import type { TestPerson } from '../../testing/testServer.ts';

describe('total compensation statements in the portal', () => {
  const firm = openPayStatementFirm();
  const { as, currency, idOf, file, draft, release, work } = firm;
  const { head, administrator, reader } = firm.people;

  beforeAll(async () => {
    await release(await draft('Ada'));
    await as(head).saveSalary({
      body: {
        employee: { id: idOf('Ada') },
        effectiveDate: '2025-07-01',
        amount: '11000.00',
        currency,
        frequency: { code: 'MONTHLY' },
        ftePercent: '100',
      },
    });
    await release(await draft('Ada'));
    await work('draft');
    await work('release');
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
    await firm.server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = firm.server.app.server.address() as AddressInfo;
    const listens = async ({ token }: TestPerson) => {
      const events: LiveEvent[] = [];
      const baseUrl = `http://127.0.0.1:${String(port)}`;
      const onUpdate = (event: LiveEvent) => void events.push(event);
      return {
        events,
        client: await listenLive({ baseUrl, tenantId: firm.tenantId, token: () => token }, { onUpdate }),
      };
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
      const answer = await firm.server.call(reader.token, firm.tenantId, { method: 'HEAD', url });
      expect([answer.statusCode, answer.body]).toEqual([200, '']);
    }
    expect(await responseStatus(as(reader).downloadPortalDocuments({ query: { ids: '-'.repeat(36) } }))).toBe(400);
    // Several in a zip are recorded one by one.
    const together = { query: { ids: `${first.id.toUpperCase()}.${second.id}` } };
    const zip = await as(reader).downloadPortalDocuments(together);
    expect(zip).toMatchObject({ name: expect.stringMatching(/^Documents .*\.zip$/) as string });
    const { rows: downloads } = await firm.server.database.worker.query<{ count: number }>(
      `SELECT count(*) FROM delivery_event WHERE tenant_id = $1 AND kind = 'DOWNLOADED' GROUP BY delivery_id ORDER BY 1`,
      [firm.tenantId],
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
    const { worker } = firm.server.database;
    const update = 'UPDATE tenant SET settings = settings';
    await worker.query(`${update} || '{"secondFactor": "optional"}' WHERE id = $1`, [firm.tenantId]);
    const unproven = [
      await refusal(as(reader).downloadPortalDocument({ params: { id: first.id } })),
      await refusal(as(reader).downloadPortalDocuments(together)),
      await refusal(as(reader).getPortalLeaving({ query: { on: '2027-03-10' } })),
    ];
    expect(unproven.map(({ status }) => status)).toEqual([403, 403, 403]);
    await worker.query(`${update} - 'secondFactor' WHERE id = $1`, [firm.tenantId]);

    const listed = await as(head).listPayStatementsOfYear({ query: { year: 2025, state: 'REL' } });
    const params = { id: listed.pageData[0]!.statementId! };
    const { rowVersion } = await as(head).getPayStatement({ params });
    const { events, client } = await listens(reader);
    const [ofCarry, ofPay] = [
      await listens(await firm.server.person(firm.tenantId, { carry: 'viewer' })),
      await listens(head),
    ];
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
      withdrawnDate: firm.server.now.toISOString(),
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
    const other = await firm.server.person(firm.tenantId, { 'participant-portal': 'viewer' });
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
          currency,
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
    const other = await firm.server.person(firm.tenantId, { 'participant-portal': 'viewer' });
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
});
