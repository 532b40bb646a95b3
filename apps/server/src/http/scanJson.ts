import { innerName } from '@carrara/contract/core/wireNames';

/** Result of scanning a JSON text without parsing its values. */
export interface JsonScan {
  /** The text, with each number that parsing would change replaced by a text that begins with `mark`. */
  readonly text: string;
  readonly marked: number;
  /** Names and list items at all levels. */
  readonly parts: number;
  readonly depth: number;
  /** Fields that an object names twice, by their internal names. */
  readonly twice: readonly string[];
  /** Names that every object of JavaScript has, so that no field can have them. */
  readonly reserved: readonly string[];
}

const code = (character: string) => character.charCodeAt(0);
const [quote, backslash, colon, comma, minus] = [code('"'), code('\\'), code(':'), code(','), code('-')];
const isOpening = (at: number) => at === code('{') || at === code('[');
const isClosing = (at: number) => at === code('}') || at === code(']');
const brace = code('{');
const isDigit = (at: number) => at >= 48 && at <= 57;
const numberAt = /[-+.\deE]+/y;

/**
 * True if parsing a number as floating point would change it. Up to 15 significant digits are safe. Exponents are
 * refused as in texts, since 1e-400 would become 0.
 */
const isUnsafe = (literal: string): boolean =>
  /e/i.test(literal) || (literal.length > 15 && literal.replace(/[-.]/g, '').replace(/^0+/, '').length > 15);

/** Scans a JSON text once from left to right. Invalid JSON is left for the parser to refuse. */
export function scanJson(json: string, mark: string): JsonScan {
  const pieces: string[] = [];
  const [twice, reserved] = [new Set<string>(), new Set<string>()];
  // The names in each open object. Undefined for a list.
  const open: (Set<string> | undefined)[] = [];
  let [inString, marked, parts, depth, deepest] = [0, 0, 0, 0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) {
      const end = endOfText(json, at);
      const names = open.at(-1);
      if (names && isColonAfter(json, end + 1)) {
        const sent = textOf(json.slice(at, end + 1));
        if (reservedNames.has(sent)) reserved.add(sent);
        const name = innerName(sent);
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
        pieces.push(json.slice(inString, at), JSON.stringify(mark + literal));
        inString = at + literal.length;
        marked += 1;
      }
      at += literal.length - 1;
    }
  }
  return {
    text: marked === 0 ? json : pieces.join('') + json.slice(inString),
    marked,
    parts,
    depth: deepest,
    twice: [...twice],
    reserved: [...reserved],
  };
}

const blanks = /[ \t\r\n]*/y;
function isColonAfter(json: string, at: number): boolean {
  blanks.lastIndex = at;
  blanks.exec(json);
  return json.charCodeAt(Math.max(at, blanks.lastIndex)) === colon;
}

const reservedNames: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

/** Returns a quoted name without its quotation marks and escapes. */
function textOf(quoted: string): string {
  const plain = quoted.slice(1, -1);
  if (!plain.includes('\\')) return plain;
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return plain;
  }
}

/** Returns the end of the text that begins at `from`: the next quotation mark after an even number of backslashes. */
function endOfText(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}
