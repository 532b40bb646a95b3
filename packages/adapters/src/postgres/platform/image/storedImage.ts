export interface StoredImage {
  readonly type: string;
  readonly bytes: Buffer;
}
