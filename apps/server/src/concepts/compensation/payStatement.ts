import { exportFormats } from '@carrara/contract/core/fileTypes';
import {
  loadRelease,
  readNeighbors,
  releasedStatements,
  statementEvidenceList,
  readWithdrawalReason,
} from '@carrara/adapters/postgres/compensation/statement/releases';
import {
  payStatementList,
  payStatementsOfYear,
  payStatementStore,
  statementsAt,
  type StoredStatement,
} from '@carrara/adapters/postgres/compensation/statement/payStatements';
import { deliveryList, recipientList } from '@carrara/adapters/postgres/platform/delivery/deliveryLists';
import { safeFileName } from '@carrara/adapters/files/fileName';
import { createZip } from '@carrara/adapters/files/createZip';
import type {
  PayStatement,
  payStatementEndpoints,
  StatementFigureRow,
} from '@carrara/contract/compensation/payStatement';
import { paidFromText } from '@carrara/contract/compensation/statementSections';
import { emptyId, type Reference } from '@carrara/contract/core/kinds';
import { releaseWording } from '@carrara/contract/platform/delivery/delivery';
import {
  decideStatementDeletion,
  decideStatementDraft,
  decideStatementRelease,
  decideStatementRun,
  payStatementLifecycle,
  STATEMENT_ENGINE_VERSION,
  statementAt,
  type StatementFigure,
  statementFigureNames,
  type StatementText,
  sumsOfStatements,
} from '@carrara/domain/compensation/statement';
import {
  createExplanations,
  err,
  fail,
  type Failures,
  ok,
  required,
  type Result,
  calendarYear,
} from '@carrara/domain/kernel';
import { tenantCurrency } from '../../core/tenantCurrency.ts';
import { computedList } from '../../core/computedList.ts';
import { prepareThenRun, type Operations, type RequestContext } from '../../core/operations.ts';
import { listOperation, type PageQuery, recordOperations } from '../../core/recordOperations.ts';
import { explanationNode } from '../../core/explanationNode.ts';
import { payableEmployee } from '../../usecases/compensation/payableEmployee.ts';
import { statementState, withdrawStatement } from '../../usecases/compensation/payStatement.ts';
import { certificate } from '../platform/delivery/delivery.ts';
import { reserveSpace } from '../../files/storeFiles.ts';
import type { OfRecord } from '../../core/ownerScope.ts';
import { startTask, type TaskStart } from '../../usecases/platform/task.ts';
import { storedFile } from '../../files/storedFile.ts';
import {
  computeStatement,
  drawPdf,
  type Facts,
  printedRelease,
  printedStatement,
  statementFacts,
  type ReleasePorts,
  releasePrinted,
  removePdfs,
  statementFileName,
  type StoredPdf,
  storedPdfs,
} from './releaseStatement.ts';
import { type InputOfPerson, statementInputs } from './statementInputs.ts';

type Endpoint = (typeof payStatementEndpoints)['releasePayStatement'];
const missing = () => err([fail('NOT_FOUND', ['id'], 'There is no such compensation statement.')]);
const { type } = exportFormats['application/pdf'];
/** Returns the last completed year. */
const lastYear = ({ today }: Pick<RequestContext, 'today'>) => calendarYear(today) - 1;

/** Returns the text of a statement: as it was released, or from the current records. */
async function statementOf({ tx }: RequestContext, stored: StoredStatement, ports: ReleasePorts) {
  const { employee, year, id } = stored;
  const release = await loadRelease(tx, id);
  if (release) {
    const { inputs, figures, engineVersion, pdfSha256 } = release;
    return { release, input: inputs, statement: figures, engineVersion, pdfSha256 };
  }
  const [found] = await statementInputs(tx, [employee.id], year, ports);
  if (!found) throw new Error(`you don’t have access to the pay in statement ${id}`);
  const engineVersion = STATEMENT_ENGINE_VERSION;
  return { release, input: found.input, statement: computeStatement(found.input), engineVersion, pdfSha256: null };
}

