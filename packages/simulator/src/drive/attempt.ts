import { RollcallError } from '@rollcall/client'
import type { Driving } from './send-all.ts'

/** What others did meanwhile: the desk is taken, the person is off, the building is closed. */
const STATE_CHANGED = new Set([404, 409])

/** Makes a call whose refusal is part of life where others plan and change things too; it is counted. */
export const attempt = async ({ onConflict }: Driving, call: () => Promise<unknown>): Promise<void> => {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof RollcallError) || !STATE_CHANGED.has(error.status)) throw error
    onConflict()
  }
}
