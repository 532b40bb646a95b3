const LONGEST = 120;
/** Names of devices, which Windows does not take for a file. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

function stemOf(text: string): string {
  const words = text
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ');
  const stem = Array.from(words)
    .slice(0, LONGEST)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return stem === '' || RESERVED.test(stem) ? `file ${stem}`.trim() : stem;
}

/** A name that every file system takes and that leads nowhere else: no separators, no control characters, no dot at its ends. */
export function safeFileName(text: string, extension?: string): string {
  return extension === undefined ? stemOf(text) : `${stemOf(text)}.${extension}`;
}

/** Gives each text a safe name, and no name twice (letter case aside): for the files of one folder or zip. */
export function fileNames(extension: string): (text: string) => string {
  const taken = new Set<string>();
  return (text) => {
    const stem = stemOf(text);
    let name = `${stem}.${extension}`;
    for (let next = 2; taken.has(name.toLowerCase()); next += 1) name = `${stem} ${next}.${extension}`;
    taken.add(name.toLowerCase());
    return name;
  };
}
