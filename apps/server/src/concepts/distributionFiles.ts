import type { distributionEndpoints } from '@carrara/contract/distribution';
import type { Distribution } from '@carrara/contract/distributionRecord';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { FileAnswer, Operations, RequestContext } from '../operations.ts';
import { readDistribution } from './readDistribution.ts';

type Files = Pick<
  Operations<typeof distributionEndpoints>,
  'exportDistribution' | 'downloadLetterPackage' | 'downloadPdfLetterPackage' | 'downloadLetter' | 'downloadPdfLetter'
>;
type Pdf = typeof import('@carrara/adapters/pdf');
type Head = Parameters<Pdf['letterPdf']>[2];

const pdfType = 'application/pdf';

/** Whose letter it is. */
function letterheadOf({ tenant }: RequestContext): Head {
  const { logo, navigationBarColor: colour } = tenant.settings;
  return {
    tenantName: tenant.name,
    ...(typeof logo === 'string' ? { logo } : {}),
    ...(typeof colour === 'string' ? { colour } : {}),
  };
}

/** Reads the distribution, then makes its file; the libraries behind it are loaded with the first one. */
async function fileOf(
  context: RequestContext,
  id: string,
  make: (distribution: Distribution, pdf: Pdf, head: Head) => FileAnswer | undefined,
): Promise<Result<FileAnswer, Failures>> {
  const found = await readDistribution(context, id);
  if (found.isErr()) return err(found.error);
  const file = make(found.value, await import('@carrara/adapters/pdf'), letterheadOf(context));
  return file
    ? ok(file)
    : err([fail('NOT_FOUND', ['participantId'], 'The distribution does not know this participant.')]);
}

const letter = (context: RequestContext, { params }: { readonly params: { id: string; participantId: string } }) =>
  fileOf(context, params.id, (distribution, pdf, head) => {
    const made = pdf.letterPdf(distribution, params.participantId, head);
    return made && { ...made, type: pdfType, inline: true };
  });

/** The workbook and the letters of a distribution. */
export const distributionFiles: Files = {
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
  downloadLetterPackage: (context, { params }) =>
    fileOf(context, params.id, (distribution, pdf, head) => ({
      ...pdf.letterPackageZip(distribution, head),
      type: 'application/zip',
    })),
  downloadPdfLetterPackage: (context, { params }) =>
    fileOf(context, params.id, (distribution, pdf, head) => ({
      ...pdf.letterPackagePdf(distribution, head),
      type: pdfType,
      inline: true,
    })),
  downloadLetter: letter,
  downloadPdfLetter: letter,
};