const amountsOf = ({ figures }: StatementText['currencies'][number]) =>
  Object.fromEntries(
    statementFigureNames.map((name) => [name, figures.find(({ figure }) => figure === name)?.amount ?? null]),
  ) as Record<StatementFigure, string | null>;

/** Returns the released statements per currency. */
async function figureRows(context: RequestContext, year: number | undefined): Promise<readonly StatementFigureRow[]> {
  const released = await releasedStatements(context.tx, year ?? null);
  return released.flatMap(({ id, employeeId, name, year: statementYear, figures }) =>
    figures.currencies.map((own) => ({
      id: `${id} ${own.currency}`,
      employeeId,
      name,
      year: statementYear,
      status: { code: 'REL', description: payStatementLifecycle.states.REL },
      currency: own.currency,
      ...amountsOf(own),
      paidFrom: paidFromText(own.paidFrom.own),
    })),
  );
}

/** Returns the delivery of a statement. Undefined for a draft. */
async function deliveryOf({ tx }: RequestContext, statementId: string) {
  const filters = { kind: 'STATEMENT', objectId: statementId };
  const [delivery] = (await deliveryList.page(tx, { pageSize: 1, filters }))._unsafeUnwrap().pageData;
  return delivery;
}

/** Returns the state of the delivery to the employee. */
async function deliveredOf(context: RequestContext, statementId: string): Promise<PayStatement['delivery']> {
  const delivery = await deliveryOf(context, statementId);
  if (!delivery) return null;
  const filters = { releaseId: delivery.id, portal: 'all' };
  const [recipient] = (await recipientList.page(context.tx, { pageSize: 1, filters }))._unsafeUnwrap().pageData;
  return recipient ? { version: delivery.version, wording: delivery.wording, recipient } : null;
}

const evidence = listOperation<unknown, PageQuery, OfRecord>(statementEvidenceList, (_query, _context, { params }) => ({
  releaseId: params.id,
}));
/** Returns a handler for the evidence of a statement whose pay is visible. */
const below =
  <T>(read: (context: RequestContext, input: never) => Promise<Result<T, Failures>>) =>
  async (context: RequestContext, input: OfRecord): Promise<Result<T, Failures>> => {
    const stored = await payStatementStore.load(context.tx, input.params.id);
    if (!stored) return missing();
    const delivery = await deliveryOf(context, input.params.id);
    // A draft has no release and so no evidence.
    return read(context, { ...input, params: { id: delivery?.id ?? emptyId } } as never);
  };

async function answerOf(context: RequestContext, stored: StoredStatement, ports: ReleasePorts): Promise<PayStatement> {
  const { release, statement, engineVersion, pdfSha256 } = await statementOf(context, stored, ports);
  return {
    ...stored,
    name: stored.employee.name ?? '',
    employeeId: stored.employee.id,
    releasedDate: release?.releasedDate ?? null,
    releasedBy: release?.releasedBy ?? null,
    statement: statement as PayStatement['statement'],
    engineVersion,
    pdfSha256,
    ...(await readNeighbors(context.tx, stored.id)),
    withdrawnReason: await readWithdrawalReason(context.tx, stored.id),
    delivery: await deliveredOf(context, stored.id),
  };
}
type Served = Operations<typeof payStatementEndpoints>;

async function releasable(
  context: RequestContext,
  id: string,
  ports: ReleasePorts,
): Promise<
  Result<{ readonly draft: StoredStatement; readonly person: InputOfPerson; readonly facts: Facts }, Failures>
> {
  const { tx } = context;
  const draft = await payStatementStore.load(tx, id);
  const [person] = draft ? await statementInputs(tx, [draft.employee.id], draft.year, ports) : [];
  return draft && person ? ok({ draft, person, facts: await statementFacts(context) }) : missing();
}

