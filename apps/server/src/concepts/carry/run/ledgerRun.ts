import { ledgerRunChoices, releasesDue } from '@carrara/adapters/postgres/carry/ledgerRun/due';
import { ledgerRunList } from '@carrara/adapters/postgres/carry/ledgerRun/ledgerRunList';
import {
  loadLedgerInputs,
  loadLedgerRunHead,
  loadDisplayedLedgerRun,
} from '@carrara/adapters/postgres/carry/ledgerRun/head';
import { loadLedgerLines } from '@carrara/adapters/postgres/carry/ledgerRun/lines';
import { type ReturnedSource, returnedSources } from '@carrara/adapters/postgres/carry/ledgerRun/returnedSources';
import { displayedRequestedLines, displayedLedgerLines } from '@carrara/adapters/postgres/carry/ledgerRun/assemble';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { GenerateLedgerRunBody, LedgerRunRecord, ledgerRunEndpoints } from '@carrara/contract/carry/run/ledgerRun';
import type { InputOf, RowOf } from '@carrara/contract/core/endpoint';
import { emptyId } from '@carrara/contract/core/kinds';
import { hasPermission, type Permission } from '@carrara/contract/core/permissions';
import { listedWarnings } from '@carrara/domain/carry/distribution';
import {
  explainLedgerRun,
  type LedgerInput,
  ledgerPostingDateFailures,
  ledgerRunActions,
  type LedgerRunRequest,
  type LedgerRunType,
  ledgerTotals,
  releaseWarnings,
} from '@carrara/domain/carry/ledgerRun';
import { runInputFromJson } from '@carrara/domain/carry/run';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import { carryRules } from '../../../usecases/carry/carryRules.ts';
import { dateWarnings, plainWarnings } from '../../../usecases/carry/displayedRemarks.ts';
import type { LedgerRunFiles } from './escrowLetters.ts';
import { explanationNode } from '../../../core/explanationNode.ts';
import { nameStepsOfPaths } from './explanationNames.ts';
import {
  approveLedgerRun,
  computeLedgerRun,
  deleteLedgerRun,
  postLedgerRun,
  rejectLedgerRun,
  reverseLedgerRun,
  saveLedgerRun,
  submitLedgerRun,
  withdrawLedgerRun,
} from '../../../usecases/carry/ledgerRun.ts';
import type { Outcome } from '../../../usecases/outcome.ts';
import type { Step } from '../../../usecases/runDocument.ts';

type Answer = Promise<Result<LedgerRunRecord, Failures>>;

const missing = err([fail('NOT_FOUND', ['id'], 'Run not found')]);

/** Returns the warnings of a run as every reader sees them. `requestedLines` are its requested rows with their names. */
const warningsOf = (
  request: LedgerRunRequest,
  lines: Parameters<typeof releaseWarnings>[1],
  requestedLines: LedgerRunRecord['requestedLines'],
  others: Failures = [],
) => {
  // A tranche may have the same name in several funds.
  const nameOf = (at: number) => {
    const { participant, source } = requestedLines[at] ?? {};
    // A fund is its own holder.
    return [...new Set([participant?.name, source?.name, source?.holder])].filter(Boolean).join(', ');
  };
  const warnings = plainWarnings(releaseWarnings(request, lines, nameOf));
  return [...listedWarnings([...warnings, ...dateWarnings(others, 'runDate')], [])];
};

/** Reads a stored run, with the actions available to this person. */
async function readLedgerRun(context: RequestContext, id: string): Answer {
  const { tx, grants, person } = context;
  const run = await loadDisplayedLedgerRun(tx, id);
  const head = await loadLedgerRunHead(tx, id);
  if (!run || !head) return missing;
  const holder = {
    id: person.id,
    hasPermission: (permission: string) => hasPermission(grants, permission as Permission),
  };
  const actions = ledgerRunActions(head, holder, carryRules(context), context.today);
  const { request } = await loadLedgerInputs(tx, id);
  const lines = await loadLedgerLines(tx, id);
  const requestedLines = await displayedRequestedLines(tx, request.lines);
  const notYet = head.status === 'APP' ? ledgerPostingDateFailures(head, context.today) : [];
  return ok({
    ...run,
    canEdit: actions.includes('saveLedgerRun'),
    actions: [...actions],
    requestedLines,
    lines: await displayedLedgerLines(tx, lines),
    // A reversal has no request of its own.
    warnings: warningsOf(head.isReversal ? { ...request, lines: [] } : request, lines, requestedLines, notYet),
  });
}

const answered = async (context: RequestContext, outcome: Result<string, Failures>): Answer =>
  outcome.isErr() ? err(outcome.error) : readLedgerRun(context, outcome.value);

/** Converts the body of a run to the domain's form. */
function ledgerRequestOf({
  type,
  runDate,
  lines,
}: Pick<GenerateLedgerRunBody, 'runDate' | 'lines'> & { readonly type: { readonly code: string } }): LedgerRunRequest {
  return {
    type: type.code as LedgerRunType,
    runDate,
    lines: lines.map(({ participant, source, accrued, distributed, escrow, requestedAmount: requested }) => ({
      participantId: participant && participant.id !== emptyId ? participant.id : null,
      sourceId: source.id,
      ...(accrued ? { accrued } : {}),
      ...(distributed ? { distributed } : {}),
      ...(escrow ? { escrow } : {}),
      ...(requested ? { requestedAmount: requested } : {}),
    })),
  };
}

