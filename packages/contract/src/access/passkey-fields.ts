import Type from 'typebox'
import { text } from '../schema/atoms.ts'

const BYTES_EXAMPLE = 'q0x7bq5vSg9rD1m0bqzKqg'
/** Bytes as base64url. */
export const bytes = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description, examples: [BYTES_EXAMPLE] })

export const state = text(1000, {
  description: 'What the service needs to know again. Send it back as it is, within five minutes.',
  example: BYTES_EXAMPLE,
})
export const challenge = bytes(200, 'The challenge that the device signs.')
export const host = text(253, { description: 'The host that the passkey is for (rp.id).', example: 'rollcall.example.com' })
