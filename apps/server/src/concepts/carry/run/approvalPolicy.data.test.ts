import { describe, expect, it } from 'vitest';
import { type BodyOf, responseStatus } from '../../../testing/testClient.ts';
import { listAcknowledgments } from '../../../testing/plantCarryPlan.ts';
import { type Run, openDistributions } from '../../../testing/openDistributions.ts';
import type { TestPerson } from '../../../testing/testServer.ts';

const firm = openDistributions();
const { as, people, codes, codeNames, small, save, read, approvers, addApprovers, submit, withdraw, decide, disburse } =
  firm;

type Policy = BodyOf<'saveApprovalPolicy'>;
type Band = Policy['bands'][number];
const usd = async () => {
  const [found] = await firm.inTenant((tx) =>
    tx.query<{ id: string }>(
      `SELECT id FROM reference_entry WHERE tenant_id = $1 AND type = 'currency' AND code = 'USD'`,
      [firm.tenantId],
    ),
  );
  return found?.id ?? '';
};
const today = '2026-10-01';
let effective = 0;
/** Stores a policy with these bands that replaces all earlier ones. */
async function inForce(...bands: Band[]) {
  const client = as(people.administrator);
  for (const { id } of await client.listApprovalPolicies()) await client.deleteApprovalPolicy({ params: { id } });
  effective += 1;
  const effectiveDate = `2026-09-${String(effective).padStart(2, '0')}`;
  return client.saveApprovalPolicy({ body: { effectiveDate, currency: { id: await usd() }, bands } });
}
const noPolicy = async () => {
  const client = as(people.administrator);
  for (const { id } of await client.listApprovalPolicies()) await client.deleteApprovalPolicy({ params: { id } });
};
const every: Band = { fromAmount: '0.00', mode: 'ALL' };
const draftFor = (...listed: readonly TestPerson[]) => save(small(undefined, { approvers: approvers(...listed) }));
const submitTo = async (...listed: readonly TestPerson[]) => submit(await draftFor(...listed));
const substitute = (person: TestPerson, by: TestPerson, fromDate = today, toDate = today) =>
  as(person).saveApprovalSubstitute({ body: { substitute: { id: by.personId }, fromDate, toDate } });
const isAtHome = async (person: TestPerson, { id }: Run) =>
  (await as(person).getHome()).waiting.some((item) => item.kind === 'approval' && item.id === id);
const unread = async (person: TestPerson, { id }: Run) =>
  (await as(person).listInbox())
    .filter(
      ({ link, readDate, subject }) =>
        link === `/carry/distribution/${id}/approvals` && readDate === null && subject.includes('waiting'),
    )
    .map(({ subject }) => subject.slice(subject.indexOf('waiting')));
/** Makes a person one of the payees of the plan. */
const paid = (person: TestPerson, code: string) =>
  firm.inTenant((tx) =>
    tx.query('UPDATE employee SET person_id = $1 WHERE tenant_id = $2 AND id = $3', [
      person.personId,
      firm.tenantId,
      firm.plan.idOf(code),
    ]),
  );

