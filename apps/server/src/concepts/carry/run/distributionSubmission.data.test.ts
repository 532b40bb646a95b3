import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listAcknowledgments } from '../../../testing/plantCarryPlan.ts';
import { refusal, responseStatus } from '../../../testing/testClient.ts';
import { type TestPerson } from '../../../testing/testServer.ts';
import { openDistributions } from '../../../testing/openDistributions.ts';

const firm = openDistributions();
const { as, people, inTenant, codes, codeNames, small, withDetail, save, read, approvers, submit, decide } = firm;

describe('a distribution that can’t be submitted', () => {
  it('is refused with every reason and the names of its records', async () => {
    const displayed = await save(
      small((s) => ({
        ...s,
        taxCharacterizations: [],
        details: [
          { participantId: firm.plan.idOf('E001'), effectiveAllocation: '34' },
          { participantId: firm.plan.idOf('E002'), loanRepayment: '9000000' },
        ],
      })),
    );
    expect(displayed.problems.map(({ code }) => code)).toEqual([
      'UNALLOCATED_NOT_ACKNOWLEDGED',
      'CHARACTERIZATION_MISSING',
      'NET_BELOW_ZERO',
    ]);
    expect(displayed.problems.map(({ message }) => message).join()).toContain('CO-HEL');
    // Stored, read and computed alike, the tax is not determined, and neither is anything that depends on it.
    for (const run of [displayed, await read(displayed.id)]) {
      const [source] = run.distributionSources;
      for (const figures of [run.reconciliation, source])
        expect(figures).toMatchObject({
          grossCarryDistributed: expect.stringMatching(/[1-9]/),
          tax: null,
          netCarryDistributed: null,
          totalCarryAdjustment: null,
        });
      expect(run).toMatchObject({ isDetermined: false, reconciliation: { difference: null } });
    }
    const { rows } = await firm.server.database.worker.query<{ after: Record<string, unknown> }>(
      'SELECT after FROM activity WHERE object_id = $1 ORDER BY seq DESC LIMIT 1',
      [displayed.id],
    );
    expect(rows[0]!.after).toMatchObject({
      tax: null,
      netCarryDistributed: null,
      sources: [{ grossCarryDistributed: expect.stringMatching(/[1-9]/), netCarryDistributed: null }],
    });
    const params = { id: displayed.id };
    for (const [call, message] of [
      [
        () => as(people.maker).explainDistribution({ params, query: { figure: 'tax' } }),
        'has no characterizations, so its tax is not determined',
      ],
      [() => as(people.maker).downloadPdfLetterPackage({ params }), 'The amounts are not determined.'],
    ] as const) {
      const refused = await refusal(call());
      expect([refused.status, JSON.stringify(refused)]).toEqual([422, expect.stringContaining(message)]);
    }
    const refused = await refusal(submit(displayed));
    expect(refused.status).toBe(422);
    // Approvers are chosen when it is submitted, so the draft doesn't lack them.
    expect(refused.errors.map(({ code }) => code)).toEqual([
      ...displayed.problems.map(({ code }) => code),
      'NO_APPROVERS',
    ]);
  });

  it('is refused with the fund of a tranche whose name several funds share', async () => {
    const [id, other] = ['MP04/ARP-I/1', 'SW08/ARP-II/3'].map((code) => firm.plan.idOf(code));
    const [named] = await inTenant((tx) =>
      tx.query<{ name: string }>(
        `UPDATE container c SET name = o.name FROM container o WHERE c.id = $1 AND o.id = $2
         RETURNING c.name || ' (' || (SELECT h.name FROM source_facts f JOIN container h ON h.id = f.fund_id WHERE f.id = c.id) || ')' AS name`,
        [id, other],
      ),
    );
    const [source] = small().distributionSources;
    const tranche = { ...source!, source: { id: id! }, type: 'Tranche', details: [] } as const;
    const { message, errors } = await refusal(save({ ...small(), distributionSources: [tranche, tranche] }));
    expect(JSON.stringify([message, errors])).toContain(named!.name);
  });

  it('has records that changed since it was saved, until it is saved again', async () => {
    const payload = small(undefined, { approvers: approvers(people.viewer) });
    const displayed = await save(payload);
    const exempt = (is: boolean) =>
      inTenant((tx) =>
        tx.query('UPDATE participant SET is_escrow_exempt = $2 WHERE id = $1', [firm.plan.idOf('E001'), is]),
      );
    await exempt(true);
    expect(await codeNames(submit(displayed))).toEqual(['INPUTS_CHANGED']);
    // Reading it says so before.
    expect((await read(displayed.id)).problems).toEqual([
      expect.objectContaining({
        code: 'INPUTS_CHANGED',
        path: ['distributionSources'],
        message: expect.stringContaining('Save it again and review its figures.'),
      }),
    ]);
    const again = await save({ ...payload, id: displayed.id, rowVersion: displayed.rowVersion });
    const submitted = await submit(again);
    expect(submitted.status.code).toBe('SUB');
    const inputs = ({ warnings }: typeof submitted) =>
      warnings.flatMap(({ code, message }) => (code === 'INPUTS_CHANGED' ? [message] : []));
    expect(inputs(submitted)).toEqual([]);

    // The approver learns of later changes and of the figures of a new draft. The submitted figures stay.
    await exempt(false);
    const changed = await read(displayed.id);
    expect(inputs(changed)).toEqual([
      'Records have changed since this was submitted: Participant E001 (escrow terms). The submitted figures stay as they are.',
      expect.stringMatching(
        /^A new draft would pay [\d,.]+ net instead of [\d,.]+: Participant E001 [\d,.]+ instead of [\d,.]+\.$/,
      ),
    ]);
    expect(changed.reconciliation).toEqual(submitted.reconciliation);
    const approved = await decide(changed, people.viewer);
    expect([approved.status.code, inputs(approved)]).toEqual(['APP', inputs(changed)]);
    const paid = await firm.disburse(approved);
    expect([paid.status.code, inputs(paid)]).toEqual(['DISB', []]);
  });

  it('has a default profile with a new version since it was saved, even with the same shares', async () => {
    const payload = small(undefined, { approvers: approvers(people.viewer) });
    const displayed = await save(payload);
    const [used] = displayed.distributionSources;
    const profile = used!.allocationProfile!;
    const renewed = randomUUID();
    const setDefault = async (id: string) =>
      inTenant(async (tx) => {
        const inSameContainer = `container_id = (SELECT container_id FROM allocation_profile WHERE id = $1)`;
        await tx.query(`UPDATE allocation_profile SET is_current = false WHERE ${inSameContainer}`, [id]);
        await tx.query('UPDATE allocation_profile SET is_current = true WHERE id = $1', [id]);
      });
    await inTenant(async (tx) => {
      await tx.query(
        `INSERT INTO allocation_profile (tenant_id, id, container_id, name, effective_date, version, total_effective)
         SELECT tenant_id, $2, container_id, name, effective_date, version + 1, total_effective
         FROM allocation_profile WHERE id = $1`,
        [profile.id, renewed],
      );
      await tx.query(
        `INSERT INTO allocation_entry (tenant_id, id, allocation_profile_id, position, participant_id, fixed, effective)
         SELECT tenant_id, gen_random_uuid(), $2, position, participant_id, fixed, effective
         FROM allocation_entry WHERE allocation_profile_id = $1`,
        [profile.id, renewed],
      );
    });
    await setDefault(renewed);
    const refused = await refusal(submit(displayed));
    expect(refused.errors.map(({ code }) => code)).toEqual(['INPUTS_CHANGED']);
    expect(JSON.stringify(refused)).toContain(
      'The default allocation profiles have changed since this draft was saved.',
    );

    expect((await read(displayed.id)).problems.map(({ code }) => code)).toEqual(['INPUTS_CHANGED']);

    // Saved again without an edit, it uses the new default.
    const recompute = (person: TestPerson) =>
      as(person).recomputeDistribution({
        params: { id: displayed.id },
        body: { rowVersion: displayed.rowVersion },
      });
    expect(await responseStatus(recompute(people.viewer))).toBe(403);
    const recomputed = await recompute(people.maker);
    expect(recomputed.distributionSources[0]!.allocationProfile?.id).toBe(renewed);
    expect([recomputed.problems, recomputed.warnings, recomputed.approvals.length]).toEqual([
      [],
      displayed.warnings,
      1,
    ]);
    expect(await codes(recompute(people.maker))).toEqual([['STALE_VERSION', 'RowVersion']]);

    // The editor sends the version that the draft used.
    const earlier = small((source) => ({ ...source, allocationProfile: { id: profile.id } }));
    const again = await save({
      ...payload,
      ...earlier,
      approvers: approvers(people.viewer),
      id: displayed.id,
      rowVersion: recomputed.rowVersion,
    });
    expect(again.warnings.map(({ code }) => code)).toContain('PROFILE_NOT_DEFAULT');
    const submitted = await submit(again);
    expect(submitted.warnings.map(({ code }) => code)).toContain('PROFILE_NOT_DEFAULT');
    await setDefault(profile.id);
  });
});

