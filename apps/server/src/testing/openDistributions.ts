import { listAcknowledgments, planDistribution, planSource } from './plantCarryPlan.ts';
import { openPlannedFirm } from './plannedFirm.ts';
import { type AnswerOf, type BodyOf, refusal } from './testClient.ts';
import type { TestPerson } from './testServer.ts';

export type Run = AnswerOf<'getDistribution'>;
export type Request = BodyOf<'saveDistribution'>;
export type Source = Request['distributionSources'][number];
export type Draft = BodyOf<'generateDistributionDetails'>;

/**
 * Creates a firm with the sample plan before the tests of a file, with a person for each role, and stops its server after
 * them. Its functions can be destructured. Its values exist only while tests run.
 */
export function openDistributions() {
  const firm = openPlannedFirm({
    viewer: 'viewer',
    editor: 'editor',
    administrator: 'administrator',
    maker: 'editor',
    second: 'viewer',
  });
  const { as, people } = firm;

  const codes = async (call: Promise<unknown>) => (await refusal(call)).errors.map(({ code, path }) => [code, path]);
  const codeNames = async (call: Promise<unknown>) => (await refusal(call)).errors.map(({ code }) => code);
  const body = (changes: Partial<Request> = {}): Request => ({ ...planDistribution(firm.plan), ...changes });
  /** A small request with the plan's coinvestment only. */
  const small = (change: (source: Source) => Source = (source) => source, more: Partial<Request> = {}): Request =>
    body({ distributionSources: [change(planSource(firm.plan, 'CO-HEL'))], ...more });
  const withDetail = (more: Partial<NonNullable<Source['details']>[number]>) => (source: Source) => ({
    ...source,
    details: [{ participantId: firm.plan.idOf('E001'), ...more }],
  });
  const save = (body: Request, person = people.maker) => as(person).saveDistribution({ body });
  const generate = ({ name: _name, description: _description, ...run }: Request, more: Partial<Draft> = {}) =>
    as(people.maker).generateDistributionDetails({ body: { ...run, ...more } });
  const read = (id: string, person = people.maker) => as(person).getDistribution({ params: { id } });
  const approvers = (...listed: readonly TestPerson[]) => listed.map(({ personId }) => ({ id: personId }));
  const addApprovers = (id: string, approver: TestPerson, person = people.maker) =>
    as(person).addApprovers({ params: { id }, body: { approvers: approvers(approver) } });
  const submit = (
    run: Run,
    {
      person = people.maker,
      acknowledged = listAcknowledgments(run),
    }: { person?: TestPerson; acknowledged?: string[] } = {},
  ) => as(person).submitDistribution({ params: { id: run.id }, body: { rowVersion: run.rowVersion, acknowledged } });
  const withdraw = ({ id, rowVersion }: Run, comment?: string, person = people.maker) =>
    as(person).withdrawDistribution({ params: { id }, body: { rowVersion, comment } });
  const decide = (
    run: Run,
    person: TestPerson,
    approvalDecision: 'APP' | 'REJ' = 'APP',
    acknowledged = listAcknowledgments(run),
  ) =>
    as(person).saveApproval({
      body: {
        distributionId: run.id,
        rowVersion: run.rowVersion,
        approvalDecision,
        approvalComments: approvalDecision === 'REJ' ? 'The amount is of another quarter.' : null,
        acknowledged,
      },
    });
  const disburse = ({ id, rowVersion }: Run, person = people.maker) =>
    as(person).disburseDistribution({ params: { id }, body: { rowVersion } });
  const reverse = (id: string, distributionDate = '2026-10-01', person = people.maker) =>
    as(person).reverseDistribution({ params: { id }, body: { distributionDate } });
  const count = async (sql: string, ...values: unknown[]) =>
    (await firm.server.database.worker.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, values)).rows[0]!
      .n;
  const activities = () => count('activity WHERE tenant_id = $1', firm.tenantId);
  const distributions = () => count('distribution WHERE tenant_id = $1', firm.tenantId);

  /** Creates a distribution in a status, with two approvers who weren't involved in preparing it. */
  async function inState(state: string): Promise<Run> {
    const draft = await save(small(undefined, { approvers: approvers(people.viewer, people.second) }));
    if (state === 'DRAFT') return draft;
    const submitted = await submit(draft);
    if (state === 'SUB') return submitted;
    if (state === 'REJ') return await decide(submitted, people.viewer, 'REJ');
    const once = await decide(submitted, people.viewer);
    const approved = await decide(once, people.second);
    return state === 'APP' ? approved : await disburse(approved);
  }

  return Object.assign(firm, {
    codes,
    codeNames,
    body,
    small,
    withDetail,
    save,
    generate,
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
    distributions,
    inState,
  });
}
