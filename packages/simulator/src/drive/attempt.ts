import { RollcallError } from '@rollcall/client'
import type { Driving } from './send-all.ts'

/** The state changed meanwhile: the desk is taken, the person is off, the building is closed. */
const STATE_CHANGED = new Set([404, 409])

/** Makes a call that may be refused because other users change things too; refusals are counted. */
export const attempt = async ({ onConflict }: Driving, call: () => Promise<unknown>): Promise<void> => {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof RollcallError) || !STATE_CHANGED.has(error.status)) throw error
    onConflict()
  }
}