/** Returns the handler of a lifecycle step. It returns the run after the step. */
const moved =
  (move: (context: RequestContext, step: Step) => Outcome) =>
  async (
    context: RequestContext,
    { params, body }: { readonly params: { id: string }; readonly body: Omit<Step, 'id'> },
  ) =>
    answered(context, await move(context, { id: params.id, ...body }));

/** Port to the ledgers of the vehicles, called in the transaction of the clawback. */
export interface ClawbackPorts {
  readonly carryReturned: (tx: Transaction, returned: readonly ReturnedSource[]) => Promise<Result<unknown, Failures>>;
}

/** Operation that posts a run or a reversal. */
export const ledgerPostingOperations = (
  ports: ClawbackPorts,
): Pick<Operations<typeof ledgerRunEndpoints>, 'postLedgerRun'> => ({
  async postLedgerRun(context, { params, body }) {
    const posted = await postLedgerRun(context, { id: params.id, ...body });
    if (posted.isErr()) return err(posted.error);
    const notified = await ports.carryReturned(context.tx, await returnedSources(context.tx, { runId: posted.value }));
    return notified.isErr() ? err(notified.error) : answered(context, posted);
  },
});

type ListEndpoint = typeof ledgerRunEndpoints.listLedgerRuns;
const allLedgerRuns = listOperation<RowOf<ListEndpoint>, InputOf<ListEndpoint>['query']>(ledgerRunList);
/** Lists ledger runs. Opened, released and applied escrow can't be added up, so escrow has a total only in a list of one type. */
const listLedgerRuns: typeof allLedgerRuns = Object.assign(
  async (...[context, input]: Parameters<typeof allLedgerRuns>) => {
    const found = await allLedgerRuns(context, input);
    if (input.query.type) return found;
    return found.map(({ totals = [], ...page }) => ({
      ...page,
      totals: totals.filter(({ field }) => field !== 'escrow'),
    }));
  },
  { rows: allLedgerRuns.rows, readsOnce: true as const },
);

export const ledgerRunOperations: Omit<
  Operations<typeof ledgerRunEndpoints>,
  keyof LedgerRunFiles | 'postLedgerRun'
> = {
  listLedgerRuns,
  listLedgerRunChoices: async ({ tx }) => ok(await ledgerRunChoices(tx)),
  listReleasesDue: async ({ tx, today }) => ok(await releasesDue(tx, today)),
  getLedgerRun: (context, { params }) => readLedgerRun(context, params.id),
  async generateLedgerRun(context, { body }) {
    const request = ledgerRequestOf(body);
    const computed = await computeLedgerRun(context, request);
    if (computed.isErr()) return err(computed.error);
    const { lines } = computed.value;
    const displayed = await displayedLedgerLines(context.tx, lines);
    const requestedLines = await displayedRequestedLines(context.tx, request.lines);
    return ok({ lines: displayed, ...ledgerTotals(lines), warnings: warningsOf(request, lines, requestedLines) });
  },
  saveLedgerRun: async (context, { body }) =>
    answered(
      context,
      await saveLedgerRun(context, {
        id: body.id === emptyId ? undefined : body.id,
        rowVersion: body.rowVersion,
        reason: body.reason,
        name: body.name.trim(),
        description: body.description?.trim() || null,
        request: ledgerRequestOf(body),
      }),
    ),
  submitLedgerRun: moved(submitLedgerRun),
  withdrawLedgerRun: moved(withdrawLedgerRun),
  approveLedgerRun: moved(approveLedgerRun),
  rejectLedgerRun: moved(rejectLedgerRun),
  reverseLedgerRun: async (context, { params, body }) =>
    answered(context, await reverseLedgerRun(context, { id: params.id, ...body })),
  async deleteLedgerRun(context, { params, query }) {
    const step = { id: params.id, rowVersion: query.rowVersion };
    return (await deleteLedgerRun(context, step)).map((id) => ({ id }));
  },
  /** Explains a figure. It is recomputed from the stored inputs by the engine version that computed it. */
  async explainLedgerRun({ tx }, { params, query }) {
    const head = await loadLedgerRunHead(tx, params.id);
    if (!head) return missing;
    const { request, input } = await loadLedgerInputs(tx, params.id);
    const stored = runInputFromJson<LedgerInput>(input);
    const explained = explainLedgerRun(head.engineVersion, request, stored, query, head.isReversal);
    if (explained.isErr()) return err(explained.error);
    if (!explained.value) return err([fail('NOT_FOUND', ['figure'], 'This run has no such figure.')]);
    const { tree, subjectAt } = explained.value;
    const about = (path: Parameters<typeof subjectAt>[0]) => ({ via: [], ...subjectAt(path) });
    return ok(await nameStepsOfPaths(tx, about, query, explanationNode(tree)));
  },
};