/** Releases a statement. No connection is held while its PDF is created and stored. */
const releaseOperation = (ports: ReleasePorts): Served['releasePayStatement'] =>
  prepareThenRun<Endpoint, ReadonlyMap<string, StoredPdf>>({
    async prepare(read, { params: { id }, body: { rowVersion } }) {
      const prepared = await read(async (context) =>
        (await releasable(context, id, ports)).andThen(({ draft, person, facts }) =>
          decideStatementRelease({ status: statementState(draft), rowVersion: draft.rowVersion }, rowVersion).map(
            () => new Map([[id, printedRelease(facts, draft, person)]]),
          ),
        ),
      );
      if (prepared.isErr()) return err(prepared.error);
      const stored = await storedPdfs(read, prepared.value, ports);
      return stored.andThen(({ pdfs, refusals }) => (refusals.length > 0 ? err(refusals) : ok(pdfs)));
    },
    unused: (pdfs) => removePdfs(ports.storage, pdfs),
    async run(context, { params: { id }, body }, pdfs) {
      const found = await releasable(context, id, ports);
      if (found.isErr()) return err(found.error);
      const pdf = required(pdfs.get(id), `PDF of statement ${id}`);
      const room = await reserveSpace(context.tx, ports.storage, pdf);
      if (room.isErr()) return err(room.error);
      const how = { ...body, wording: releaseWording(body) };
      const { draft, person, facts } = found.value;
      const released = await releasePrinted({ tx: context.tx, ...facts }, draft, person, how, pdf);
      return released.isErr() ? err(released.error) : ok(await answerOf(context, released.value, ports));
    },
  });

const yearOperations = (ports: ReleasePorts & TaskStart) =>
  ({
    listPayStatementsOfYear: listOperation(payStatementsOfYear, ({ year, state }, context) => ({
      year: year ?? lastYear(context),
      ...(state === undefined ? {} : { state }),
    })),
    listPayStatementFigures: computedList(
      async (context, { query }: { readonly query: { readonly year?: number | undefined } }) =>
        ok(await figureRows(context, query.year)),
    ),
    async getPayStatementDrafts(context, { query: { year } }) {
      const { tx } = context;
      const drafts = await statementsAt(tx, { year, status: payStatementLifecycle.initial, employees: null });
      const ids = drafts.map(({ employeeId }) => employeeId);
      const people = await statementInputs(tx, ids, year, ports);
      return ok({
        people: drafts.map(({ employeeId, name }) => ({ employeeId, name })),
        sums: [
          ...sumsOfStatements(
            people.map(({ input }) => computeStatement(input)),
            tenantCurrency(context),
          ),
        ],
      });
    },
    async startPayStatements(context, { body }) {
      const { act, year, employees } = body;
      const page = (await payStatementsOfYear.page(context.tx, { pageSize: 1, filters: { year } }))._unsafeUnwrap();
      const run = decideStatementRun(year, page.totalItemCount, context.today);
      if (run.isErr()) return err(run.error);
      const title = act === 'draft' ? `Statements of ${year}: drafts` : `Statements of ${year}: release`;
      const input = { act, year: String(year), employees: employees.join(' '), wording: releaseWording(body) ?? '' };
      return startTask(context.tx, ports, { kind: 'statements', title, input });
    },
  }) satisfies Partial<Served>;

/** Explains a figure of a statement, by the rules that it was released with. */
const explainOperation =
  (ports: ReleasePorts): Served['explainPayStatement'] =>
  async (context, { params, query: { currency, figure } }) => {
    const stored = await payStatementStore.load(context.tx, params.id);
    if (!stored) return missing();
    const { input, statement, engineVersion } = await statementOf(context, stored, ports);
    const explanations = createExplanations();
    statementAt(engineVersion, input, explanations);
    const at = statement.currencies.findIndex((item) => item.currency === currency);
    const path = figure === 'deferred' ? ['deferred', 'closing'] : [figure];
    const tree = explanations.tree(['currencies', at, ...path]);
    return tree
      ? // The employee is included for the log of pay access.
        ok({ ...explanationNode(tree), employeeId: stored.employee.id })
      : err([fail('NOT_FOUND', ['figure'], 'This statement has no such figure.')]);
  };

