import { zippedFiles } from './zippedFiles.ts';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns the texts of the product's own Word files in page order. */
export async function docxTexts(docx: Buffer): Promise<readonly string[]> {
  const xml = (await zippedFiles(docx)).get('word/document.xml')?.toString();
  if (xml === undefined) throw new Error('this is no Word file');
  return [...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text = '']) =>
    text.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? ''),
  );
}
