import { AUTH_METHODS, ROLES } from '@rollcall/contract'
import { createKey, listKeys, type RunningService } from '@rollcall/server'
import type { DemoFile } from './demo-file.ts'

type Keys = DemoFile['keys']

/** A key of each role: the stored one if it still works, otherwise a new one. */
export const workingKeys = async ({ db, sealer }: RunningService, orgId: string, known: Partial<Keys> = {}): Promise<Keys> => {
  const working = new Set((await listKeys(db, orgId)).filter(isWorking).map(({ id }) => id))
  const keys = {} as Keys
  for (const role of ROLES) {
    const before = known[role]
    if (before && working.has(before.id)) keys[role] = before
    else {
      const { id, secret } = await createKey(db, sealer, { orgId, name: `Demo ${role}`, role, auth: AUTH_METHODS })
      keys[role] = { id, secret }
    }
  }
  return keys
}

type ListedKey = Awaited<ReturnType<typeof listKeys>>[number]

const isWorking = ({ revoked_at, blocked_reason, expires_at }: ListedKey): boolean =>
  revoked_at === null && blocked_reason === null && !(expires_at && expires_at < new Date())