/** The files of statements: drafts and released ones, and the certificates of their delivery. */
const fileOperations = (ports: ReleasePorts) =>
  ({
    async printPayStatement(context, { params }) {
      const stored = await payStatementStore.load(context.tx, params.id);
      if (!stored) return missing();
      const { release, statement } = await statementOf(context, stored, ports);
      const name = stored.employee.name ?? '';
      const printed = release
        ? await storedFile(ports.storage.files, { storageKey: release.storageKey, sha256: release.pdfSha256 })
        : await drawPdf(
            ports.letters,
            printedStatement(await statementFacts(context), { name, message: stored.message ?? null }, statement, true),
          );
      const affected = { employees: [stored.employee.id] };
      return printed.map((content) => ({ name: statementFileName(name, stored.year), type, content, ...affected }));
    },
    async downloadPayStatementCertificate(context, { params, query }) {
      const stored = await payStatementStore.load(context.tx, params.id);
      if (!stored) return missing();
      const delivery = await deliveryOf(context, params.id);
      if (!delivery)
        return err([fail('WRONG_STATE', [], 'Only released statements have a certificate. Release this one first.')]);
      return ok({ ...(await certificate(context, delivery, query.as)), employees: [stored.employee.id] });
    },
    async printPayStatements({ tx }, { query: { year } }) {
      const released = await releasedStatements(tx, year);
      const entries = released.map(({ name, code, storageKey, pdfSha256 }) => ({
        name: code ? `${name} (${code})` : name,
        read: async () => {
          const content = await storedFile(ports.storage.files, { storageKey, sha256: pdfSha256 });
          if (content.isErr()) throw new Error(content.error.map(({ detail }) => detail).join(' '));
          return content.value;
        },
      }));
      return ok({
        name: safeFileName(`Compensation statements ${year}`, 'zip'),
        type: 'application/zip',
        content: createZip(entries, 'pdf', `${year}-12-31`),
        employees: released.map(({ employeeId }) => employeeId),
      });
    },
  }) satisfies Partial<Served>;

/** Operations on total compensation statements of people whose pay is visible. */
export function payStatementOperations(ports: ReleasePorts & TaskStart): Served {
  const statements = recordOperations<PayStatement, StoredStatement>({
    store: payStatementStore,
    answer: (_tx, stored, context) => answerOf(context, stored, ports),
    prepare: async (context, values, before) => {
      // The employee and the year of a statement can't be changed.
      const { employee, year } = before ?? (values as { readonly employee: Reference; readonly year: number });
      const payable = await payableEmployee(context, employee.id);
      const status = decideStatementDraft(before && statementState(before), year, payable, context.today);
      return status.map((code) => ({ ...values, employee, year, status: code }));
    },
  });
  const moves = statements.moves(payStatementLifecycle);
  return {
    listPayStatements: listOperation(payStatementList),
    getPayStatement: statements.get,
    savePayStatement: statements.save('savePayStatement'),
    async deletePayStatement(context, input) {
      const before = await payStatementStore.load(context.tx, input.params.id);
      const deletion = before && decideStatementDeletion(statementState(before));
      return deletion?.isErr() ? err(deletion.error) : statements.remove('deletePayStatement')(context, input);
    },
    async withdrawPayStatement(context, input) {
      const withdrawal = { id: input.params.id, reason: input.body.comment ?? null };
      const saved = await withdrawStatement(context, withdrawal, () => moves.withdrawPayStatement(context, input));
      return saved.map((statement) => ({ ...statement, withdrawnReason: withdrawal.reason }));
    },
    releasePayStatement: releaseOperation(ports),
    ...yearOperations(ports),
    explainPayStatement: explainOperation(ports),
    listPayStatementEvents: Object.assign(below(evidence), { rows: below(evidence.rows) }) as never,
    ...fileOperations(ports),
  };
}
