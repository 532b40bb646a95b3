/** Creates the body of a request with one file and preceding fields, as a browser sends it. */
export function multipart(
  file: { readonly name: string; readonly type: string; readonly bytes: Uint8Array },
  fields: Readonly<Record<string, string>> = {},
) {
  const boundary = 'carrara-test-boundary';
  const before = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name.replaceAll('"', '%22')}"\r\nContent-Type: ${file.type}\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(before.join('') + head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
