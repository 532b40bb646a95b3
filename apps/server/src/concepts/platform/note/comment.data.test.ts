import { notifyOfDueTasks } from '@carrara/adapters/postgres/platform/note/dueTasks';
import { listenLive } from '@carrara/adapters/signalr/client/listenLive';
import { type LiveEvent, inboxLink } from '@carrara/contract/core/events';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { grantPayAccess } from '../../../testing/grantPayAccess.ts';
import { type AnswerOf, type BodyOf, refusal, responseStatus } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

describe('notes as conversations', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let ann: TestPerson;
  let bob: TestPerson;
  let cid: TestPerson;
  let fund: string;

  /** Creates a person with a name of their own. */
  const named = async (name: string, roles: Parameters<TestServer['person']>[1]) => {
    const person = await server.person(tenantId, roles);
    const [first, last] = name.split(' ');
    await server.database.worker.query('UPDATE person SET first_name = $2, last_name = $3 WHERE id = $1', [
      person.personId,
      first,
      last,
    ]);
    return person;
  };
  const write = (person: TestPerson, noteText: string, more: Partial<BodyOf<'saveNote'>> = {}) =>
    as(person).saveNote({ body: { noteText, objectId: fund, objectType: 'fund', ...more } });
  const reply = (person: TestPerson, noteId: string, noteText: string, mentions: string[] = []) =>
    as(person).saveComment({ body: { noteId, noteText, mentions } });
  const inbox = async (person: TestPerson) => (await as(person).listInbox()).map(({ subject }) => subject);
  const threads = () => as(ann).listNotes({ params: { id: fund } });

  /** Returns the date some days after the server's. */
  const day = (days: number) => new Date(server.now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

  beforeAll(async () => {
    server = await TestServer.start();
    await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  beforeEach(async () => {
    tenantId = await server.tenant();
    ann = await named('Ann Ito', { carry: 'editor' });
    bob = await named('Bob Ray', { carry: 'viewer' });
    cid = await named('Cid Moe', { comp: 'viewer' });
    const currency = await server.referenceEntry(tenantId, 'currency', 'USD');
    fund = (await as(ann).saveFund({ body: { code: 'F1', legalName: 'Fund I', currency: { id: currency } } })).id;
  });
  afterAll(() => server.stop());

  it('mention people who can read the record, and nobody else', async () => {
    const readers = await as(ann).listCommentReaders({ query: { objectId: fund } });
    expect(readers).toEqual([{ id: bob.personId, name: 'Bob Ray' }]);
    const note = await write(ann, 'Please look, @Bob Ray', { mentions: [bob.personId] });
    expect(note.mentions).toEqual([{ id: bob.personId, name: 'Bob Ray' }]);
    expect(await as(bob).listInbox()).toMatchObject([
      { kind: 'mention', subject: 'Ann Ito mentioned you in a note on Fund I.', link: `/note/${fund}?note=${note.id}` },
    ]);
    expect(await refusal(write(ann, 'And you, @Cid Moe', { mentions: [cid.personId] }))).toMatchObject({
      errors: [{ code: 'NOT_FOUND' }],
    });
    expect(await inbox(cid)).toEqual([]);
    expect(await responseStatus(as(cid).listCommentReaders({ query: { objectId: fund } }))).toBe(404);
  });

  it('are marked as read together, only by their recipient', async () => {
    for (const text of ['first', 'second', 'third']) await write(ann, `@Bob Ray ${text}`, { mentions: [bob.personId] });
    const listed = () => as(bob).listInbox();
    const [first, second, third] = (await listed()).map(({ id }) => id) as [string, string, string];
    const mark = (ids: string[], isRead = true, person = bob) =>
      as(person).markNotifications({ body: { ids, isRead } });
    const unread = async () => (await listed()).flatMap(({ id, readDate }) => (readDate === null ? [id] : []));
    expect(await mark([second, second.toUpperCase()])).toEqual({ changed: 1, unchanged: 0 });
    expect(await mark([first, second])).toEqual({ changed: 1, unchanged: 1 });
    expect(await unread()).toEqual([third]);
    expect(await mark([first, second], false)).toEqual({ changed: 2, unchanged: 0 });
    expect(await responseStatus(mark([third, fund]))).toBe(404);
    expect(await responseStatus(mark([third], true, ann))).toBe(404);
    const elsewhere = await server.tenant();
    await server.join(elsewhere, bob.personId, { carry: 'viewer' });
    const there = as(bob, elsewhere).markNotifications({ body: { ids: [third], isRead: true } });
    expect(await responseStatus(there)).toBe(404);
    expect(await unread()).toEqual([first, second, third]);
  });

  it('reach the inbox live, and only the mentioned person’s', async () => {
    const baseUrl = `http://127.0.0.1:${String((server.app.server.address() as AddressInfo).port)}`;
    const heard: LiveEvent[] = [];
    const others: LiveEvent[] = [];
    const listen = (person: TestPerson, events: LiveEvent[]) =>
      listenLive({ baseUrl, tenantId, token: () => person.token }, { onUpdate: (event) => events.push(event) });
    const clients = await Promise.all([listen(bob, heard), listen(ann, others)]);
    await write(ann, '@Bob Ray', { mentions: [bob.personId] });
    const ofInbox = (events: LiveEvent[]) => events.filter(({ linkType }) => linkType === inboxLink);
    await vi.waitFor(() => expect(ofInbox(heard)).toMatchObject([{ id: bob.personId }]), { timeout: 60_000 });
    expect(ofInbox(others)).toEqual([]);
    await Promise.all(clients.map((client) => client.stop()));
  });

  it('are answered by readers, and an answer notifies everyone in the thread once', async () => {
    const note = await write(ann, 'Is the escrow right?');
    await reply(bob, note.id, 'Yes, as of June');
    expect(await inbox(ann)).toEqual(['Bob Ray replied to a note on Fund I.']);
    await reply(ann, note.id, 'Thanks @Bob Ray', [bob.personId]);
    expect(await inbox(bob)).toEqual(['Ann Ito mentioned you in a note on Fund I.']);
    const [thread] = await threads();
    expect(thread?.replies.map(({ noteText, createdBy }) => [noteText, createdBy])).toEqual([
      ['Yes, as of June', 'Bob Ray'],
      ['Thanks @Bob Ray', 'Ann Ito'],
    ]);
    expect(await as(ann).countNotes({ params: { id: fund } })).toEqual({ childCount: 3 });
    // A reply isn't answered itself, and nobody changes the reply of another.
    const [first] = thread!.replies;
    expect(await responseStatus(reply(ann, first!.id, 'Nested'))).toBe(404);
    const change = { id: first!.id, rowVersion: first!.rowVersion, noteId: note.id, noteText: 'No' };
    expect(await responseStatus(as(ann).saveComment({ body: change }))).toBe(403);
    expect((await as(bob).saveComment({ body: change })).noteText).toBe('No');
    expect(await inbox(ann)).toHaveLength(1);
  });

  it('leave a mark if deleted after a reply, and nothing otherwise', async () => {
    const note = await write(ann, '@Bob Ray, is the escrow right?', { mentions: [bob.personId] });
    const answer = await reply(bob, note.id, 'Yes');
    const last = await reply(bob, note.id, 'As of June');
    await as(bob).deleteComment({ params: { id: last.id } });
    await as(ann).deleteNote({ params: { id: note.id } });
    const [thread] = await threads();
    expect(thread).toMatchObject({ noteText: '', mentions: [], updatedBy: 'Ann Ito', canEdit: false });
    expect(thread?.deletedDate).toBe(server.now.toISOString());
    expect(thread?.replies.map(({ id }) => id)).toEqual([answer.id]);
    expect(await as(bob).getUnreadCount()).toEqual({ unread: 0 });
    expect(await refusal(reply(bob, note.id, 'Hello?'))).toMatchObject({ errors: [{ code: 'WRONG_STATE' }] });
    expect(await refusal(as(ann).deleteNote({ params: { id: note.id } }))).toMatchObject({
      errors: [{ code: 'WRONG_STATE' }],
    });
    await as(bob).deleteComment({ params: { id: answer.id } });
    const other = await write(ann, 'Never mind');
    await as(ann).deleteNote({ params: { id: other.id } });
    expect((await threads()).map(({ id }) => id)).toEqual([note.id]);
    const { findings } = await server.withTenant(
      { tenantId, personId: null, now: server.now.toISOString() },
      (tx) => verifyTenant(tx, server.auditKey),
      { readOnly: true },
    );
    // The currency was created without a call.
    expect(findings.filter(({ location }) => location[0] !== 'reference')).toEqual([]);
  });

  it('are about a figure of the record at a date', async () => {
    const dan = await named('Dan Fox', { carry: 'editor', performance: 'editor' });
    const type = { id: await server.referenceEntry(tenantId, 'investor-type', 'INVESTOR') };
    const { id: investorId } = await as(dan).saveInvestor({ body: { code: 'LP', name: 'Pension', type } });
    await as(dan).saveCommitment({
      body: { vehicleId: fund, investorId, kind: 'CLOSE', date: '2026-01-01', amount: '200.00' },
    });
    const entries = ['2026-01-15', '2026-04-15'].map((effectiveDate) => ({
      type: 'CALL-INV' as const,
      amount: '50.00',
      effectiveDate,
    }));
    await as(dan).saveLedgerEntries({ body: { vehicleId: fund, entries } });
    const figure = { figure: 'figure=contributions', figureDate: '2026-06-30' };
    const note = await write(dan, 'Late valuation', { figure });
    expect(note.figureName).toContain('Fund I');
    await reply(bob, note.id, 'Booked');
    await write(dan, 'Another quarter', { figure: { ...figure, figureDate: '2026-03-31' } });
    const refused: BodyOf<'saveNote'>['figure'][] = [
      { ...figure, figure: 'figure=shoeSize' },
      { ...figure, figure: 'Anything' },
      { ...figure, figure: 'figure=contributions basis=all' },
      { ...figure, figureDate: '2199-12-31' },
      { figure: 'figure=contributions' },
    ];
    for (const other of refused)
      expect(await refusal(write(dan, 'Wrong', { figure: other }))).toMatchObject({ errors: [{ code: 'NOT_FOUND' }] });
    // Ann doesn't see the figures of performance.
    expect(await refusal(write(ann, 'Unseen', { figure }))).toMatchObject({ errors: [{ code: 'NOT_FOUND' }] });
    const query = { objectId: fund, figure: figure.figure, date: figure.figureDate };
    const found = await as(bob).listFigureComments({ query });
    expect(found).toMatchObject({ objectType: 'fund', notes: [{ ...figure, replies: [{ noteText: 'Booked' }] }] });
    expect(found.notes).toHaveLength(1);
    expect(await threads()).toHaveLength(2);
    const edited = { id: note.id, rowVersion: note.rowVersion, objectId: fund, objectType: 'fund' } as const;
    expect(await as(dan).saveNote({ body: { ...edited, noteText: 'Late' } })).toMatchObject(figure);
    expect(await responseStatus(as(cid).listFigureComments({ query }))).toBe(404);
  });

  it('on pay are answered and read only by people who see that pay, and name nobody in the inbox', async () => {
    const head = await named('Dee Fox', { comp: 'administrator' });
    const manager = await named('Eve Roe', { comp: 'viewer' });
    await grantPayAccess(server, tenantId, head, 'ALL');
    await grantPayAccess(server, tenantId, manager, 'ALL_BUT_RESTRICTED');
    const hire = (lastName: string, isPayRestricted: boolean) =>
      as(head).saveCompEmployee({ body: { firstName: 'Pia', lastName, hireDate: '2020-01-01', isPayRestricted } });
    const [open, restricted] = [(await hire('Lund', false)).id, (await hire('Moss', true)).id];
    const readers = async (objectId: string): Promise<AnswerOf<'listCommentReaders'>> =>
      as(head).listCommentReaders({ query: { objectId, application: 'comp' } });
    expect(await readers(open)).toEqual([{ id: manager.personId, name: 'Eve Roe' }]);
    expect(await readers(restricted)).toEqual([]);
    const ofPay = { objectType: 'employee', application: 'comp', mentions: [manager.personId] } as const;
    const body = { noteText: '@Eve Roe, agreed?', ...ofPay };
    expect(await responseStatus(as(head).saveNote({ body: { ...body, objectId: restricted } }))).toBe(404);
    const note = await as(head).saveNote({ body: { ...body, objectId: open } });
    expect(await inbox(manager)).toEqual(['Dee Fox mentioned you in a note on pay.']);
    await reply(manager, note.id, 'Agreed');
    expect(await inbox(head)).toEqual(['Eve Roe replied to a note on pay.']);
    expect(await responseStatus(reply(cid, note.id, 'Curious'))).toBe(404);
  });

  describe('that are tasks', () => {
    const dueDate = '2026-10-09';
    const assign = (person: TestPerson, note: AnswerOf<'saveNote'>, assignee: TestPerson | null) =>
      as(person).assignComment({
        params: { id: note.id },
        body: {
          rowVersion: note.rowVersion,
          assignment: assignee && { assigneeId: assignee.personId, dueDate },
        },
      });
    const finish = (person: TestPerson, { id, rowVersion }: AnswerOf<'saveNote'>) =>
      as(person).finishComment({ params: { id }, body: { rowVersion } });
    const announce = () => notifyOfDueTasks(server.database.worker, server.now);
    const dayOf = (start: number) => server.passMinutes(start * 24 * 60);

    it('are assigned to a reader, done by the assignee, and reopened by who assigned them', async () => {
      const note = await write(ann, 'Ask the custodian\nabout June');
      const task = await assign(ann, note, bob);
      expect(task).toMatchObject({ assignee: { name: 'Bob Ray' }, assignedBy: 'Ann Ito', dueDate, editedDate: null });
      expect(await inbox(bob)).toEqual(['Ann Ito assigned you a task on Fund I, due 10/09/2026.']);
      expect(await as(bob).listAssignedComments()).toMatchObject([
        { id: note.id, title: 'Ask the custodian', objectName: 'Fund I', state: 'LATER' },
      ]);
      expect(await refusal(assign(ann, task, cid))).toMatchObject({ errors: [{ code: 'NOT_FOUND' }] });
      const done = await finish(bob, task);
      expect(done).toMatchObject({ doneBy: 'Bob Ray', canFinish: true });
      expect(await inbox(ann)).toEqual(['Bob Ray finished a task on Fund I.']);
      expect(await as(bob).getUnreadCount()).toEqual({ unread: 0 });
      expect(await as(bob).listAssignedComments()).toEqual([]);
      expect(await refusal(finish(bob, done))).toMatchObject({ errors: [{ code: 'WRONG_STATE' }] });
      const { id, rowVersion } = done;
      await as(ann).reopenComment({ params: { id }, body: { rowVersion } });
      expect(await inbox(bob)).toContain('Ann Ito reopened a task on Fund I.');
      expect(await as(bob).listAssignedComments()).toHaveLength(1);
    });

    it('are finished by nobody else, and a note without an assignee by nobody', async () => {
      const dee = await named('Dee Fox', { carry: 'editor' });
      const assignment = { assigneeId: bob.personId, dueDate };
      const task = await write(ann, 'Ask', { assignment });
      expect(await responseStatus(finish(dee, task))).toBe(403);
      const plain = await assign(ann, task, null);
      expect(await refusal(finish(ann, plain))).toMatchObject({ errors: [{ code: 'WRONG_STATE' }] });
      expect(await responseStatus(write(bob, 'Mine', { assignment }))).toBe(403);
    });

    it('are announced once when due soon, and once when overdue', async () => {
      const soon = (await inbox(bob)).length;
      expect(soon).toBe(0);
      await write(ann, 'Ask', { assignment: { assigneeId: bob.personId, dueDate: day(6) } });
      await announce();
      expect(await inbox(bob)).toHaveLength(1);
      dayOf(3);
      bob = { ...bob, token: await server.signIn(bob.login) };
      await announce();
      await announce();
      expect((await inbox(bob))[0]).toMatch(/^Your task on Fund I is due on /);
      expect(await inbox(bob)).toHaveLength(2);
      expect(await as(bob).listAssignedComments()).toMatchObject([{ state: 'SOON' }]);
      dayOf(4);
      bob = { ...bob, token: await server.signIn(bob.login) };
      await announce();
      await announce();
      expect((await inbox(bob))[0]).toMatch(/^Your task on Fund I was due on /);
      expect(await inbox(bob)).toHaveLength(3);
      expect(await as(bob).listAssignedComments()).toMatchObject([{ state: 'OVERDUE' }]);
    });

    it('on pay disclose neither their text nor the employee outside of the notes', async () => {
      const head = await named('Dee Fox', { comp: 'administrator' });
      const manager = await named('Eve Roe', { comp: 'viewer' });
      await grantPayAccess(server, tenantId, head, 'ALL');
      await grantPayAccess(server, tenantId, manager, 'ALL_BUT_RESTRICTED');
      const employee = (
        await as(head).saveCompEmployee({ body: { firstName: 'Pia', lastName: 'Lund', hireDate: '2020-01-01' } })
      ).id;
      await as(head).saveNote({
        body: {
          noteText: 'Raise to 200,000',
          objectId: employee,
          objectType: 'employee',
          application: 'comp',
          assignment: { assigneeId: manager.personId, dueDate },
        },
      });
      const [task] = await as(manager).listAssignedComments();
      expect(task).toMatchObject({ title: 'A task on pay', objectName: null });
      const [entry] = await as(manager).listInbox();
      expect(entry).toMatchObject({ subject: 'Dee Fox assigned you a task on pay, due 10/09/2026.' });
      await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
        tx.query(`UPDATE pay_access SET status = 'END' WHERE person_id = $1`, [manager.personId]),
      );
      expect(await as(manager).listAssignedComments()).toEqual([]);
    });
  });
});
