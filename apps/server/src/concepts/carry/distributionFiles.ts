import { safeFileName } from '@carrara/adapters/files';
import { loadHead } from '@carrara/adapters/postgres/carry/distribution';
import type { distributionEndpoints } from '@carrara/contract/carry/distribution';
import { err, fail, ok } from '@carrara/domain/kernel';
import { readLetterFacts } from '../../letters/letterFacts.ts';
import type { LetterOrder, LetterThread } from '../../letters/letterThread.ts';
import { lettersStream } from '../../letters/lettersStream.ts';
import { refusedLetters } from '../../letters/refusedLetters.ts';
import type { Operations, RequestContext } from '../../operations.ts';
import { startTask, type TaskStart } from '../platform/task.ts';
import { readDistribution } from './readDistribution.ts';

export interface LetterPorts extends TaskStart {
  /** Makes the letters that are asked for while somebody waits. */
  readonly letters: LetterThread;
}
export type DistributionFiles = Pick<
  Operations<typeof distributionEndpoints>,
  | 'startLetters'
  | 'exportDistribution'
  | 'downloadLetterPackage'
  | 'downloadPdfLetterPackage'
  | 'downloadLetter'
  | 'downloadPdfLetter'
>;

interface Row {
  readonly participant: { readonly participantId: string; readonly name: string };
  readonly memberDetails: readonly Row[];
}
const nameIn = (rows: readonly Row[], participantId: string): string | undefined => {
  for (const { participant, memberDetails } of rows) {
    const name = participant.participantId === participantId ? participant.name : nameIn(memberDetails, participantId);
    if (name !== undefined) return name;
  }
  return undefined;
};

/** The workbook and the letters of a distribution. */
export function distributionFiles({ letters, onTask }: LetterPorts): DistributionFiles {
  const lettersAs = async (context: RequestContext, id: string, as: LetterOrder['as']) => {
    const found = await readLetterFacts(context, id);
    if (found.isErr()) return err(found.error);
    const facts = found.value;
    const { name, distributionSources } = facts.distribution;
    const participantId = typeof as === 'string' ? undefined : as.participantId;
    const details = distributionSources.flatMap((source) => source.details);
    const whose = participantId === undefined ? 'letters' : nameIn(details, participantId);
    if (whose === undefined)
      return err([fail('NOT_FOUND', ['participantId'], 'The distribution does not know this participant.')]);
    const refused = await refusedLetters(facts, participantId);
    if (refused.length > 0) return err(refused.map((text) => fail('NOT_PRINTABLE', [], text)));
    const isZip = as === 'zip';
    return ok({
      name: safeFileName(`${name} - ${whose}`, isZip ? 'zip' : 'pdf'),
      content: lettersStream(letters, { facts, as }),
      type: isZip ? 'application/zip' : 'application/pdf',
      inline: !isZip,
    });
  };
  const letter = (context: RequestContext, { params }: { readonly params: { id: string; participantId: string } }) =>
    lettersAs(context, params.id, { participantId: params.participantId });
  return {
    async startLetters({ tx }, { params, body }) {
      const head = await loadHead(tx, params.id);
      if (!head) return err([fail('NOT_FOUND', ['id'], 'Distribution not found')]);
      const input = { id: params.id, as: body.as };
      return startTask(tx, { onTask }, { kind: 'letters', title: `Letters of ${head.name}`, input });
    },
    async exportDistribution(context, { params }) {
      const found = await readDistribution(context, params.id);
      if (found.isErr()) return err(found.error);
      const { distributionWorkbook } = await import('@carrara/adapters/spreadsheet');
      return ok({
        name: `${found.value.name}.xlsx`,
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        content: distributionWorkbook(found.value),
      });
    },
    downloadLetterPackage: (context, { params }) => lettersAs(context, params.id, 'zip'),
    downloadPdfLetterPackage: (context, { params }) => lettersAs(context, params.id, 'pdf'),
    downloadLetter: letter,
    downloadPdfLetter: letter,
  };
}
