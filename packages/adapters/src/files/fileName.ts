const LONGEST = 120;
/** Names of devices, which Windows doesn't accept as file names. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

function stemOf(text: string): string {
  const cleaned = text
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ');
  const stem = Array.from(cleaned)
    .slice(0, LONGEST)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return stem === '' || RESERVED.test(stem) ? `file ${stem}`.trim() : stem;
}

/**
 * Returns a name that every file system accepts and that can't lead elsewhere: no separators, no control characters, no
 * dots at either end.
 */
export function safeFileName(text: string, extension?: string): string {
  return extension === undefined ? stemOf(text) : `${stemOf(text)}.${extension}`;
}

/**
 * Returns a function that gives each text a safe and unique name, ignoring case. Use one per folder or zip. A text can
 * have an extension of its own.
 */
export function fileNames(extension?: string): (text: string, own?: string) => string {
  const used = new Set<string>();
  return (text, own = extension) => {
    const stem = stemOf(text);
    const end = own === undefined ? '' : `.${own}`;
    let name = `${stem}${end}`;
    for (let next = 2; used.has(name.toLowerCase()); next += 1) name = `${stem} ${next}${end}`;
    used.add(name.toLowerCase());
    return name;
  };
}
