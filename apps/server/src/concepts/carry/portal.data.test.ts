import { filesIn } from '@carrara/adapters/files/filesIn';
import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../testing/plantedCarry.ts';
import { sealLogs } from '../../jobs/sealLogs.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Node {
  readonly Formula: string;
  readonly Children: readonly Node[];
  readonly Inputs: readonly { readonly Name: string }[];
}
const everyNode = (node: Node): readonly Node[] => [node, ...node.Children.flatMap(everyNode)];

interface Row {
  readonly Through: string | null;
  readonly GrossCarryDistributed: string;
}

describe('the participant portal', () => {
  let server: TestServer;
  let tenantId: string;
  let administrator: TestPerson;
  let planted: PlantedCarry;
  /** Portal users linked to the employee with all of the carry, to an employee without any, and to nobody. */
  let holder: TestPerson;
  let other: TestPerson;
  let stranger: TestPerson;

  const send = (person: TestPerson, url: string) => server.call(person.token, tenantId, { method: 'GET', url });
  const post = (person: TestPerson, url: string, payload: object = {}) =>
    server.call(person.token, tenantId, { method: 'POST', url, payload });
  const get = async (person: TestPerson, url: string) => {
    const answer = await send(person, url);
    expect(answer.statusCode, `${url} ${answer.body}`).toBe(200);
    return answer.json();
  };
  const portal = (path: string, person = holder) => get(person, `/api/participant-portal/${path}`);
  const show = async (settings: object) => {
    const { RowVersion } = await get(administrator, '/api/tenant/settings');
    const saved = await post(administrator, '/api/tenant/settings', { RowVersion, ...settings });
    expect(saved.statusCode, saved.body).toBe(200);
  };
  const link = (employee: string, body: object, by = administrator) =>
    post(by, `/api/carry/portal-user/${employee}`, body);
  let colleague: string;

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    administrator = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, administrator);
    const viewer = { 'participant-portal': 'viewer' } as const;
    [holder, other, stranger] = [
      await server.person(tenantId, viewer),
      await server.person(tenantId, viewer),
      await server.person(tenantId, viewer),
    ];
    const created = await post(administrator, '/api/carry/employee', { FirstName: 'Ola', LastName: 'Berg' });
    colleague = created.json<{ Id: string }>().Id;
    const trust = {
      LegalName: 'Mokoena Family Trust',
      Employee: { Id: planted.employee },
      CarryEligibleDate: '2020-01-01',
    };
    expect((await post(administrator, '/api/carry/trust', trust)).statusCode).toBe(200);
    for (const [employee, person] of [
      [planted.employee, holder],
      [colleague, other],
    ] as const) {
      const linked = await link(employee, { User: { Id: person.personId } });
      expect(linked.statusCode, linked.body).toBe(200);
      expect(linked.json()).toMatchObject({ Status: 'Active', Login: person.login, FirstPassword: null });
    }
  });
  afterAll(() => server.stop());

  it('links one user to an employee, who is invited by it, and says so in the trail', async () => {
    const again = await link(colleague, { User: { Id: stranger.personId } });
    expect(again.json()).toMatchObject({ Errors: [{ Code: 'ALREADY_LINKED' }] });
    const third = (await post(administrator, '/api/carry/employee', { FirstName: 'Ida', LastName: 'Lund' })).json<{
      Id: string;
    }>().Id;
    const twice = await link(third, { User: { Id: holder.personId } });
    expect(twice.json()).toMatchObject({ Errors: [{ Code: 'ALREADY_LINKED' }] });
    const oneself = await link(third, { User: { Id: administrator.personId } });
    expect(oneself.json()).toMatchObject({ Errors: [{ Code: 'LINK_TO_ONESELF' }] });
    const invited = (await link(third, { Username: 'ida.lund@example.test', Email: 'ida.lund@example.test' })).json();
    expect(invited).toMatchObject({ Status: 'Invited', Login: 'ida.lund@example.test' });
    const token = await server.firstSignIn('ida.lund@example.test', invited.FirstPassword);
    expect(await get({ ...holder, token }, '/api/participant-portal/home')).toMatchObject({
      Holders: [{ Holder: 0, Name: 'Ida Lund' }],
    });
    const gone = await post(administrator, `/api/carry/portal-user/${third}/unlink`);
    expect(gone.json()).toMatchObject({ Status: 'Not linked', User: null });
    expect((await send({ ...holder, token }, '/api/participant-portal/home')).statusCode).toBe(404);
    const list = await get(administrator, '/api/carry/portal-user?Linked=yes');
    expect(list.PageData.map(({ Name }: { Name: string }) => Name)).toEqual(['Ola Berg', 'Zanele Mokoena']);
    const { rows } = await server.database.worker.query(
      `SELECT operation FROM activity WHERE tenant_id = $1 AND object_id = $2 AND operation ~ 'PortalUser' ORDER BY seq`,
      [tenantId, third],
    );
    expect(rows.map(({ operation }) => operation)).toEqual(['linkPortalUser', 'unlinkPortalUser']);
  });

  it('tells the figures of the profile to the cent, each', async () => {
    await show({ PortalForecasts: 'True', PortalEstimates: 'True' });
    const carry = (path: string) => get(administrator, `/api/carry/${path}`);
    const { Id: _1, ParticipantId: _2, ...summary } = await carry(`empv2/${planted.employee}`);
    expect(summary).toMatchObject({
      TotalCarryDistributed: '150.00',
      TotalNetDistributed: '135.00',
      EscrowHeld: '15.00',
    });
    expect(await portal('summary')).toEqual(summary);
    const home = await portal('home');
    expect(home).toMatchObject({
      Holders: [
        { Holder: 0, Name: 'Zanele Mokoena', Kind: 'Employee', Summary: summary },
        { Holder: 1, Name: 'Mokoena Family Trust', Kind: 'Trust', Summary: { TotalCarryDistributed: '0.00' } },
      ],
    });
    const pairs = [
      ['distribution', `employee/${planted.employee}/distribution-history`],
      ['allocation', `employee/${planted.employee}/allocations`],
      ['forecast', `employee/${planted.employee}/forecast-history`],
    ] as const;
    for (const [own, profile] of pairs) {
      const [mine, theirs] = [await portal(own), await carry(profile)];
      expect(mine.TotalItemCount, own).toBe(theirs.TotalItemCount);
      expect(mine.Totals, own).toEqual(theirs.Totals);
      // The portal returns the same rows as the profile.
      expect(theirs.PageData, own).toMatchObject(mine.PageData);
    }
    const vested = await carry(`participant/${planted.employee}/vesting?vestingDate=2025-10-01`);
    expect(await portal('vesting?VestingDate=2025-10-01')).toEqual(vested);
    const run = await portal(`distribution/${planted.distribution}`);
    expect(run).toMatchObject({
      Currency: 'USD',
      Totals: { GrossCarryDistributed: '150.00', NetCarryDistributed: '135.00' },
    });
    expect(run.Lines).toMatchObject([
      { GrossCarryDistributed: '100.00', Escrow: '10.00', Via: [], Through: [] },
      { GrossCarryDistributed: '50.00', Escrow: '5.00', Via: [planted.entity], Through: ['Holding'] },
    ]);
    const paid: { readonly PageData: readonly Row[] } = await portal('distribution');
    const paths = paid.PageData.map(({ Through, GrossCarryDistributed }) => [GrossCarryDistributed, Through]);
    expect(paths, 'the row through an entity says so').toEqual(
      expect.arrayContaining([
        ['100.00', null],
        ['50.00', 'Holding'],
      ]),
    );
    const { Years, Rows } = await portal('tax');
    expect(Years).toEqual([{ Year: 2025, Currency: 'USD', Gross: '150.00', Tax: '0.00', IsEstimate: false }]);
    expect(Rows).toMatchObject([{ Year: 2025, Characterization: null, Gross: '150.00' }]);
  });

  it('tells nobody of another: neither by place, nor by distribution, nor by a parameter that names one', async () => {
    expect((await portal('home', other)).Holders).toMatchObject([
      { Name: 'Ola Berg', Summary: { TotalCarryDistributed: '0.00' } },
    ]);
    expect(await portal('distribution', other)).toMatchObject({ TotalItemCount: 0 });
    expect(await portal('tax', other)).toEqual({ Years: [], Rows: [] });
    const refused = [
      `distribution/${planted.distribution}`,
      `distribution/${planted.distribution}/explanation?Figure=gross`,
      'summary?Holder=1',
      'allocation?Holder=1',
      'vesting?Holder=7',
    ];
    for (const path of refused)
      expect((await send(other, `/api/participant-portal/${path}`)).statusCode, path).toBe(404);
    for (const path of ['home', 'summary', 'distribution', 'tax'])
      expect((await send(stranger, `/api/participant-portal/${path}`)).statusCode, path).toBe(404);
    for (const name of ['ParticipantId', 'EmployeeId', 'Id'])
      expect((await send(other, `/api/participant-portal/summary?${name}=${planted.employee}`)).statusCode, name).toBe(
        400,
      );
    for (const path of [`empv2/${planted.employee}`, 'portal-user'])
      expect((await send(holder, `/api/carry/${path}`)).statusCode, path).toBe(403);
  });

  it('tells nothing that the firm has switched off', async () => {
    await show({ PortalForecasts: 'False', PortalEstimates: 'False', PortalPercentages: 'False' });
    const home = await portal('home');
    expect(home.Shown).toEqual({ Forecasts: false, Estimates: false, Percentages: false, Pay: true, PayReads: false });
    expect(home.Holders[0].Summary).toMatchObject({
      CarryBalance: null,
      ForecastdCarry: null,
      TotalCarryDistributed: '150.00',
    });
    expect(await portal('forecast')).toMatchObject({ TotalItemCount: 0, PageData: [] });
    expect((await portal('allocation')).PageData).toMatchObject([{ Effective: null, VestedPercentage: '85' }]);
    expect((await portal(`distribution/${planted.distribution}`)).Lines[0].EffectiveAllocation).toBeNull();
    expect((await portal('vesting')).Sources).toMatchObject([{ Effective: null, VestedPercentage: '85' }]);
    const why: Node = await portal('vesting/explanation?Figure=vestedCarryAmount');
    const inputNames = everyNode(why).flatMap(({ Inputs }) => Inputs.map(({ Name }) => Name));
    expect(inputNames).toContain('vested percentage');
    expect(inputNames.filter((name) => /effective|carry amount/i.test(name))).toEqual([]);
    const file = await send(holder, '/api/participant-portal/forecast?format=csv');
    expect(file.statusCode).toBe(200);
    await show({ PortalPercentages: 'True' });
  });

  describe('a letter', () => {
    const documents = '/api/participant-portal/document';
    const release = async (payload: object = {}) => {
      const answer = await post(
        administrator,
        `/api/carry/distribution/${planted.distribution}/release-letters`,
        payload,
      );
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<{ Id: string; Version: number }>();
    };
    const evidence = async (id: string): Promise<string[]> =>
      (await get(administrator, `/api/carry/delivery/${id}/event`)).PageData.map(({ Kind }: { Kind: string }) => Kind);
    let first: { Id: string; Version: number };
    let own: { Id: string; Sha256: string };

    it('is given to its recipient as the very bytes that are kept, and to nobody else', async () => {
      first = await release();
      expect(first).toMatchObject({
        Version: 1,
        State: 'Released',
        Recipients: 1,
        InPortal: 1,
        Opened: 0,
        Acknowledged: 0,
      });
      const mine = await get(holder, documents);
      expect(mine).toMatchObject({
        TotalItemCount: 1,
        PageData: [{ State: 'New', Kind: 'Letter', HeldBy: 'Zanele Mokoena' }],
      });
      own = mine.PageData[0];
      // A document that the person hasn't opened can't be acknowledged.
      expect(own).toMatchObject({ HasOpened: false });
      const unread = await post(holder, `${documents}/${own.Id}/acknowledge`, { TypedName: 'Ada Example' });
      expect([unread.statusCode, unread.json()]).toMatchObject([422, { Errors: [{ Code: 'NOT_OPENED' }] }]);
      const [notification] = await get(holder, '/api/inbox');
      expect(notification).toMatchObject({ Kind: 'document', Link: '/participant-portal/document' });
      expect((await post(holder, `${documents}/${own.Id}/open`)).json()).toMatchObject({
        State: 'Opened',
        HasOpened: true,
      });
      const file = await send(holder, `${documents}/${own.Id}/file?inline=true`);
      expect(file.headers['content-type']).toBe('application/pdf');
      expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(own.Sha256);
      expect(pdfTexts(file.rawPayload).join(' ')).toContain('135.00');
      expect(await get(other, documents)).toMatchObject({ TotalItemCount: 0 });
      for (const path of ['', '/file'])
        expect((await send(other, `${documents}/${own.Id}${path}`)).statusCode).toBe(404);
      for (const act of ['open', 'acknowledge'])
        expect(
          (await post(other, `${documents}/${own.Id}/${act}`, act === 'open' ? {} : { TypedName: 'Ada Example' }))
            .statusCode,
        ).toBe(404);
      expect((await send(holder, '/api/carry/delivery')).statusCode).toBe(403);
      expect(await evidence(first.Id)).toEqual(['Released', 'Opened', 'Downloaded']);
    });

    it('is acknowledged once, with the own name, and certified', async () => {
      const acknowledge = (TypedName: string) => post(holder, `${documents}/${own.Id}/acknowledge`, { TypedName });
      expect((await post(administrator, `/api/carry/delivery/${first.Id}/remind`)).json()).toMatchObject({
        Reminded: 1,
      });
      expect(await get(holder, `${documents}/${own.Id}`)).toMatchObject({ IsReminded: true });
      expect((await acknowledge('Ola Berg')).json()).toMatchObject({
        Errors: [{ Path: 'TypedName', Code: 'NAME_DIFFERS' }],
      });
      const atOnce = await Promise.all([1, 2, 3, 4].map(() => acknowledge('ada EXAMPLE')));
      expect(atOnce.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
      expect(atOnce.find(({ statusCode }) => statusCode === 200)?.json()).toMatchObject({
        State: 'Acknowledged',
        TypedName: 'ada EXAMPLE',
      });
      expect((await acknowledge('Ada Example')).json()).toMatchObject({ Errors: [{ Code: 'ALREADY_ACKNOWLEDGED' }] });
      expect((await post(administrator, `/api/carry/delivery/${first.Id}/remind`)).json()).toMatchObject({
        Reminded: 0,
      });
      const base = `/api/carry/delivery/${first.Id}`;
      expect(await get(administrator, `${base}/recipient`)).toMatchObject({
        PageData: [
          {
            Participant: 'Zanele Mokoena',
            PortalUser: 'Ada Example',
            State: 'Acknowledged',
            TypedName: 'ada EXAMPLE',
            Sha256: own.Sha256,
          },
        ],
      });
      const csv = (await send(administrator, `${base}/certificate?as=csv`)).body;
      for (const text of ['Acknowledged', 'ada EXAMPLE', own.Sha256, 'SHA-256 of the 5 lines above'])
        expect(csv).toContain(text);
      const pdf = pdfTexts((await send(administrator, `${base}/certificate`)).rawPayload);
      expect(pdf.join(' ')).toContain('Certificate of delivery');
      expect(pdf.join(' ')).toContain('(UTC)');
      // Recipients without portal access get it by hand.
      expect((await send(administrator, `${base}/package`)).json()).toMatchObject({
        Errors: [{ Code: 'NO_RECIPIENTS' }],
      });
      // Without the role, an employee's user has no portal access.
      const { worker } = server.database;
      const role = [tenantId, holder.personId];
      await worker.query('DELETE FROM membership_role WHERE tenant_id = $1 AND person_id = $2', role);
      expect((await get(administrator, base)).InPortal).toBe(0);
      await worker.query(`INSERT INTO membership_role VALUES ($1, $2, 'participant-portal', 'viewer')`, role);
      expect((await get(administrator, base)).InPortal).toBe(1);
      await post(administrator, `/api/carry/portal-user/${planted.employee}/unlink`);
      expect((await get(administrator, base)).InPortal).toBe(0);
      const zip = await send(administrator, `${base}/package`);
      const { value: packed } = await filesIn(zip.rawPayload).next();
      expect(
        createHash('sha256')
          .update(packed?.bytes ?? '')
          .digest('hex'),
      ).toBe(own.Sha256);
      expect((await send(holder, `${documents}/${own.Id}`)).statusCode).toBe(404);
      expect((await link(planted.employee, { User: { Id: holder.personId } })).statusCode).toBe(200);
    });

    it('gives way to a later version, which stays readable beside it', async () => {
      const second = await release({ AsksAcknowledgment: false });
      expect(second).toMatchObject({ Version: 2, Wording: null });
      expect(await get(administrator, `/api/carry/delivery/${first.Id}`)).toMatchObject({
        State: 'Superseded',
        SupersededBy: { Id: second.Id },
      });
      const { PageData } = await get(holder, documents);
      expect(PageData.map(({ Version, State }: { Version: number; State: string }) => [Version, State])).toEqual(
        expect.arrayContaining([
          [1, 'Superseded'],
          [2, 'New'],
        ]),
      );
      expect((await send(holder, `${documents}/${own.Id}/file`)).statusCode).toBe(200);
      const latest = PageData.find(({ Version }: { Version: number }) => Version === 2);
      const refused = await post(holder, `${documents}/${latest.Id}/acknowledge`, { TypedName: 'Ada Example' });
      expect(refused.json()).toMatchObject({ Errors: [{ Code: 'NOTHING_TO_ACKNOWLEDGE' }] });
    });

    it('created again keeps the wording of its release, whatever the template says by now, and a changed wording is found', async () => {
      const letter = async () => {
        const url = `/api/carry/distribution/${planted.distribution}/letter/${planted.employee}`;
        const file = await send(administrator, url);
        expect(file.statusCode, file.body).toBe(200);
        return pdfTexts(file.rawPayload);
      };
      const sent = await letter();
      const template = await get(administrator, '/api/carry/letter-template');
      const saved = await post(administrator, '/api/carry/letter-template', {
        ...template,
        Salutation: 'Good day {firstName}',
      });
      expect(saved.statusCode, saved.body).toBe(200);
      expect(await letter()).toEqual(sent);
      // A new release says it in the new words.
      const last = await release();
      expect((await letter()).join(' ')).toContain('Good day');
      const states = () =>
        unitOfWork({ pool: server.database.worker, auditKey: server.auditKey })(
          { tenantId, personId: null, now: server.now.toISOString() },
          async (tx) =>
            (await verifyTenant(tx, server.auditKey)).findings.filter(({ of: location }) => location[0] === 'delivery'),
          { readOnly: true },
        );
      expect(await states()).toEqual([]);
      const superuser = new pg.Client({ connectionString: server.database.adminUrl });
      await superuser.connect();
      const reword = (from: string, to: string) =>
        superuser.query(
          `UPDATE delivery_release SET letter_template = replace(letter_template::text, $2, $3)::jsonb WHERE id = $1`,
          [last.Id, from, to],
        );
      await reword('Good day', 'Bad day');
      expect(await states()).toMatchObject([{ what: expect.stringContaining('letter template') }]);
      await reword('Bad day', 'Good day');
      await superuser.end();
    });

    it('leaves evidence that nobody changes, and a cut event is found', async () => {
      const { worker } = server.database;
      server.passMinutes(26 * 60);
      await sealLogs(worker, server.withTenant, server.now);
      const found = () =>
        unitOfWork({ pool: worker, auditKey: server.auditKey })(
          { tenantId, personId: null, now: server.now.toISOString() },
          async (tx) =>
            (await verifyTenant(tx, server.auditKey)).findings.filter(({ of: location }) =>
              location[0]?.startsWith('Delivery evidence'),
            ),
          { readOnly: true },
        );
      expect(await found()).toEqual([]);
      const change = (statement: string) =>
        server.withTenant({ tenantId, personId: administrator.personId, now: server.now.toISOString() }, (tx) =>
          tx.query(statement),
        );
      for (const statement of [
        'DELETE FROM delivery_event',
        'UPDATE delivery_event SET typed_name = NULL',
        'UPDATE delivery SET file_name = NULL',
      ])
        await expect(change(statement), statement).rejects.toThrow('permission denied');
      const superuser = new pg.Client({ connectionString: server.database.adminUrl });
      await superuser.connect();
      // Moving a value to the neighboring column counts as a change too.
      const acknowledged = `WHERE kind = 'ACKNOWLEDGED' AND tenant_id = $1`;
      const moved = `UPDATE delivery_event SET detail = detail || '|' || typed_name, typed_name = NULL ${acknowledged}`;
      await superuser.query(moved, [tenantId]);
      expect(await found()).toHaveLength(1);
      const back = `UPDATE delivery_event SET typed_name = substring(detail FROM '[^|]*$'), detail = regexp_replace(detail, '[|][^|]*$', '')`;
      await superuser.query(`${back} ${acknowledged}`, [tenantId]);
      expect(await found()).toEqual([]);
      // Days without deliveries are sealed as well, so that nobody can add one later.
      server.passMinutes(5 * 24 * 60);
      await sealLogs(worker, server.withTenant, server.now);
      expect(await found()).toEqual([]);
      await superuser.query(
        `INSERT INTO delivery_event SELECT * FROM (SELECT (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(),
           'created_at', $2::timestamptz))).* FROM delivery_event e WHERE tenant_id = $1 AND kind = 'ACKNOWLEDGED' LIMIT 1) invented`,
        [tenantId, new Date(server.now.getTime() - 3 * 86_400_000)],
      );
      expect(await found()).toHaveLength(1);
      await superuser.query(`DELETE FROM delivery_event WHERE kind = 'ACKNOWLEDGED'`);
      await superuser.end();
      expect(await found()).toHaveLength(1);
    });
  });
});
