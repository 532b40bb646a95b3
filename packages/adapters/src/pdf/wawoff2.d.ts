declare module 'wawoff2/decompress.js' {
  /** Converts a WOFF2 file to TrueType. */
  export default function decompress(packed: Uint8Array): Promise<Uint8Array>;
}
