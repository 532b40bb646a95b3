/** The body of a request with one file, as a browser sends it. */
export function multipart(file: { readonly name: string; readonly type: string; readonly bytes: Uint8Array }) {
  const boundary = 'carrara-test-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
