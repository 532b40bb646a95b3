import { SaxesParser } from 'saxes';
import { fileNotReadable, Refusal, tooLarge } from './limits.ts';
import type { Package } from './package.ts';

export type Attributes = Readonly<Record<string, string>>;
export interface XmlListener {
  /** Names have no namespace prefix. */
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Maximum depth. The text of a cell is six levels deep. */
const deepest = 32;
/** No element of a workbook has more than about fifty. */
const mostAttributes = 256;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function localAttributes(attributes: Attributes): Attributes {
  const local: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) local[localName(name)] = value;
  return local;
}

/**
 * Parses a part of a workbook into events. A document type is refused outright, so there are no entities to expand or
 * fetch. Every element and attribute counts against the budget, even if no listener handles it.
 *
 * Fails: FILE_NOT_READABLE, FILE_TOO_LARGE.
 */
export async function readXml(pack: Package, part: string, listener: XmlListener): Promise<void> {
  let depth = 0;
  const parser = new SaxesParser({ position: false });
  parser.on('doctype', () => {
    throw new Refusal(
      fileNotReadable('The file contains a document type, which workbooks never have. Save it again in Excel.'),
    );
  });
  parser.on('error', (reason) => {
    throw new Refusal(
      fileNotReadable(`The file is damaged: ${reason.message.slice(0, 120)}. Save it again in Excel and upload it.`),
    );
  });
  const { open, close, text } = listener;
  let attributes = 0;
  parser.on('attribute', () => {
    pack.spend(1);
    attributes += 1;
    if (attributes > mostAttributes)
      throw new Refusal(tooLarge(`An element has more than ${mostAttributes} attributes.`));
  });
  parser.on('opentagstart', () => {
    pack.spend(1);
    attributes = 0;
    depth += 1;
    if (depth > deepest)
      throw new Refusal(fileNotReadable(`The file has more than ${deepest} levels of nested elements.`));
  });
  if (open) parser.on('opentag', (tag) => open(localName(tag.name), localAttributes(tag.attributes as Attributes)));
  parser.on('closetag', (tag) => {
    depth -= 1;
    close?.(localName(tag.name));
  });
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of await pack.open(part)) parser.write(decoder.decode(chunk, { stream: true }));
  parser.write(decoder.decode()).close();
}
