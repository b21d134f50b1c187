import { setTimeout as delay } from 'node:timers/promises'
import { bearer } from '../../../src/testing/test-service.ts'
import type { LedgerOrganization } from './organization.ts'
import { takeToken } from './settle.ts'
import type { Stage } from './stage.ts'

const FIRST_DAY = 7
const LAST_DAY = 360
const PAUSE_MS = 60
const DAY_MS = 86_400_000

/** People of an organization who book one day after the other, each until the answer says that it is booked. */
export const startBooking = ({ nodes }: Stage, organization: LedgerOrganization) => {
  const { ids } = organization
  const acknowledged: string[] = []
  const refusals = new Set<number>()
  let isStopped = false

  const tryOnce = async (userId: string, day: string): Promise<boolean> => {
    const { baseUrl } = nodes[Math.floor(Math.random() * nodes.length)] as Stage['nodes'][number]
    try {
      const response = await fetch(`${baseUrl}/api/users/${userId}/days/${day}/booking`, {
        method: 'PUT',
        headers: { ...bearer(await takeToken(baseUrl, organization)), 'content-type': 'application/json' },
        body: JSON.stringify({ zoneId: ids.openZone }),
      })
      await response.text()
      if (response.status !== 200) refusals.add(response.status)
      return response.status === 200
    } catch {
      // The node is gone, or gave no token.
      return false
    }
  }

  const running = (async () => {
    for (let no = FIRST_DAY; no <= LAST_DAY && !isStopped; no++) {
      const day = new Date(Date.now() + no * DAY_MS).toISOString().slice(0, 10)
      for (const userId of [ids.ada, ids.grace]) {
        while (!(await tryOnce(userId, day))) await delay(PAUSE_MS)
        acknowledged.push(`${userId} ${day}`)
      }
      await delay(PAUSE_MS)
    }
  })()

  return {
    async stop(): Promise<{ readonly acknowledged: readonly string[]; readonly refusals: readonly number[] }> {
      isStopped = true
      await running
      return { acknowledged, refusals: [...refusals] }
    },
  }
}
