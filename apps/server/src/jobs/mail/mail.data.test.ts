import { beatMail, claimMail } from '@carrara/adapters/postgres/platform/mail/mailQueue';
import { notify } from '@carrara/adapters/postgres/platform/inbox/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MailReceiver, startMailReceiver } from '../../testing/mailReceiver.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';
import { createSmtpMailer } from '@carrara/adapters/mail/smtpMailer';

interface Row {
  readonly Id: string;
  readonly Address: string;
  readonly Kind: string;
  readonly Status: string;
  readonly Refusals: number;
  readonly Answer: string;
  readonly CanRetry: boolean;
}

let receiver: MailReceiver;
let server: TestServer;
let tenantId: string;
let admin: TestPerson;

beforeAll(async () => {
  receiver = await startMailReceiver();
  server = await TestServer.start({
    environment: {
      SMTP_URL: receiver.url,
      MAIL_FROM: 'Carrara, Inc. <carrara@firm.test>',
      PUBLIC_URL: 'http://carry.test',
    },
  });
  tenantId = await server.tenant('Alder Partners');
  admin = await server.person(tenantId, { carry: 'administrator' });
  await setAddress(admin, 'ada@firm.test');
});
afterAll(async () => {
  await server?.stop();
  await receiver?.stop();
});
beforeEach(() => receiver.behave('takes'));

const setAddress = (person: TestPerson, email: string) =>
  server.database.worker.query('UPDATE person SET email = $2 WHERE id = $1', [person.personId, email]);
/** Sends a request. Sessions end as the clock moves, so it signs in again if needed. */
const call = async (method: 'GET' | 'POST', url: string, payload?: object, person = admin) => {
  const request = { method, url, ...(payload ? { payload } : {}) };
  const answer = await server.call(person.token, tenantId, request);
  if (answer.statusCode !== 401) return answer;
  Object.assign(person, { token: await server.signIn(person.login) });
  return server.call(person.token, tenantId, request);
};
const listed = async (): Promise<readonly Row[]> =>
  (await call('GET', '/api/mail?pageSize=100')).json<{ PageData: readonly Row[] }>().PageData;
const newest = async (): Promise<Row> => (await listed())[0]!;
async function sendTest(): Promise<void> {
  const answer = await call('POST', '/api/mail/test', {});
  expect(answer.statusCode, answer.body).toBe(200);
  // The list is ordered by request time, so the stopped clock has to move.
  server.passMinutes(1 / 600);
}
const becomes = (status: string, refusals = 0) =>
  vi.waitFor(async () => expect(await newest()).toMatchObject({ Status: status, Refusals: refusals }), {
    timeout: 240_000,
    interval: 50,
  });
const notifyOf = (person: TestPerson, subject: string, kind: 'approval' | 'task' = 'approval') =>
  server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
    notify(tx, { person: person.personId, kind, subject, link: '/carry/distribution' }),
  );

