import { SaxesParser } from 'saxes';
import { notReadable, Refusal } from './limits.ts';

export type Attributes = Readonly<Record<string, string>>;
export interface XmlListener {
  /** Names come without their namespace prefix. */
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function localAttributes(attributes: Attributes): Attributes {
  const local: Record<string, string> = {};
  for (const name in attributes) local[localName(name)] = attributes[name]!;
  return local;
}

/**
 * Reads a part of a workbook as events. A document type is refused outright, so there are no entities to expand or fetch.
 *
 * Fails: FILE_NOT_READABLE.
 */
export async function readXml(chunks: AsyncIterable<Uint8Array>, listener: XmlListener): Promise<void> {
  const parser = new SaxesParser({ position: false });
  parser.on('doctype', () => {
    throw new Refusal(notReadable('The file declares a document type, which a workbook never does.'));
  });
  parser.on('error', (reason) => {
    throw new Refusal(notReadable(`The file is damaged: ${reason.message.slice(0, 120)}.`));
  });
  const { open, close, text } = listener;
  if (open) parser.on('opentag', (tag) => open(localName(tag.name), localAttributes(tag.attributes as Attributes)));
  if (close) parser.on('closetag', (tag) => close(localName(tag.name)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of chunks) parser.write(decoder.decode(chunk, { stream: true }));
  parser.write(decoder.decode()).close();
}
