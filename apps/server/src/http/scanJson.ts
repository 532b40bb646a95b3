import { innerName } from '@carrara/contract/core/wireNames';

/** What stands in a JSON text, found without reading its values. */
export interface JsonScan {
  /** The same text, with a text that begins with `mark` in place of each number that would not survive the reading. */
  readonly text: string;
  readonly marked: number;
  /** Names and list items, all levels together. */
  readonly parts: number;
  readonly depth: number;
  /** Fields that one object names twice, by their names inside. */
  readonly twice: readonly string[];
}

const code = (character: string) => character.charCodeAt(0);
const [quote, backslash, colon, comma, minus] = [code('"'), code('\\'), code(':'), code(','), code('-')];
const isOpening = (at: number) => at === code('{') || at === code('[');
const isClosing = (at: number) => at === code('}') || at === code(']');
const brace = code('{');
const isDigit = (at: number) => at >= 48 && at <= 57;
const numberAt = /[-+.\deE]+/y;

/**
 * Whether a number would be another one after it was read as floating point. Up to 15 significant digits survive; an exponent is refused as
 * it is in a text, since 1e-400 would become 0.
 */
const isUnsafe = (literal: string): boolean =>
  /e/i.test(literal) || (literal.length > 15 && literal.replace(/[-.]/g, '').replace(/^0+/, '').length > 15);

/** Goes through a JSON text once, from left to right; a text that is no JSON is left to the reader to refuse. */
export function scanJson(json: string, mark: string): JsonScan {
  const pieces: string[] = [];
  const twice = new Set<string>();
  // The names of each open object; a list has none.
  const open: (Set<string> | undefined)[] = [];
  let [taken, marked, parts, depth, deepest] = [0, 0, 0, 0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) {
      const end = endOfText(json, at);
      const names = open.at(-1);
      if (names && isColonAfter(json, end + 1)) {
        const name = nameOf(json.slice(at, end + 1));
        if (names.has(name)) twice.add(name);
        names.add(name);
      }
      at = end;
    } else if (character === colon || character === comma) parts += 1;
    else if (isOpening(character)) {
      deepest = Math.max(deepest, (depth += 1));
      open.push(character === brace ? new Set() : undefined);
    } else if (isClosing(character)) {
      depth -= 1;
      open.pop();
    } else if (character === minus || isDigit(character)) {
      numberAt.lastIndex = at;
      const literal = numberAt.exec(json)?.[0] ?? '';
      if (isUnsafe(literal)) {
        pieces.push(json.slice(taken, at), JSON.stringify(mark + literal));
        taken = at + literal.length;
        marked += 1;
      }
      at += literal.length - 1;
    }
  }
  return {
    text: marked === 0 ? json : pieces.join('') + json.slice(taken),
    marked,
    parts,
    depth: deepest,
    twice: [...twice],
  };
}

const blanks = /[ \t\r\n]*/y;
function isColonAfter(json: string, at: number): boolean {
  blanks.lastIndex = at;
  blanks.exec(json);
  return json.charCodeAt(Math.max(at, blanks.lastIndex)) === colon;
}

/** The field that a name in quotation marks is, however it is spelled. */
function nameOf(quoted: string): string {
  const plain = quoted.slice(1, -1);
  if (!plain.includes('\\')) return innerName(plain);
  try {
    return innerName(JSON.parse(quoted) as string);
  } catch {
    return plain;
  }
}

/** Where the text that begins at `from` ends: the next quotation mark before which there is an even number of backslashes. */
function endOfText(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}
