import { exportFormats } from '@carrara/contract/core/fileTypes';
import { fileNames } from '@carrara/adapters/files/fileName';
import { zipWithManifest } from '@carrara/adapters/files/zipWithManifest';
import { statedInvestors } from '@carrara/adapters/postgres/performance/statement/statementLists';
import type { CapitalAccountAnswer } from '@carrara/contract/performance/capitalAccount/capitalAccount';
import { type InvestorDocument, investorDocuments } from '@carrara/contract/performance/investor/investorDocuments';
import { err, fail, ok, required } from '@carrara/domain/kernel';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { toCapitalAccount, findStatements } from '../concepts/performance/statement/statementAnswers.ts';
import { existingText } from '../concepts/performance/vehicle/existingText.ts';
import type { RequestContext } from '../core/operations.ts';
import { toBackgroundRequest } from '../core/backgroundRequest.ts';
import type { TaskKind } from '../core/taskKind.ts';
import { createDocument, type DocumentMaker } from './createDocument.ts';
import { prepareNotices } from './noticeDocuments.ts';

interface DocumentsRequest {
  readonly fundId: string;
  readonly endDate: string;
  readonly documents: readonly InvestorDocument[];
  readonly format: string;
}
interface Investor {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
}

/** Returns the format of a document: the requested one, unless the document is a workbook. */
const formatOf = (document: InvestorDocument, { format }: DocumentsRequest) =>
  document !== 'ilpa-reporting-template' && format === 'application/pdf' ? format : 'excel';

/** Returns the call that creates a document for an investor. */
function requestOf(document: InvestorDocument, request: DocumentsRequest, investorId: string) {
  const { fundId, endDate } = request;
  const query = { fundId, investorId, format: formatOf(document, request) };
  if (document === 'ilpa-reporting-template')
    return {
      call: { concept: 'ilpa', name: 'exportInvestorTemplate', isFile: true },
      input: { params: {}, query: { ...query, endDate } },
    } as const;
  const isAccount = document === 'capital-account';
  const call = isAccount
    ? { concept: 'capitalAccount', name: 'exportCapitalAccount', isFile: true }
    : { concept: 'portfolioSummary', name: 'exportPortfolioSummary', isFile: true };
  return { call, input: { params: { endDate }, query } } as const;
}

/** Returns the figures of all statements and their state of knowledge. */
async function figuresOf(context: RequestContext, { fundId, endDate }: DocumentsRequest) {
  const { tx } = context;
  const found = await findStatements(tx, { fundId, endDate });
  if (found.isErr()) return err(found.error);
  const account: CapitalAccountAnswer = {
    ...toCapitalAccount(found.value),
    basedOn: await existingText(tx, { vehicleId: fundId, endDate }),
  };
  return ok(account);
}

/**
 * Creates documents for every investor of a fund as a zip with a manifest. Documents that can't be created are listed,
 * and the others are included.
 */
export const investorDocumentsTask = ({ background }: DocumentMaker): TaskKind => ({
  permission: 'fundLedger.view',
  async prepare(context, { vehicleId, noticeId, fundId = '', endDate = '', documents = '', format = '' }) {
    if (vehicleId !== undefined && noticeId !== undefined)
      return prepareNotices({ background }, context, { vehicleId, noticeId });
    const input: DocumentsRequest = { fundId, endDate, documents: documents.split(' ') as InvestorDocument[], format };
    const investors: readonly Investor[] = await statedInvestors(context.tx, { vehicleId: fundId, until: endDate });
    const before = await figuresOf(context, input);
    if (before.isErr()) return err(before.error);
    const request = toBackgroundRequest(context);
    const [firm, today] = [context.tenant.name, context.today];
    return ok(async ({ read, onProgress, signal }) => {
      const { fund, currency, basedOn, partners } = before.value;
      const remarks: string[] = [];
      const total = investors.length * input.documents.length;
      let done = 0;
      async function* files() {
        onProgress(done, total);
        for (const document of input.documents) {
          const nameOf = fileNames(exportFormats[formatOf(document, input)].extension);
          const { title } = required(
            investorDocuments.find(({ code }) => code === document),
            `document ${document}`,
          );
          for (const investor of investors) {
            const output = await createDocument(
              { background },
              { ...request, ...requestOf(document, input, investor.id) },
              signal,
            );
            onProgress((done += 1), total);
            if (output.isErr()) {
              remarks.push(`${title} of ${investor.name}: ${output.error.map(({ detail }) => detail).join(' ')}`);
              continue;
            }
            const bytes = output.value;
            const name = nameOf(`${investor.name} - ${title} - ${fund.name} - ${endDate}`);
            const line = partners.find((partner) => partner.investor.id === investor.id)?.itd;
            const facts = { document, investor, endingNav: line?.ending ?? null, unfunded: line?.unfunded ?? null };
            yield { path: input.documents.length > 1 ? `${title}/${name}` : name, bytes, facts };
          }
        }
      }
      const manifestOf = (listed: readonly object[]) => ({
        firm,
        fund,
        currency,
        endDate,
        basedOn,
        files: listed,
        missing: remarks,
      });
      const content = await buffer(zipWithManifest(files(), manifestOf, today));
      // Each document was created in a separate transaction, so this checks that all of them are from the same state.
      const after = await read((later) => figuresOf(later, input));
      if (after.isErr()) return err(after.error);
      if (JSON.stringify(after.value) !== JSON.stringify(before.value))
        return err([
          fail(
            'STALE_VERSION',
            [],
            `The figures of ${fund.name} changed while the documents were being created. Start again.`,
          ),
        ]);
      const name = `${fund.name} investor documents ${endDate}.zip`;
      return ok({ file: { name, type: 'application/zip', content: Readable.from([content]) }, remarks });
    });
  },
});
