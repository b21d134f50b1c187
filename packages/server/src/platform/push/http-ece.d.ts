declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  interface Aes128Gcm {
    readonly version: 'aes128gcm'
    /** The public key of the other side, in base64url. */
    readonly dh: string
    readonly privateKey: ECDH
    /** The secret that both sides share, in base64url. */
    readonly authSecret: string
  }
  export const encrypt: (content: Buffer, parameters: Aes128Gcm) => Buffer
}
