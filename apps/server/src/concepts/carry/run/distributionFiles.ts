import { fileKinds } from '@carrara/contract/core/fileTypes';
import { safeFileName } from '@carrara/adapters/files/fileName';
import { loadHead } from '@carrara/adapters/postgres/carry/distribution/head';
import { printedPeople } from '@carrara/adapters/postgres/carry/distribution/payeeFacts';
import type { distributionEndpoints } from '@carrara/contract/carry/run/distribution';
import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { toTimeZone } from '@carrara/contract/core/today';
import { letterPayees } from '@carrara/domain/carry/distribution';
import { addDays, addMonths, calendarDate, err, fail, ok, displayedDate } from '@carrara/domain/kernel';
import { disbursedRuns, fundLetterJob, payeesOfRun, vehicleName } from '../../../letters/fundLetters.ts';
import { localTimestamp } from '../../../files/firmClock.ts';
import { readLetterFacts } from '../../../letters/letterFacts.ts';
import { runWithLetters } from '../../../usecases/carry/letterRelease.ts';
import { type LetterOrder, letterOrder, type LetterThread } from '../../../letters/letterThread.ts';
import { lettersStream } from '../../../letters/lettersStream.ts';
import { refusedLetters } from '../../../letters/refusedLetters.ts';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { startTask, type TaskStart } from '../../../usecases/platform/task.ts';
import { readDistribution } from './readDistribution.ts';

export interface LetterPorts extends TaskStart {
  /** Creates letters on request. */
  readonly letters: LetterThread;
}
export type DistributionFiles = Pick<
  Operations<typeof distributionEndpoints>,
  | 'startLetters'
  | 'startFundLetters'
  | 'listLetters'
  | 'exportDistribution'
  | 'downloadLetterPackage'
  | 'downloadPdfLetterPackage'
  | 'downloadLetter'
  | 'downloadPdfLetter'
>;

/**
 * Returns why letters of the people who are paid can't be printed. Loads the run only if somebody's letter can't be.
 */
async function refusedOfAll({ tx }: RequestContext, id: string, refused: ReadonlyMap<string, string>) {
  if (refused.size === 0) return [];
  const facts = await readLetterFacts(tx, id);
  if (facts.isErr()) throw new Error('a run that was there is gone');
  return letterPayees(facts.value.distribution).flatMap(({ participantId }) => refused.get(participantId) ?? []);
}

/** Returns the operations for the workbook and the letters of a distribution. */
export function distributionFiles({ letters, onTask }: LetterPorts): DistributionFiles {
  const lettersAs = async (context: RequestContext, id: string, as: Exclude<LetterOrder['as'], 'each'>) => {
    const { tx } = context;
    const found = await runWithLetters(tx, id);
    if (found.isErr()) return err(found.error);
    const people = await printedPeople(tx, id);
    const person =
      typeof as === 'string' ? undefined : people.filter((candidate) => candidate.participantId === as.participantId);
    if (person?.length === 0)
      return err([fail('NOT_FOUND', ['participantId'], 'This participant isn’t in the distribution.')]);
    const extension = typeof as !== 'string' ? as.format : as === 'pdf' ? 'pdf' : 'zip';
    const type = fileKinds[extension].mediaType;
    // Word has the fonts, so only PDFs can be refused.
    const refused =
      extension === 'docx' || as === 'docx' ? new Map<string, string>() : await refusedLetters(person ?? people);
    const reasons = person ? [...refused.values()] : await refusedOfAll(context, id, refused);
    if (reasons.length > 0) return err(reasons.map((text) => fail('NOT_PRINTABLE', [], text)));
    return ok({
      name: safeFileName(`${found.value.name} - ${person?.[0]?.name ?? 'letters'}`, extension),
      content: lettersStream(letters, letterOrder(context, id, as)),
      type,
      inline: extension === 'pdf',
    });
  };
  const letter = (
    context: RequestContext,
    { id, participantId }: { readonly id: string; readonly participantId: string },
    format: 'pdf' | 'docx',
  ) => lettersAs(context, id, { participantId, format });
  return {
    async startLetters({ tx }, { params, body }) {
      const head = await loadHead(tx, params.id);
      if (!head) return err([fail('NOT_FOUND', ['id'], 'Distribution not found')]);
      const input = { id: params.id, as: body.as };
      return startTask(tx, { onTask }, { kind: 'letters', title: `Letters of ${head.name}`, input });
    },
    async listLetters({ tx }, { query }) {
      const fund = await vehicleName(tx, query.vehicleId);
      if (fund.isErr()) return err(fund.error);
      const letters = [];
      for (const distribution of await disbursedRuns(tx, query))
        for (const participant of await payeesOfRun(tx, distribution.id)) letters.push({ distribution, participant });
      return ok(letters);
    },
    async startFundLetters(context, { body }) {
      const { vehicleId, endDate } = body;
      const input = { vehicleId, from: addMonths(addDays(calendarDate(endDate), 1), -3), to: endDate };
      const job = await fundLetterJob(context, input);
      if (job.isErr()) return err(job.error);
      const title = `Letters of ${job.value.fund}, quarter ending ${displayedDate(endDate)}`;
      return startTask(context.tx, { onTask }, { kind: 'letters', title, input });
    },
    async exportDistribution(context, { params }) {
      const found = await readDistribution(context, params.id);
      if (found.isErr()) return err(found.error);
      const { distributionWorkbook } = await import('@carrara/adapters/spreadsheet/distributionWorkbook');
      const zone = context.tenant.settings['timeZone'];
      const decided = (approval: Distribution['approvals'][number]) => ({
        ...approval,
        decidedDate: approval.decidedDate && localTimestamp(zone, approval.decidedDate),
      });
      return ok({
        name: `${found.value.name}.xlsx`,
        type: fileKinds.xlsx.mediaType,
        content: distributionWorkbook(
          { ...found.value, approvals: found.value.approvals.map(decided) },
          toTimeZone(zone),
        ),
      });
    },
    downloadLetterPackage: (context, { params, query }) =>
      lettersAs(context, params.id, query.format === 'docx' ? 'docx' : 'zip'),
    downloadPdfLetterPackage: (context, { params }) => lettersAs(context, params.id, 'pdf'),
    downloadLetter: (context, { params, query }) => letter(context, params, query.format),
    downloadPdfLetter: (context, { params }) => letter(context, params, 'pdf'),
  };
}