describe('approval policies', () => {
  it('are changed by carry administrators and read by everyone with carry', async () => {
    const body: Policy = { effectiveDate: '2027-01-01', currency: { id: await usd() }, bands: [every] };
    for (const person of [people.viewer, people.editor])
      expect(await responseStatus(as(person).saveApprovalPolicy({ body }))).toBe(403);
    const saved = await as(people.administrator).saveApprovalPolicy({ body });
    expect(saved).toMatchObject({
      isCurrent: false,
      currency: { code: 'USD' },
      bands: [{ mode: 'ALL', approvers: [] }],
    });
    expect(await as(people.viewer).listApprovalPolicies()).toEqual([saved]);
    expect(await responseStatus(as(people.editor).deleteApprovalPolicy({ params: { id: saved.id } }))).toBe(403);
    expect(await codeNames(as(people.administrator).saveApprovalPolicy({ body }))).toEqual(['DUPLICATE']);
    const change = { ...body, id: saved.id, rowVersion: saved.rowVersion };
    const changed = await as(people.administrator).saveApprovalPolicy({
      body: { ...change, effectiveDate: '2027-02-01' },
    });
    expect(changed).toMatchObject({ rowVersion: 2, effectiveDate: '2027-02-01' });
    expect(await codeNames(as(people.administrator).saveApprovalPolicy({ body: change }))).toEqual(['STALE_VERSION']);
    await as(people.administrator).deleteApprovalPolicy({ params: { id: saved.id }, query: { rowVersion: 2 } });
    expect(await as(people.viewer).listApprovalPolicies()).toEqual([]);
  });

  it('are refused with the position of the error', async () => {
    const client = as(people.administrator);
    const other = await firm.server.person(await firm.server.tenant(), { carry: 'viewer' });
    const body = async (...bands: Band[]): Promise<Policy> => ({
      effectiveDate: '2027-01-01',
      currency: { id: await usd() },
      bands,
    });
    expect(await codes(client.saveApprovalPolicy({ body: await body({ ...every, fromAmount: '5.00' }) }))).toEqual([
      ['BANDS_OUT_OF_ORDER', 'Bands[0].FromAmount'],
    ]);
    const stranger = { ...every, approvers: [{ id: other.personId }] };
    expect(await codes(client.saveApprovalPolicy({ body: await body(stranger) }))).toEqual([
      ['NOT_AN_APPROVER_CANDIDATE', 'Bands[0].Approvers[0]'],
    ]);
    const endless = { ...every, mode: 'QUORUM', quorum: 1_000_000_000 } as const;
    expect(await codes(client.saveApprovalPolicy({ body: await body(endless) }))).toEqual([
      ['QUORUM_RANGE', 'Bands[0].Quorum'],
    ]);
    const sector = await firm.server.referenceEntry(firm.tenantId, 'sector', 'POLICY');
    expect(
      await codes(client.saveApprovalPolicy({ body: { ...(await body(every)), currency: { id: sector } } })),
    ).toEqual([['UNKNOWN_CURRENCY', 'Currency']]);
  });

  it('belong to one firm', async () => {
    const saved = await inForce(every);
    const elsewhere = await firm.server.tenant();
    const stranger = await firm.server.person(elsewhere, { carry: 'administrator' });
    expect(await as(stranger, elsewhere).listApprovalPolicies()).toEqual([]);
    expect(await responseStatus(as(stranger, elsewhere).deleteApprovalPolicy({ params: { id: saved.id } }))).toBe(404);
    await noPolicy();
  });
});

