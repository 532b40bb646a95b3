import { verifyDistributions } from '@carrara/adapters/postgres/verify/verifyDistributions';
import { distributionEndpoints } from '@carrara/contract/carry/run/distribution';
import { hasPermission, type Permission, type Role, roles } from '@carrara/contract/core/permissions';
import { distributionLifecycle } from '@carrara/domain/carry/distribution';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { refusal, responseStatus } from '../../../testing/testClient.ts';
import { type TestPerson } from '../../../testing/testServer.ts';
import { type Request, type Run, type Source, openDistributions } from '../../../testing/openDistributions.ts';

const firm = openDistributions();
const {
  as,
  people,
  inTenant,
  codes,
  small,
  save,
  read,
  approvers,
  addApprovers,
  submit,
  withdraw,
  decide,
  disburse,
  reverse,
  count,
  activities,
  inState,
} = firm;

describe('A06: four eyes', () => {
  it('a person who changed it can’t approve it, even after others have saved it', async () => {
    const draft = await save(small(undefined, { approvers: approvers(people.viewer, people.second) }));
    const again = (displayed: Run, person: TestPerson, more: Partial<Request> = {}) =>
      save({ ...small(undefined, more), id: displayed.id, rowVersion: displayed.rowVersion }, person);
    const amount = (source: Source) => ({ ...source, netDistributableAmount: '2000000.00' });
    const set = await save(
      { ...small(amount), id: draft.id, rowVersion: draft.rowVersion, approvers: undefined },
      people.editor,
    );
    const last = await again(set, people.maker);
    const listed = again(last, people.maker, { approvers: approvers(people.editor) });
    expect(await codes(listed)).toEqual([['APPROVER_IS_MAKER', 'Approvers[0]']]);
    expect(await codes(addApprovers(draft.id, people.editor))).toEqual([['APPROVER_IS_MAKER', 'Approvers[0]']]);
    const offered = await as(people.administrator).listApproverCandidates({
      query: { distributionId: draft.id, submits: 'true' },
    });
    const reasonFor = (person: TestPerson) => offered.find(({ id }) => id === person.personId)?.refusal;
    expect(reasonFor(people.maker)).toContain('prepared this distribution');
    expect(reasonFor(people.editor)).toContain('changed this distribution');
    expect(reasonFor(people.administrator)).toContain('submitted this distribution');
    expect(reasonFor(people.viewer)).toBeNull();
    // An approver who edits it blocks its submission and can't decide on it.
    const own = await save(small(undefined, { approvers: approvers(people.editor) }));
    const changed = await again(own, people.editor);
    const back = await again(changed, people.maker);
    expect(await codes(submit(back))).toEqual([['APPROVER_IS_MAKER', 'Approvers[0]']]);
    expect((await read(own.id)).approvals[0]?.refusal).toContain('changed this distribution');
  });

  it('an inactive person can’t be an approver, and nothing waits for them', async () => {
    const leaver = await firm.server.person(firm.tenantId, { carry: 'viewer' });
    const draft = await save(small(undefined, { approvers: approvers(leaver, people.viewer) }));
    await firm.server.database.worker.query('UPDATE membership SET is_inactive = true WHERE person_id = $1', [
      leaver.personId,
    ]);
    expect(await codes(submit(draft))).toEqual([['NOT_AN_APPROVER_CANDIDATE', 'Approvers[0]']]);
    const displayed = await read(draft.id);
    expect(displayed.approvals.map(({ refusal }) => refusal === null)).toEqual([false, true]);
  });

  it('a submitted distribution that waits for somebody who is archived notifies its submitter', async () => {
    const leaver = await firm.server.person(firm.tenantId, { carry: 'viewer' });
    const submitted = await submit(await save(small(undefined, { approvers: approvers(leaver, people.viewer) })));
    const administrator = await firm.server.person(firm.tenantId, { carry: 'administrator', comp: 'administrator' });
    await as(administrator).deleteUser({ params: { id: leaver.personId } });
    expect((await as(people.maker).listInbox())[0]).toMatchObject({
      subject: expect.stringMatching(/ can’t approve .+ any more\. Withdraw the distribution and submit it to another/),
      link: `/carry/distribution/${submitted.id}/approvals`,
    });
  });

  it('a person who leaves during the change of approvers isn’t added', async () => {
    const leaver = await firm.server.person(firm.tenantId, { carry: 'viewer' });
    const draft = await save(small());
    let refused: ReturnType<typeof codes> | undefined;
    await inTenant(async (tx) => {
      await tx.query('SELECT FROM distribution WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [firm.tenantId, draft.id]);
      refused = codes(addApprovers(draft.id, leaver));
      await expect.poll(() => count('pg_locks WHERE NOT granted')).toBeGreaterThan(0);
      await firm.server.database.worker.query('UPDATE membership SET is_inactive = true WHERE person_id = $1', [
        leaver.personId,
      ]);
    });
    expect(await refused).toEqual([['NOT_AN_APPROVER_CANDIDATE', 'Approvers[0]']]);
  });

  it('an approved distribution can be withdrawn before it is paid; past decisions remain, and everybody decides again', async () => {
    const approved = await inState('APP');
    expect(await codes(withdraw(approved))).toEqual([['COMMENT_REQUIRED', 'Comment']]);
    const draft = await withdraw(approved, 'The amount is of another quarter.');
    expect(draft.status.code).toBe('DRAFT');
    expect(draft.approvals.map(({ approvalDecision }) => approvalDecision)).toEqual([null, null]);
    expect(draft.earlierApprovals.map(({ approvalDecision }) => approvalDecision)).toEqual(['APP', 'APP']);
    const submitted = await submit(draft);
    expect(await codes(disburse(submitted))).toEqual([['WRONG_STATE', 'Status']]);
    const withdrawn = await withdraw(submitted, 'again');
    const fewer = await as(people.maker).removeApprover({
      params: { id: draft.id, approvalId: withdrawn.approvals[0]!.id },
    });
    expect(fewer.approvals).toHaveLength(1);
    expect(fewer.earlierApprovals).toHaveLength(2);
  });

  it('only listed approvers decide, once each', async () => {
    const submitted = await inState('SUB');
    expect(await codes(decide(submitted, people.maker))).toEqual([['NOT_AN_APPROVER', '']]);
    expect(await codes(decide(submitted, people.administrator))).toEqual([['NOT_AN_APPROVER', '']]);
    const once = await decide(submitted, people.viewer);
    expect(await codes(decide(once, people.viewer))).toEqual([['ALREADY_DECIDED', '']]);
    const { approvals, status } = await read(submitted.id);
    expect(approvals.map(({ approvalDecision }) => approvalDecision)).toEqual(['APP', null]);
    expect(status.code).toBe('SUB');
  });

  it('one rejection rejects it; after resubmission, everybody decides again [U-C-006 U-C-080]', async () => {
    const submitted = await submit(
      await save(small(undefined, { approvers: approvers(people.viewer, people.second) })),
    );
    const once = await decide(submitted, people.viewer);
    const rejected = await decide(once, people.second, 'REJ');
    expect(rejected).toMatchObject({
      status: { code: 'REJ' },
      approvals: [{ approvalDecision: 'APP' }, { approvalDecision: 'REJ' }],
    });
    const again = await submit(rejected);
    expect(again.approvals.map(({ approvalDecision }) => approvalDecision)).toEqual([null, null]);
  });

  it('its only approver can’t disburse it', async () => {
    const submitted = await submit(await save(small(undefined, { approvers: approvers(people.administrator) })));
    const approved = await decide(submitted, people.administrator);
    expect(await codes(disburse(approved, people.administrator))).toEqual([['ONLY_APPROVER_DISBURSES', '']]);
    expect((await disburse(approved)).status.code).toBe('DISB');
  });
});

it('a distribution can’t be disbursed before its date, which it displays', async () => {
  const early = { distributionDate: '2026-10-02', approvers: approvers(people.viewer) };
  const approved = await decide(await submit(await save(small(undefined, early))), people.viewer);
  const { actions, warnings } = await read(approved.id);
  expect(actions).not.toContain('disburseDistribution');
  const text =
    'This distribution is dated 10/02/2026. Disburse it on that day or later, or withdraw it and change the date.';
  expect(warnings.filter(({ code }) => code === 'DATE_TOO_LATE').map(({ message }) => message)).toEqual([text]);
  const refused = await refusal(disburse(approved));
  expect([refused.status, refused]).toMatchObject([422, { message: text, errors: [{ code: 'DATE_TOO_LATE' }] }]);
  const withdrawn = await withdraw(approved, 'Date');
  const today = { ...small(undefined, { ...early, distributionDate: '2026-10-01' }), id: withdrawn.id };
  const changed = await save({ ...today, rowVersion: withdrawn.rowVersion });
  const again = await decide(await submit(changed), people.viewer);
  expect(again.warnings.map(({ code }) => code)).not.toContain('DATE_TOO_LATE');
  expect((await disburse(again)).status.code).toBe('DISB');
});

describe('A07: all states, all actions, all roles', () => {
  type Event = keyof typeof distributionLifecycle.events;
  const acts: Readonly<Record<Event, (displayed: Run, person: TestPerson) => Promise<unknown>>> = {
    saveDistribution: (displayed, person) =>
      save({ ...small(undefined), name: 'Changed', id: displayed.id, rowVersion: displayed.rowVersion }, person),
    addApprovers: (displayed, person) => addApprovers(displayed.id, people.administrator, person),
    removeApprover: (displayed, person) =>
      as(person).removeApprover({ params: { id: displayed.id, approvalId: displayed.approvals[0]!.id } }),
    submitDistribution: (displayed, person) => submit(displayed, { person }),
    withdrawDistribution: (displayed, person) => withdraw(displayed, 'not yet', person),
    approveDistribution: (displayed, person) => decide(displayed, person),
    rejectDistribution: (displayed, person) => decide(displayed, person, 'REJ'),
    disburseDistribution: (displayed, person) => disburse(displayed, person),
    reverseDistribution: (displayed, person) => reverse(displayed.id, '2026-10-31', person),
    deleteDistribution: (displayed, person) => as(person).deleteDistribution({ params: { id: displayed.id } }),
  };
  const isListed = (role: Role) => role === 'viewer';

  it.each(Object.keys(distributionLifecycle.states))('%s', async (state) => {
    let displayed: Run | undefined;
    for (const event of Object.keys(acts) as Event[]) {
      for (const role of roles) {
        displayed ??= await inState(state);
        const { from, permission } = distributionLifecycle.events[event];
        const isAllowed = hasPermission({ carry: role }, permission as Permission);
        const isDecision = event === 'approveDistribution' || event === 'rejectDistribution';
        const isOpen = (from as readonly string[]).includes(state) && isAllowed && (!isDecision || isListed(role));
        const isOffered = (await read(displayed.id, people[role])).actions.includes(event);
        expect([state, event, role, isOffered]).toEqual([state, event, role, isOpen]);
        const before = await activities();
        const status = await responseStatus(acts[event](displayed, people[role]));
        expect([state, event, role, status === 200]).toEqual([state, event, role, isOpen]);
        if (isOpen) {
          expect(await activities()).toBe(before + (event === 'disburseDistribution' ? 2 : 1));
          displayed = undefined;
        } else {
          expect(status).toBe(isAllowed ? (isDecision && state === 'SUB' ? 422 : 409) : 403);
          expect(await activities()).toBe(before);
          expect((await read(displayed.id)).rowVersion).toBe(displayed.rowVersion);
        }
      }
    }
  });

  it('has a call for each event', () => {
    const calls = Object.keys(distributionEndpoints);
    const events = Object.keys(acts).filter(
      (event) => event !== 'approveDistribution' && event !== 'rejectDistribution',
    );
    expect(events.filter((event) => !calls.includes(event))).toEqual([]);
  });
});

describe('C08: fifty disbursements at once', () => {
  it('succeed once, and post the entries once', async () => {
    const approved = await inState('APP');
    const statuses = await Promise.all(Array.from({ length: 50 }, () => responseStatus(disburse(approved))));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(49);
    const leaves = await count('distribution_detail WHERE distribution_id = $1 AND is_leaf', approved.id);
    expect(await count('account_entry WHERE distribution_id = $1', approved.id)).toBe(leaves);
  });
});

describe('a reversal', () => {
  it('mirrors every row, needs its own approval, and reverses the postings once', async () => {
    const paid = await inState('DISB');
    expect(await codes(reverse(paid.id, '2020-01-01'))).toEqual([['REVERSED_BEFORE', 'DistributionDate']]);
    const draft = await reverse(paid.id);
    expect(draft).toMatchObject({ status: { code: 'DRAFT' }, reversalOf: { id: paid.id } });
    expect(draft.reconciliation.grossCarryDistributed).toBe(`-${paid.reconciliation.grossCarryDistributed}`);
    expect((await refusal(reverse(paid.id))).message).toMatch(
      /^This distribution has a reversal that isn’t disbursed yet \(draft\)\./,
    );
    const reversedBy = async () => (await read(paid.id)).reversedBy;
    expect(await reversedBy(), 'a draft has no effect yet').toMatchObject({ id: draft.id, isDisbursed: false });
    const isReversedInList = async () => {
      const { pageData } = await as(people.maker).listDistributions({ query: { pageSize: 100, status: 'DISB' } });
      return pageData.find(({ id }) => id === paid.id)?.isReversed;
    };
    expect(await isReversedInList()).toBe(false);
    const listed = await addApprovers(draft.id, people.viewer);
    const submitted = await submit(listed);
    await disburse(await decide(submitted, people.viewer));
    expect(await reversedBy()).toMatchObject({
      id: draft.id,
      isDisbursed: true,
      distributionDate: draft.distributionDate,
    });
    expect(await isReversedInList()).toBe(true);
    // Files show the reversal and the currency as the screen does.
    const url = '/api/carry/distribution?format=csv&Status=DISB';
    const csv = await firm.server.call(people.maker.token, firm.tenantId, { method: 'GET', url });
    expect(csv.body.split('\r\n').find((row) => row.includes('Disbursed · reversed'))).toContain(',USD,');
    const { participant } = paid.distributionParticipants.find(({ participant: { type } }) => type === 'Employee')!;
    const history = await as(people.maker).listEmployeeDistributions({ params: { id: participant.participantId } });
    const statuses = new Map(history.pageData.map((row) => [row.distributionId, row.distributionStatus]));
    expect([statuses.get(paid.id), statuses.get(draft.id)]).toEqual(['Disbursed · reversed', 'Disbursed']);
    const { rows } = await firm.server.database.worker.query<{ sum: string }>(
      'SELECT sum(amount) AS sum FROM account_entry WHERE distribution_id = ANY ($1)',
      [[paid.id, draft.id]],
    );
    expect(rows[0]?.sum).toBe('0.00');
    const released = await refusal(as(people.administrator).releaseLetters({ params: { id: paid.id }, body: {} }));
    expect(released).toMatchObject({
      message: `This distribution was reversed by ${draft.name}. Release the letters of the reversal instead.`,
      errors: [{ code: 'ALREADY_REVERSED' }],
    });
  });

  it('paid while letters are created prevents their release', async () => {
    const paid = await inState('DISB');
    const draft = await reverse(paid.id);
    const listed = await addApprovers(draft.id, people.viewer);
    const approved = await decide(await submit(listed), people.viewer);
    const waiting = () =>
      count('pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()');
    const client = new pg.Client({ connectionString: firm.server.database.adminUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM distribution WHERE id = $1 FOR UPDATE', [draft.id]);
      const disbursing = disburse(approved);
      await vi.waitFor(async () => expect(await waiting()).toBe(1), 30_000);
      const releasing = as(people.administrator).releaseLetters({ params: { id: paid.id }, body: {} });
      await vi.waitFor(async () => expect(await waiting()).toBe(2), 30_000);
      await client.query('COMMIT');
      await disbursing;
      expect(await codes(releasing)).toEqual([['ALREADY_REVERSED', '']]);
    } finally {
      await client.end();
    }
  });
});

describe('M18: old distributions', () => {
  it('are reported by row and figure if they were tampered with by a cent', async () => {
    const paid = await inState('DISB');
    const found = await inTenant(async (tx) => {
      await tx.query(
        `UPDATE distribution_detail SET tax = tax + 0.01, net_carry_distributed = net_carry_distributed - 0.01
         WHERE distribution_id = $1 AND participant_id = $2`,
        [paid.id, firm.plan.idOf('E001')],
      );
      for await (const report of verifyDistributions(tx)) if (report.id === paid.id) return report;
      return undefined;
    });
    expect(found?.findings.map(({ location, description: subject }) => [location.at(-1), subject])).toEqual([
      [firm.plan.idOf('E001'), 'Tax'],
      [firm.plan.idOf('E001'), 'Net'],
      [firm.plan.idOf('E001'), 'tax of the account entry'],
    ]);
    await inTenant((tx) =>
      tx.query(
        `UPDATE distribution_detail SET tax = tax - 0.01, net_carry_distributed = net_carry_distributed + 0.01
         WHERE distribution_id = $1 AND participant_id = $2`,
        [paid.id, firm.plan.idOf('E001')],
      ),
    );
  });

  it('keep every cent when rates, escrow and profiles change, without findings', async () => {
    const paid = await inState('DISB');
    const before = await read(paid.id);
    await inTenant(async (tx) => {
      await tx.query('UPDATE tax_profile_rate SET tax_rate = 99');
      await tx.query('UPDATE participant SET default_escrow = 77');
      await tx.query('UPDATE allocation_entry SET effective = effective / 2');
    });
    const after = await read(paid.id);
    const withoutTerms = (displayed: Run) =>
      JSON.stringify(displayed, (name, value: unknown) => (name === 'defaultEscrow' ? undefined : value));
    expect(withoutTerms(after)).toBe(withoutTerms(before));
    let checked = 0;
    await inTenant(async (tx) => {
      for await (const report of verifyDistributions(tx)) {
        checked += 1;
        expect([report.name, report.findings]).toEqual([report.name, []]);
      }
    });
    expect(checked).toBeGreaterThan(10);
  });
});
