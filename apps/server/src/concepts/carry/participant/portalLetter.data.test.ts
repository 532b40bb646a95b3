import { filesIn } from '@carrara/adapters/files/filesIn';
import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { sealLogs } from '../../../jobs/sealLogs.ts';
import { type AnswerOf, type BodyOf, refusal, responseStatus } from '../../../testing/testClient.ts';
import { openPortalFirm } from '../../../testing/portalFirm.ts';

const firm = openPortalFirm();
const { as, send, post, link } = firm;

describe('a letter in the portal', () => {
  const documents = '/api/participant-portal/document';
  const release = (body: BodyOf<'releaseLetters'> = {}) =>
    as(firm.administrator).releaseLetters({ params: { id: firm.planted.distribution }, body });
  const evidence = async (id: string): Promise<string[]> =>
    (await as(firm.administrator).listDeliveryEvents({ params: { id } })).pageData.map(({ kind }) => kind);
  let first: { id: string; version: number };
  let own: AnswerOf<'listPortalDocuments'>['pageData'][number];

  it('is delivered to its recipient only, with the stored bytes', async () => {
    first = await release();
    expect(first).toMatchObject({
      version: 1,
      state: 'Released',
      recipients: 1,
      inPortal: 1,
      opened: 0,
      acknowledged: 0,
    });
    const { body: certificate } = await send(firm.administrator, `/api/carry/delivery/${first.id}/certificate?as=csv`);
    expect(certificate).toContain('SHA-256 of the line above');
    const mine = await as(firm.holder).listPortalDocuments();
    expect(mine).toMatchObject({
      totalItemCount: 1,
      pageData: [{ state: 'New', kind: 'Letter', holderName: 'Zanele Mokoena' }],
    });
    own = mine.pageData[0]!;
    // A document that the person hasn't opened can't be acknowledged.
    expect(own).toMatchObject({ hasOpened: false });
    const unread = await refusal(
      as(firm.holder).acknowledgePortalDocument({ params: { id: own.id }, body: { typedName: 'Ada Example' } }),
    );
    expect([unread.status, unread]).toMatchObject([422, { errors: [{ code: 'NOT_OPENED' }] }]);
    const [notification] = await as(firm.holder).listInbox();
    expect(notification).toMatchObject({ kind: 'document', link: '/participant-portal/document' });
    expect(await as(firm.holder).openPortalDocument({ params: { id: own.id } })).toMatchObject({
      state: 'Opened',
      hasOpened: true,
    });
    const file = await send(firm.holder, `${documents}/${own.id}/file?inline=true`);
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(own.sha256);
    expect(pdfTexts(file.rawPayload).join(' ')).toContain('135.00');
    expect(await as(firm.other).listPortalDocuments()).toMatchObject({ totalItemCount: 0 });
    for (const path of ['', '/file'])
      expect((await send(firm.other, `${documents}/${own.id}${path}`)).statusCode).toBe(404);
    for (const act of ['open', 'acknowledge'])
      expect(
        (await post(firm.other, `${documents}/${own.id}/${act}`, act === 'open' ? {} : { TypedName: 'Ada Example' }))
          .statusCode,
      ).toBe(404);
    expect((await refusal(as(firm.holder).listDeliveries())).status).toBe(403);
    expect(await evidence(first.id)).toEqual(['Released', 'Opened', 'Downloaded']);
  });

  it('is acknowledged once with the person’s own name, and certified', async () => {
    const acknowledge = (typedName: string) =>
      as(firm.holder).acknowledgePortalDocument({ params: { id: own.id }, body: { typedName } });
    expect(await as(firm.administrator).remindDelivery({ params: { id: first.id } })).toMatchObject({
      reminded: 1,
    });
    expect(await as(firm.holder).getPortalDocument({ params: { id: own.id } })).toMatchObject({ isReminded: true });
    expect(await refusal(acknowledge('Ola Berg'))).toMatchObject({
      errors: [{ path: 'TypedName', code: 'NAME_DIFFERS' }],
    });
    const atOnce = [1, 2, 3, 4].map(() => acknowledge('ada EXAMPLE'));
    const statuses = await Promise.all(atOnce.map(responseStatus));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await atOnce[statuses.indexOf(200)]).toMatchObject({
      state: 'Acknowledged',
      typedName: 'ada EXAMPLE',
    });
    expect(await refusal(acknowledge('Ada Example'))).toMatchObject({ errors: [{ code: 'ALREADY_ACKNOWLEDGED' }] });
    expect(await as(firm.administrator).remindDelivery({ params: { id: first.id } })).toMatchObject({
      reminded: 0,
    });
    const base = `/api/carry/delivery/${first.id}`;
    expect(await as(firm.administrator).listDeliveryRecipients({ params: { id: first.id } })).toMatchObject({
      pageData: [
        {
          participant: 'Zanele Mokoena',
          portalUser: 'Ada Example',
          state: 'Acknowledged',
          typedName: 'ada EXAMPLE',
          sha256: own.sha256,
        },
      ],
    });
    const csv = (await send(firm.administrator, `${base}/certificate?as=csv`)).body;
    for (const text of ['Acknowledged', 'ada EXAMPLE', own.sha256, 'SHA-256 of the 5 lines above'])
      expect(csv).toContain(text);
    const pdf = pdfTexts((await send(firm.administrator, `${base}/certificate`)).rawPayload);
    expect(pdf.join(' ')).toContain('Certificate of delivery');
    expect(pdf.join(' ')).toContain('(UTC)');
    // Recipients without portal access get it by hand.
    expect((await send(firm.administrator, `${base}/package`)).json()).toMatchObject({
      Errors: [{ Code: 'NO_RECIPIENTS' }],
    });
    // Without the role, an employee's user has no portal access.
    const { worker } = firm.server.database;
    const role = [firm.tenantId, firm.holder.personId];
    await worker.query('DELETE FROM membership_role WHERE tenant_id = $1 AND person_id = $2', role);
    expect((await as(firm.administrator).getDelivery({ params: { id: first.id } })).inPortal).toBe(0);
    await worker.query(`INSERT INTO membership_role VALUES ($1, $2, 'participant-portal', 'viewer')`, role);
    expect((await as(firm.administrator).getDelivery({ params: { id: first.id } })).inPortal).toBe(1);
    await as(firm.administrator).unlinkPortalUser({ params: { id: firm.planted.employee } });
    expect((await as(firm.administrator).getDelivery({ params: { id: first.id } })).inPortal).toBe(0);
    const zip = await send(firm.administrator, `${base}/package`);
    const { value: packed } = await filesIn(zip.rawPayload).next();
    expect(
      createHash('sha256')
        .update(packed?.bytes ?? '')
        .digest('hex'),
    ).toBe(own.sha256);
    expect((await refusal(as(firm.holder).getPortalDocument({ params: { id: own.id } }))).status).toBe(404);
    await link(firm.planted.employee, { user: { id: firm.holder.personId } });
  });

  it('is superseded by a later version, and remains readable', async () => {
    const second = await release({ requiresAcknowledgment: false });
    expect(second).toMatchObject({ version: 2, wording: null });
    expect(await as(firm.administrator).getDelivery({ params: { id: first.id } })).toMatchObject({
      state: 'Superseded',
      supersededBy: { id: second.id },
    });
    const { pageData } = await as(firm.holder).listPortalDocuments();
    expect(pageData.map(({ version, state }: { version: number; state: string }) => [version, state])).toEqual(
      expect.arrayContaining([
        [1, 'Superseded'],
        [2, 'New'],
      ]),
    );
    expect((await send(firm.holder, `${documents}/${own.id}/file`)).statusCode).toBe(200);
    const latest = pageData.find(({ version }: { version: number }) => version === 2);
    const refused = await refusal(
      as(firm.holder).acknowledgePortalDocument({ params: { id: latest!.id }, body: { typedName: 'Ada Example' } }),
    );
    expect(refused).toMatchObject({ errors: [{ code: 'NOTHING_TO_ACKNOWLEDGE' }] });
  });

  it('keeps the wording of its release when it is recreated, and a changed wording is reported', async () => {
    const letter = async () => {
      const url = `/api/carry/distribution/${firm.planted.distribution}/letter/${firm.planted.employee}`;
      const file = await send(firm.administrator, url);
      expect(file.statusCode, file.body).toBe(200);
      return pdfTexts(file.rawPayload);
    };
    const sent = await letter();
    const template = await as(firm.administrator).getLetterTemplate();
    await as(firm.administrator).saveLetterTemplate({
      body: {
        ...template,
        salutation: 'Good day {firstName}',
      },
    });
    const late = await refusal(as(firm.administrator).saveLetterTemplate({ body: template }));
    expect(late).toMatchObject({
      status: 409,
      errors: [{ code: 'STALE_VERSION', message: expect.stringContaining('Changed by Ada Example on 10/01/2026') }],
    });
    expect(await letter()).toEqual(sent);
    // A new release says it in the new words.
    const last = await release();
    expect((await letter()).join(' ')).toContain('Good day');
    const states = () =>
      unitOfWork({ pool: firm.server.database.worker, auditKey: firm.server.auditKey })(
        { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
        async (tx) =>
          (await verifyTenant(tx, firm.server.auditKey)).findings.filter(({ location }) => location[0] === 'delivery'),
        { readOnly: true },
      );
    expect(await states()).toEqual([]);
    const superuser = new pg.Client({ connectionString: firm.server.database.adminUrl });
    await superuser.connect();
    const reword = (from: string, to: string) =>
      superuser.query(
        `UPDATE delivery_release SET letter_template = replace(letter_template::text, $2, $3)::jsonb WHERE id = $1`,
        [last.id, from, to],
      );
    await reword('Good day', 'Bad day');
    expect(await states()).toMatchObject([{ description: expect.stringContaining('letter template') }]);
    await reword('Bad day', 'Good day');
    await superuser.end();
  });

  it('leaves evidence that can’t be changed, and a deleted event is reported', async () => {
    const { worker } = firm.server.database;
    firm.server.passMinutes(26 * 60);
    await sealLogs(worker, firm.server.withTenant, firm.server.now);
    const found = () =>
      unitOfWork({ pool: worker, auditKey: firm.server.auditKey })(
        { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
        async (tx) =>
          (await verifyTenant(tx, firm.server.auditKey)).findings.filter(({ location }) =>
            location[0]?.startsWith('Delivery evidence'),
          ),
        { readOnly: true },
      );
    expect(await found()).toEqual([]);
    const change = (statement: string) =>
      firm.server.withTenant(
        { tenantId: firm.tenantId, personId: firm.administrator.personId, now: firm.server.now.toISOString() },
        (tx) => tx.query(statement),
      );
    for (const statement of [
      'DELETE FROM delivery_event',
      'UPDATE delivery_event SET typed_name = NULL',
      'UPDATE delivery SET file_name = NULL',
    ])
      await expect(change(statement), statement).rejects.toThrow('permission denied');
    const superuser = new pg.Client({ connectionString: firm.server.database.adminUrl });
    await superuser.connect();
    // Moving a value to the neighboring column counts as a change too.
    const acknowledged = `WHERE kind = 'ACKNOWLEDGED' AND tenant_id = $1`;
    const moved = `UPDATE delivery_event SET detail = detail || '|' || typed_name, typed_name = NULL ${acknowledged}`;
    await superuser.query(moved, [firm.tenantId]);
    expect(await found()).toHaveLength(1);
    const back = `UPDATE delivery_event SET typed_name = substring(detail FROM '[^|]*$'), detail = regexp_replace(detail, '[|][^|]*$', '')`;
    await superuser.query(`${back} ${acknowledged}`, [firm.tenantId]);
    expect(await found()).toEqual([]);
    // Days without deliveries are sealed as well, so that nobody can add one later.
    firm.server.passMinutes(5 * 24 * 60);
    await sealLogs(worker, firm.server.withTenant, firm.server.now);
    expect(await found()).toEqual([]);
    await superuser.query(
      `INSERT INTO delivery_event SELECT * FROM (SELECT (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(),
         'created_at', $2::timestamptz))).* FROM delivery_event e WHERE tenant_id = $1 AND kind = 'ACKNOWLEDGED' LIMIT 1) invented`,
      [firm.tenantId, new Date(firm.server.now.getTime() - 3 * 86_400_000)],
    );
    expect(await found()).toHaveLength(1);
    await superuser.query(`DELETE FROM delivery_event WHERE kind = 'ACKNOWLEDGED'`);
    await superuser.end();
    expect(await found()).toHaveLength(1);
  });
});
