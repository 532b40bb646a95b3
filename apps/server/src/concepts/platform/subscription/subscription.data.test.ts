import { maxSubscriptions } from '@carrara/domain/platform/subscription';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MailReceiver, startMailReceiver } from '../../../testing/mailReceiver.ts';
import { type BodyOf, refusal, responseStatus } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';
import { startDueSubscriptions } from '../../../usecases/platform/subscription.ts';

const soon = { timeout: 240_000, interval: 50 };
/** The server's clock starts on a Thursday, 2026-10-01 at noon. */
const monday = { kind: 'WEEKLY', day: 1 } as const;
const file = { call: 'listFunds', address: '/api/carry/fund?SortColumn=Code&format=csv' };

describe('a subscription', () => {
  let receiver: MailReceiver;
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let ann: TestPerson;

  beforeAll(async () => {
    receiver = await startMailReceiver();
    server = await TestServer.start({
      environment: { SMTP_URL: receiver.url, MAIL_FROM: 'carrara@firm.test', PUBLIC_URL: 'http://carry.test' },
    });
  });
  afterAll(async () => {
    await server?.stop();
    await receiver?.stop();
  });
  beforeEach(async () => {
    tenantId = await server.tenant();
    ann = await server.person(tenantId, { carry: 'editor' });
    const currency = await server.referenceEntry(tenantId, 'currency', 'USD');
    await as(ann).saveFund({ body: { code: 'F1', legalName: 'Fund I', currency: { id: currency } } });
  });

  const subscribe = (person: TestPerson, more: Partial<BodyOf<'saveSubscription'>> = {}) =>
    as(person).saveSubscription({ body: { name: 'Funds', schedule: monday, file, ...more } });
  /** Passes days, and queues the files that are due. Sessions end meanwhile. */
  const pass = async (days: number) => {
    server.passMinutes(days * 24 * 60);
    ann = { ...ann, token: await server.signIn(ann.login) };
    const { database, withTenant } = server;
    const start = () =>
      startDueSubscriptions(
        { worker: database.worker, withTenant, now: () => server.now },
        { onTask: () => undefined },
      );
    // A second process looks at the same time.
    await Promise.all([start(), start()]);
  };
  const jobs = async () => (await as(ann).listTasks()).filter(({ kind }) => kind === 'subscription');
  const lastFile = async () => (await as(ann).listSubscriptions())[0]?.last;

  it('creates its file once on its day, mails a link and no file, and its file can be downloaded after signing in', async () => {
    await server.database.worker.query('UPDATE person SET email = $2 WHERE id = $1', [ann.personId, 'ann@firm.test']);
    const day = new Date(server.now.getTime());
    const until = (8 - day.getUTCDay()) % 7 || 7;
    const subscription = await subscribe(ann);
    expect(subscription).toMatchObject({ subject: 'Funds', format: 'csv', last: null, isPaused: false });
    await pass(until - 1);
    expect(await jobs()).toEqual([]);
    await pass(1);
    await vi.waitFor(async () => expect(await lastFile()).toMatchObject({ result: 'CREATED', remark: '' }), soon);
    const [job, ...others] = await jobs();
    expect(others).toEqual([]);
    const entry = (await as(ann).listInbox())[0];
    expect(entry).toMatchObject({
      kind: 'subscription',
      subject: 'Funds is ready.',
      link: `/subscription?file=${job!.id}`,
    });
    const { bytes } = await as(ann).downloadTask({ params: { id: job!.id } });
    expect(Buffer.from(bytes).toString()).toContain('Fund I');
    await vi.waitFor(() => expect(receiver.mails).toHaveLength(1), soon);
    expect(receiver.mails[0]).toMatchObject({
      subject: 'Funds is ready.',
      links: [`http://carry.test/#/subscription?file=${job!.id}&firm=${tenantId}`],
    });
    expect(receiver.mails[0]?.text).not.toContain('Fund I');
    const ben = await server.person(tenantId, { carry: 'administrator' });
    expect(await responseStatus(as(ben).downloadTask({ params: { id: job!.id } }))).toBe(404);
    expect(await as(ben).listSubscriptions()).toEqual([]);
  });

  it('notifies a subscriber who has lost the permission, and neither creates nor returns a file', async () => {
    await subscribe(ann);
    await pass(7);
    await vi.waitFor(async () => expect(await lastFile()).toMatchObject({ result: 'CREATED' }), soon);
    const [job] = await jobs();
    await server.database.worker.query(`UPDATE membership_role SET application = 'comp' WHERE person_id = $1`, [
      ann.personId,
    ]);
    expect(await responseStatus(as(ann).downloadTask({ params: { id: job!.id } }))).toBe(403);
    await pass(7);
    await vi.waitFor(async () => expect(await lastFile()).toMatchObject({ result: 'REFUSED', taskId: null }), soon);
    expect((await as(ann).listInbox())[0]?.subject).toBe(
      'Funds wasn’t created. You no longer have access to it. Delete the subscription, or ask an administrator.',
    );
  });

  it('is paused, resumed without the missed days, run at once, and deleted', async () => {
    const { id, rowVersion } = await subscribe(ann);
    const content = { id, name: 'Funds', schedule: monday };
    const paused = await as(ann).saveSubscription({ body: { ...content, rowVersion, isPaused: true } });
    expect(paused).toMatchObject({ isPaused: true, nextDate: null });
    await pass(8);
    expect(await jobs()).toEqual([]);
    expect(await responseStatus(as(ann).saveSubscription({ body: { ...content, rowVersion } }))).toBe(409);
    const resumed = await as(ann).saveSubscription({ body: { ...content, rowVersion: paused.rowVersion } });
    expect(resumed.nextDate! > server.now.toISOString().slice(0, 10)).toBe(true);
    await pass(0);
    expect(await jobs()).toEqual([]);
    await as(ann).runSubscription({ params: { id }, body: {} });
    await vi.waitFor(async () => expect(await lastFile()).toMatchObject({ result: 'CREATED' }), soon);
    await as(ann).deleteSubscription({ params: { id }, query: { rowVersion: resumed.rowVersion } });
    expect(await as(ann).listSubscriptions()).toEqual([]);
  });

  it('is refused for pay, for what the person can’t read, and for a day that its schedule doesn’t have', async () => {
    const head = await server.person(tenantId, { comp: 'administrator' });
    const ofPay = { call: 'listSalaries', address: '/api/comp/salary?format=csv' };
    expect(await refusal(subscribe(head, { file: ofPay }))).toMatchObject({ status: 404 });
    expect(await refusal(subscribe(head))).toMatchObject({ status: 404 });
    expect(await refusal(subscribe(ann, { schedule: { kind: 'WEEKLY', day: 8 } }))).toMatchObject({
      errors: [{ code: 'NUMBER_RANGE', message: 'Choose a day from 1 to 7.' }],
    });
    expect(await refusal(subscribe(ann, { file: undefined }))).toMatchObject({ errors: [{ code: 'REQUIRED' }] });
    const undecodable = { call: 'listFunds', address: '/api/carry/distribution/%zz?format=csv' };
    expect((await refusal(subscribe(ann, { file: undecodable }))).status).toBe(400);
    expect((await refusal(as(ann).startExport({ body: undecodable }))).status).toBe(400);
  });

  it('is one of at most fifty, even if several are added at the same time', async () => {
    for (let count = 0; count < maxSubscriptions - 1; count += 1) await subscribe(ann, { name: `Funds ${count}` });
    const statuses = await Promise.all(['a', 'b', 'c'].map((name) => responseStatus(subscribe(ann, { name }))));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await as(ann).listSubscriptions()).toHaveLength(maxSubscriptions);
  });

  it('moves the date of its report with the schedule', async () => {
    const report = {
      call: 'reportVestingAhead',
      address: '/api/carry/reporting/v2/vesting-ahead?to=2027-01-31&format=csv',
    };
    const saved = await subscribe(ann, { name: 'Vesting', file: report, dates: 'QUARTER_END' });
    expect(saved.hasDates).toBe(true);
    await as(ann).runSubscription({ params: { id: saved.id }, body: {} });
    const { rows } = await server.database.worker.query<{ address: string }>(
      `SELECT input ->> 'address' AS address FROM task WHERE tenant_id = $1 AND kind = 'subscription'`,
      [tenantId],
    );
    expect(rows[0]?.address).toMatch(/[?&]to=20\d\d-(03-31|06-30|09-30|12-31)&/i);
  });
});
