declare module 'wawoff2/decompress.js' {
  /** A WOFF2 file as the TrueType file that it holds. */
  export default function decompress(packed: Uint8Array): Promise<Uint8Array>;
}
