declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'
  /** Decrypts a message of the encrypted content encoding (RFC 8188), here for a browser's keys (RFC 8291). */
  export function decrypt(
    body: Buffer,
    parameters: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer
}
