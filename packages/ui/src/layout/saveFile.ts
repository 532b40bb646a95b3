/** Longer than any browser needs to start saving a file. */
const handedOver = 60_000;

/** Saves a file as a download of the browser. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), handedOver);
}