describe('a mail', () => {
  it('is sent once its cause is stored, and administrators see its status', async () => {
    await sendTest();
    await becomes('SENT');
    const mail = receiver.mails.at(-1);
    expect(mail).toMatchObject({
      to: 'ada@firm.test',
      subject: 'Test mail',
      from: '"Carrara, Inc." <carrara@firm.test>',
    });
    expect(mail?.text).toContain('Alder Partners can send mail.');
    expect(mail?.html).toContain('Alder Partners can send mail.');
    expect(await newest()).toMatchObject({ Address: 'ada@firm.test', Kind: 'test', CanRetry: false });
    expect((await newest()).Answer).toMatch(/^250 /);
    const viewer = await server.person(tenantId, { carry: 'viewer' });
    expect((await call('GET', '/api/mail', undefined, viewer)).statusCode).toBe(403);
    const metrics = (await server.app.inject({ method: 'GET', url: '/metrics' })).body;
    expect(metrics).toContain('carrara_mails{state="SENT"} 1');
  });

  it('is retried after 1, 5, 30, 120 and 720 minutes, then fails and notifies its sender', async () => {
    receiver.behave('refuses');
    const before = receiver.mails.length;
    await sendTest();
    for (const [refusals, minutes] of [1, 5, 30, 120, 720].entries()) {
      await becomes('WAITING', refusals + 1);
      server.passMinutes(minutes - 0.1);
      await server.mails?.wake();
      await becomes('WAITING', refusals + 1);
      server.passMinutes(0.1);
    }
    await becomes('FAILED', 6);
    expect((await newest()).Answer).toContain('Come back later');
    const inbox = (await call('GET', '/api/inbox')).json<readonly { Kind: string; Subject: string }[]>();
    expect(inbox[0]).toMatchObject({ Kind: 'task', Subject: 'A mail to ada@firm.test could not be sent.' });
    receiver.behave('takes');
    const { Id: id } = await newest();
    expect((await call('POST', `/api/mail/${id}/retry`, {})).statusCode).toBe(200);
    await becomes('SENT');
    expect(receiver.mails.length).toBe(before + 1);
    expect((await call('POST', `/api/mail/${id}/retry`, {})).statusCode).toBe(409);
  });

  it('whose server closes in the middle or is slow is neither lost nor sent twice', async () => {
    const before = receiver.mails.length;
    receiver.behave('closes');
    await sendTest();
    await becomes('WAITING', 1);
    receiver.behave('slow');
    server.passMinutes(1);
    // The mailer waits a second for a response, and the server takes two: the mail is accepted after the connection was
    // given up.
    await becomes('WAITING', 2);
    receiver.behave('takes');
    server.passMinutes(5);
    await becomes('SENT', 2);
    const received = receiver.mails.slice(before);
    // A receiver that got it from an earlier attempt recognizes the repetition by its message id.
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('is sent at once, in the daily mail or not at all, as the person has chosen', async () => {
    const ben = await server.person(tenantId, { carry: 'viewer' });
    await setAddress(ben, 'ben@firm.test');
    const his = () => receiver.mails.filter(({ to }) => to === 'ben@firm.test');
    const inbox = async () =>
      (await call('GET', '/api/inbox', undefined, ben)).json<readonly { Subject: string; Id: string }[]>();
    await notifyOf(ben, 'Spring exit is waiting for your approval');
    await notifyOf(ben, 'An import of yours has ended', 'task');
    await vi.waitFor(() => expect(his()).toHaveLength(1), { timeout: 240_000, interval: 50 });
    expect(his()[0]).toMatchObject({
      subject: 'Spring exit is waiting for your approval',
      links: [`http://carry.test/#/carry/distribution?firm=${tenantId}`],
    });
    const { Choices } = (await call('GET', '/api/account/mail', undefined, ben)).json<{ Choices: object }>();
    const chosen = { Choices: { ...Choices, Approval: 'DAILY' } };
    expect((await call('POST', '/api/account/mail', chosen, ben)).statusCode).toBe(200);
    await notifyOf(ben, 'Autumn exit is waiting for your approval');
    await notifyOf(ben, 'Winter exit is waiting for your approval');
    await server.mails?.wake();
    expect(his()).toHaveLength(1);
    // The daily mail leaves at seven in the firm's time zone, which is UTC here.
    server.passMinutes(24 * 60);
    await vi.waitFor(() => expect(his()).toHaveLength(2), { timeout: 240_000, interval: 50 });
    expect(his()[1]).toMatchObject({ subject: '2 notifications from Alder Partners', links: { length: 2 } });
    expect((await inbox()).map(({ Subject }) => Subject)).toEqual(
      expect.arrayContaining(['An import of yours has ended']),
    );
    expect(await inbox()).toHaveLength(4);
  });

  it('leaves out notifications that were read before the daily mail', async () => {
    const cleo = await server.person(tenantId, { carry: 'viewer' });
    await setAddress(cleo, 'cleo@firm.test');
    const hers = () => receiver.mails.filter(({ to }) => to === 'cleo@firm.test');
    const { Choices } = (await call('GET', '/api/account/mail', undefined, cleo)).json<{ Choices: object }>();
    await call('POST', '/api/account/mail', { Choices: { ...Choices, Approval: 'DAILY', Mention: 'DAILY' } }, cleo);
    await notifyOf(cleo, 'Spring exit is waiting for your approval');
    await notifyOf(cleo, 'Autumn exit is waiting for your approval');
    const inbox = (await call('GET', '/api/inbox', undefined, cleo)).json<readonly { Subject: string; Id: string }[]>();
    const spring = inbox.find(({ Subject }) => Subject.startsWith('Spring'))!;
    await call('POST', `/api/inbox/${spring.Id}/read`, { IsRead: true }, cleo);
    server.passMinutes(24 * 60);
    await vi.waitFor(() => expect(hers()).toHaveLength(1), { timeout: 240_000, interval: 50 });
    expect(hers()[0]).toMatchObject({
      subject: 'Autumn exit is waiting for your approval',
      links: { length: 1 },
    });
    await notifyOf(cleo, 'Winter exit is waiting for your approval');
    await call('POST', '/api/inbox/read-all', {}, cleo);
    server.passMinutes(24 * 60);
    await server.mails?.wake();
    await server.mails?.wake();
    expect(hers()).toHaveLength(1);
  });

  it('shows a person the own notifications alone, read and unread', async () => {
    const cleo = await server.person(tenantId, { 'participant-portal': 'viewer' });
    await notifyOf(cleo, 'A document was released to you');
    const [own] = (await call('GET', '/api/inbox', undefined, cleo)).json<readonly { Id: string; Subject: string }[]>();
    expect(own).toMatchObject({ Subject: 'A document was released to you' });
    const unread = async () =>
      (await call('GET', '/api/inbox/unread', undefined, cleo)).json<{ Unread: number }>().Unread;
    expect(await unread()).toBe(1);
    expect((await call('POST', `/api/inbox/${own!.Id}/read`, {})).statusCode).toBe(404);
    expect((await call('POST', `/api/inbox/${own!.Id}/read`, {}, cleo)).json()).toEqual({ Changed: 1 });
    expect(await unread()).toBe(0);
    expect((await call('POST', `/api/inbox/${own!.Id}/read`, { IsRead: false }, cleo)).json()).toEqual({ Changed: 1 });
    expect((await call('POST', '/api/inbox/read-all', {}, cleo)).json()).toEqual({ Changed: 1 });
    expect(await unread()).toBe(0);
  });

  it('is taken over from a dead process, and accepted mails are not sent again', async () => {
    await server.mails?.stop();
    await sendTest();
    const { worker } = server.database;
    const mine = await claimMail(worker, server.now);
    expect(mine).toMatchObject({ kind: 'test', attempt: 1 });
    expect(await claimMail(worker, server.now)).toBeUndefined();
    await worker.query(`UPDATE mail SET heartbeat_at = now() - interval '20 s' WHERE id = $1`, [mine!.id]);
    const [first, other] = await Promise.all([claimMail(worker, server.now), claimMail(worker, server.now)]);
    expect([first, other].filter(Boolean)).toHaveLength(1);
    // The silent process sends a heartbeat again, but too late.
    await worker.query(`UPDATE mail SET heartbeat_at = now() - interval '20 s' WHERE id = $1`, [mine!.id]);
    await beatMail(worker, mine!);
    expect(await claimMail(worker, server.now)).toMatchObject({ id: mine!.id, attempt: 3 });
    await worker.query(`UPDATE mail SET status = 'SENT', ended_at = now() WHERE id = $1`, [mine!.id]);
    expect(await claimMail(worker, server.now)).toBeUndefined();
  });

  it('is accepted by a server that speaks only TLS', async () => {
    const encrypted = await startMailReceiver({ tls: true });
    const letter = {
      messageId: '<1@x.test>',
      to: 'a@b.test',
      subject: 'Zürich “dash” –',
      text: 'Grüße',
      html: '<p>Grüße</p>',
    };
    const mailer = createSmtpMailer({ url: encrypted.url, from: 'carrara@firm.test' });
    expect(await mailer.send(letter)).toMatch(/^250 /);
    expect(encrypted.mails[0]).toMatchObject({ subject: 'Zürich “dash” –', text: expect.stringContaining('Grüße') });
    // The certificate is self-signed, so a mailer that wasn't told to accept it sends nothing.
    const strict = createSmtpMailer({ url: encrypted.url.replace(/\?.*/, ''), from: 'carrara@firm.test' });
    await expect(strict.send(letter)).rejects.toThrow(/certificate/);
    expect(encrypted.mails).toHaveLength(1);
    await encrypted.stop();
  });
});