describe('signs', () => {
  const withFigures = (figures: Parameters<typeof withDetail>[0]) =>
    small(withDetail(figures), { approvers: approvers(people.viewer) });

  it('a tax or escrow below zero is refused in its cell', async () => {
    const at = 'DistributionSources[0].Details[0]';
    expect(await codes(save(withFigures({ tax: '-1.00', escrow: '-50.00' })))).toEqual([
      ['NEGATIVE_TAX', `${at}.Tax`],
      ['NEGATIVE_ESCROW', `${at}.Escrow`],
    ]);
  });

  it('a loan repayment below zero has to be acknowledged to submit, and the name is recorded', async () => {
    const draft = await save(withFigures({ loanRepayment: '-5.00' }));
    const [warning] = draft.warnings.filter(({ code }) => code === 'NEGATIVE_LOAN_REPAYMENT');
    expect(warning?.message).toContain('is (5.00), which raises the net');
    const others = listAcknowledgments(draft).filter((key) => key !== warning?.acknowledgment);
    const without = submit(draft, { acknowledged: others });
    expect(await codeNames(without)).toEqual(['NOT_ACKNOWLEDGED']);
    const submitted = await submit(draft);
    expect(submitted.acknowledgments).toContainEqual(
      expect.objectContaining({ text: warning?.message, acknowledgedDate: firm.server.now.toISOString() }),
    );
    expect(submitted.acknowledgments[0]?.acknowledgedBy).not.toBe('');
  });

  it.each([
    ['tax', 'Tax', 'TAX_BELOW_COMPUTED'],
    ['escrow', 'Escrow', 'ESCROW_BELOW_COMPUTED'],
  ])(
    'a typed %s below the computed one is acknowledged by the maker and by the approver',
    async (name, field, code) => {
      const computed = await save(withFigures({}));
      expect(computed.warnings.map(({ code }) => code)).not.toContain(code);
      const draft = await save({ ...withFigures({ [field]: '0.00' }), defaultEscrow: '10' });
      const [warning] = draft.warnings.filter((candidate) => candidate.code === code);
      expect(warning?.message).toMatch(
        new RegExp(`^The typed ${name} of .* is 0\\.00 instead of the computed [\\d,.]+, which raises the net by `),
      );
      const others = listAcknowledgments(draft).filter((key) => key !== warning?.acknowledgment);
      const without = submit(draft, { acknowledged: others });
      expect(await codeNames(without)).toEqual(['NOT_ACKNOWLEDGED']);
      const submitted = await submit(draft);
      const unseen = decide(submitted, people.viewer, 'APP', others);
      expect(await codeNames(unseen)).toEqual(['NOT_ACKNOWLEDGED']);
      const approved = await decide(submitted, people.viewer);
      const named = approved.acknowledgments.filter(({ text }) => text === warning?.message);
      expect(named, 'by the maker and by the approver').toHaveLength(2);
    },
  );

  it('the explanation of an entered tax names the person who entered it and the tax that would be computed', async () => {
    const draft = await save(withFigures({ tax: '7.00' }));
    const computed = await save(withFigures({}));

    const why = (id: string) =>
      as(people.maker).explainDistribution({
        params: { id },
        query: { figure: 'tax', participantId: firm.plan.idOf('E001'), via: 'direct' },
      });
    const explained = await why(draft.id);
    expect(explained).toMatchObject({
      formula: 'distribution.tax.entered',
      result: '7.00',
      note: expect.stringMatching(/^Entered by .+ \(\d{2}\/\d{2}\/\d{4}\)\.$/),
    });
    const valueOf = (name: string) => explained.inputs.find((input) => input.name === name)?.value;
    expect(valueOf('computedTax')).toBe((await why(computed.id)).result);
    expect((await why(computed.id)).note).toBeUndefined();
    await save({ ...withFigures({ tax: '7.00' }), id: draft.id, rowVersion: draft.rowVersion }, people.editor);
    expect((await why(draft.id)).note).toMatch(/^Entered by one of the people who saved this distribution/);
  });

  it('a refused submission stores no approvers, so that the same version can be submitted after acknowledging the warnings', async () => {
    const draft = await save({ ...withFigures({ loanRepayment: '-5.00' }), approvers: undefined });
    const send = (acknowledged: string[]) =>
      as(people.maker).submitDistribution({
        params: { id: draft.id },
        body: {
          rowVersion: draft.rowVersion,
          approvers: approvers(people.viewer),
          acknowledged,
        },
      });
    expect(await codeNames(send([]))).toContain('NOT_ACKNOWLEDGED');
    const unchanged = await read(draft.id);
    expect([unchanged.rowVersion, unchanged.approvals]).toEqual([draft.rowVersion, []]);
    const submitted = await send(listAcknowledgments(draft));
    expect(submitted.approvals.map(({ approvalDecision }) => approvalDecision)).toEqual([null]);
    expect(submitted.status.code).toBe('SUB');
  });

  it('nothing can be acknowledged in advance: if nothing is unallocated, the acknowledgment is dropped', async () => {
    const whole = small(undefined, { unallocatedAcknowledged: true, approvers: approvers(people.viewer) });
    const displayed = await save(whole);
    expect(displayed.reconciliation.unallocated).toBe('0.00');
    expect(displayed.unallocatedAcknowledged).toBe(false);
    expect((await submit(displayed)).status.code).toBe('SUB');
  });
});