describe('a distribution by a policy', () => {
  it('asks one approver after another, and mails only the next', async () => {
    await inForce({ ...every, mode: 'ORDERED', approvers: approvers(people.second) });
    const draft = await draftFor(people.viewer);
    expect(await codeNames(submit(draft))).toEqual(['POLICY_APPROVER_MISSING']);
    const submitted = await submitTo(people.viewer, people.second);
    expect(submitted.approvals.map(({ approver, isRequested }) => [approver.id, isRequested])).toEqual([
      [people.second.personId, true],
      [people.viewer.personId, false],
    ]);
    expect(submitted.approvalRule).toMatchObject({ text: expect.stringContaining('one after another') });
    expect([await isAtHome(people.second, submitted), await isAtHome(people.viewer, submitted)]).toEqual([true, false]);
    expect([await unread(people.second, submitted), await unread(people.viewer, submitted)]).toEqual([
      ['waiting for your approval.'],
      [],
    ]);
    expect((await read(submitted.id, people.viewer)).actions).not.toContain('approveDistribution');
    expect(await codeNames(decide(submitted, people.viewer))).toEqual(['NOT_YOUR_TURN']);
    const once = await decide(submitted, people.second);
    expect([await isAtHome(people.second, once), await isAtHome(people.viewer, once)]).toEqual([false, true]);
    expect([await unread(people.second, once), await unread(people.viewer, once)]).toEqual([
      [],
      ['waiting for your approval.'],
    ]);
    expect((await decide(once, people.viewer)).status.code).toBe('APP');
    await noPolicy();
  });

  it('keeps the rule of its submission when the policy changes, and follows the new one after an edit', async () => {
    await inForce({ ...every, mode: 'QUORUM', quorum: 1 });
    const submitted = await submitTo(people.viewer, people.second);
    expect(submitted.approvalRule?.text).toBe('1 approval is needed.');
    await inForce({ ...every, mode: 'QUORUM', quorum: 2 });
    const approved = await decide(submitted, people.second);
    expect(approved.status.code).toBe('APP');
    expect(await codeNames(disburse(approved, people.second)), 'a viewer').toEqual(['FORBIDDEN']);
    const resubmitted = await submit(await withdraw(approved, 'Another amount'));
    expect(resubmitted.approvals.map(({ approvalDecision }) => approvalDecision)).toEqual([null, null]);
    expect((await decide(resubmitted, people.viewer)).status.code).toBe('SUB');
    await noPolicy();
  });

  it('can’t reach a quorum of the policy with approvers whom its author added', async () => {
    const friend = await firm.server.person(firm.tenantId, { carry: 'viewer' });
    await inForce({ ...every, mode: 'QUORUM', quorum: 2, approvers: approvers(people.viewer, people.second) });
    expect(await codeNames(submit(await draftFor(people.viewer, friend)))).toEqual(['QUORUM_UNREACHABLE']);
    await addApprovers((await submitTo(people.viewer, people.second)).id, friend);
    const submitted = await submitTo(people.viewer, people.second, friend);
    const once = await decide(submitted, friend);
    const twice = await decide(once, people.viewer);
    expect(twice.status.code).toBe('SUB');
    expect((await decide(twice, people.second)).status.code).toBe('APP');
    await noPolicy();
  });

  it('is compared by its amount, and without a rate by the highest amounts', async () => {
    const draft = await draftFor(people.viewer, people.second);
    const gross = draft.reconciliation.grossCarryDistributed ?? '';
    const above = `${String(Math.ceil(Number(gross)) + 1)}.00`;
    const bands: Band[] = [every, { fromAmount: above, mode: 'ORDERED' }];
    await inForce(...bands);
    const rule = async () => (await as(people.maker).getApprovalRule({ params: { id: draft.id } })).text;
    expect(await rule()).toBe('Every approver has to approve.');
    await inForce(every, { fromAmount: gross, mode: 'ORDERED' });
    expect(await rule()).toContain('one after another');
    await noPolicy();
    const jpy = await firm.server.referenceEntry(firm.tenantId, 'currency', 'JPY');
    const { id } = await as(people.administrator).saveApprovalPolicy({
      body: { effectiveDate: today, currency: { id: jpy }, bands },
    });
    const submitted = await submit(draft);
    expect(submitted.approvalRule).toMatchObject({
      text: expect.stringContaining('one after another'),
      source: expect.stringContaining('There is no exchange rate to JPY'),
    });
    await as(people.administrator).deleteApprovalPolicy({ params: { id } });
  });

  it('accepts one of two simultaneous decisions, and the other after a reload', async () => {
    const submitted = await submitTo(people.viewer, people.second);
    const statuses = await Promise.all(
      [people.viewer, people.second].map((person) => responseStatus(decide(submitted, person))),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    const late = statuses[0] === 409 ? people.viewer : people.second;
    expect((await decide(await read(submitted.id), late)).status.code).toBe('APP');
  });
});

describe('substitutes', () => {
  it('decide in place of an approver on their days, and the record says so', async () => {
    const sue = await firm.server.person(firm.tenantId, { carry: 'viewer' });
    const named = await substitute(people.viewer, sue);
    expect(await as(people.second).listApprovalSubstitutes()).toEqual([named]);
    const submitted = await submitTo(people.viewer, people.second);
    expect(submitted.approvals[0]?.substitute).toMatchObject({ id: sue.personId });
    expect(await isAtHome(sue, submitted)).toBe(true);
    expect((await unread(sue, submitted))[0]).toMatch(/^waiting for your approval on behalf of /);
    const once = await decide(submitted, sue);
    expect(once.approvals[0]).toMatchObject({
      approver: { id: people.viewer.personId },
      decidedBy: { id: sue.personId },
      approvalDecision: 'APP',
    });
    expect(await unread(people.viewer, submitted)).toEqual([]);
    const [approver] = once.approvals;
    expect((await as(people.maker).listInbox())[0]?.subject).toMatch(
      new RegExp(` approved ${once.name} for ${approver?.approver.name ?? ''}\\.$`),
    );
    const [candidate] = (await as(people.maker).listApproverCandidates({ query: { distributionId: once.id } })).filter(
      ({ id }) => id === sue.personId,
    );
    expect(candidate?.refusal).toContain('has already decided on this distribution as a substitute');
    expect(await codeNames(addApprovers(once.id, sue))).toEqual(['ALREADY_DECIDED']);
    // Nobody else sees who has decided.
    const other = await substitute(people.second, sue);
    expect((await read(once.id)).approvals[1]).toMatchObject({ approvalDecision: null, substitute: null });
    await as(people.second).deleteApprovalSubstitute({ params: { id: other.id } });
    expect(await codeNames(decide(once, people.viewer))).toEqual(['ALREADY_DECIDED']);
    await as(people.viewer).deleteApprovalSubstitute({ params: { id: named.id } });
  });

  it('never approve their own work, or after they or the approver lost the right', async () => {
    const editor = await firm.server.person(firm.tenantId, { carry: 'editor' });
    const named = await substitute(people.viewer, editor);
    const own = await submit(
      await save(small(undefined, { approvers: approvers(people.viewer, people.second) }), editor),
    );
    expect(own.approvals[0]?.substitute).toBeNull();
    expect(await codeNames(decide(own, editor))).toEqual(['OWN_RUN']);
    expect([await isAtHome(editor, own), await unread(editor, own)]).toEqual([false, []]);
    const leaver = await firm.server.person(firm.tenantId, { carry: 'viewer' });
    const ofLeaver = await substitute(leaver, people.second);
    const submitted = await submitTo(leaver, people.viewer);
    expect(await isAtHome(people.second, submitted)).toBe(true);
    await firm.server.database.worker.query('UPDATE membership SET is_inactive = true WHERE person_id = $1', [
      leaver.personId,
    ]);
    expect(await isAtHome(people.second, submitted)).toBe(false);
    expect(await codeNames(decide(submitted, people.second))).toEqual(['NOT_AN_APPROVER']);
    expect((await read(submitted.id)).approvals[0]?.refusal).toMatch(
      /isn’t an active user of carry\. Withdraw the distribution and submit it to another approver\.$/,
    );
    await as(people.viewer).deleteApprovalSubstitute({ params: { id: named.id } });
    await firm.inTenant((tx) =>
      tx.query('DELETE FROM approval_substitute WHERE tenant_id = $1 AND id = $2', [firm.tenantId, ofLeaver.id]),
    );
  });

  it('are named by people for themselves, and never chained', async () => {
    const [ann, bob, cid] = await Promise.all(
      ['', '', ''].map(() => firm.server.person(firm.tenantId, { carry: 'viewer' })),
    );
    if (!ann || !bob || !cid) throw new Error('no people');
    const named = await substitute(ann, bob, '2026-12-01', '2026-12-10');
    expect(await codes(substitute(bob, cid, '2026-12-10', '2026-12-12'))).toEqual([['SUBSTITUTE_CHAIN', 'FromDate']]);
    expect(await codes(substitute(cid, ann, '2026-12-10', '2026-12-12'))).toEqual([['SUBSTITUTE_CHAIN', 'Substitute']]);
    expect(await responseStatus(as(bob).deleteApprovalSubstitute({ params: { id: named.id } }))).toBe(404);
    const change = {
      id: named.id,
      rowVersion: named.rowVersion,
      substitute: { id: cid.personId },
      fromDate: '2026-12-01',
      toDate: '2026-12-05',
    };
    expect(await responseStatus(as(bob).saveApprovalSubstitute({ body: change }))).toBe(404);
    expect(await as(ann).saveApprovalSubstitute({ body: change })).toMatchObject({
      toDate: '2026-12-05',
      rowVersion: 2,
    });
    // Of two at the same time who would chain, one is refused.
    const both = await Promise.all([
      responseStatus(substitute(bob, cid, '2027-01-01', '2027-01-02')),
      responseStatus(substitute(cid, bob, '2027-01-01', '2027-01-02')),
    ]);
    expect(both.toSorted((a, b) => a - b)).toEqual([200, 422]);
  });
});

describe('payees', () => {
  it('are marked, and never approve alone', async () => {
    const [payee, other, helper] = await Promise.all(
      ['', '', ''].map(() => firm.server.person(firm.tenantId, { carry: 'viewer' })),
    );
    if (!payee || !other || !helper) throw new Error('no people');
    const draft = await draftFor(payee, other);
    const codesPaid = draft.distributionParticipants.filter(({ participant }) => participant.type === 'Employee');
    const [first, second] = codesPaid.map(({ participant }) => participant.code ?? '');
    await paid(payee, first ?? '');
    await paid(other, second ?? '');
    const candidates = await as(people.maker).listApproverCandidates({
      query: { distributionId: draft.id, submits: 'true' },
    });
    expect(
      candidates
        .filter(({ isPayee }) => isPayee)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([payee.personId, other.personId].toSorted());
    const body = { rowVersion: draft.rowVersion, acknowledged: listAcknowledgments(draft) };
    const refused = as(people.maker).submitDistribution({ params: { id: draft.id }, body });
    expect(await codes(refused)).toEqual([['PAYEES_ONLY', 'Approvers']]);
    const submitted = await as(people.maker).submitDistribution({
      params: { id: draft.id },
      body: { ...body, approvers: approvers(payee, people.second) },
    });
    expect(submitted.approvals.map(({ isPayee }) => isPayee)).toEqual([true, false]);
    const listed = await as(people.viewer).listApprovals({ params: { id: submitted.id } });
    expect(listed.map(({ isPayee }) => isPayee)).toEqual([true, false]);
    // A payee who substitutes for the only other approver doesn't make the approval independent.
    const named = await substitute(people.second, other);
    const once = await decide(submitted, payee);
    expect(await codeNames(decide(once, other))).toEqual(['PAYEE_ALONE']);
    const added = await addApprovers(once.id, helper);
    const twice = await decide(added, other);
    expect(twice.status.code).toBe('SUB');
    const approved = await decide(twice, helper);
    expect(approved.status.code).toBe('APP');
    expect(approved.approvals.map(({ isPayee, decidedBy }) => [isPayee, decidedBy?.id ?? null])).toEqual([
      [true, null],
      [true, other.personId],
      [false, null],
    ]);
    await as(people.second).deleteApprovalSubstitute({ params: { id: named.id } });
  });

  it('include members of a paid entity', async () => {
    const member = await firm.server.person(firm.tenantId, { carry: 'viewer' });
    const draft = await save(firm.body({ approvers: approvers(member) }));
    const entity = draft.distributionParticipants.find(({ participant }) => participant.type === 'Entity');
    const inside = entity?.memberParticipants.find(({ participant }) => participant.type === 'Employee');
    if (!inside) throw new Error('no member');
    await paid(member, inside.participant.code ?? '');
    expect((await read(draft.id)).approvals[0]?.isPayee).toBe(true);
  });
});
