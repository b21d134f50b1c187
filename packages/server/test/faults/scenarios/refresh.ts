import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { pick } from '../support/form.ts'
import { observe } from '../support/observe.ts'
import { askForRefresh, publish } from '../support/settle.ts'
import type { Stage } from '../support/stage.ts'

/** The record of the latest run. */
const latestRun = async ({ database, organizations }: Stage): Promise<string | undefined> => {
  const { rows } = await database.pool.query<{ status: string }>(
    'select status from refresh_runs where org_id = $1 order by run_no desc limit 1',
    [organizations[0]?.id],
  )
  return rows[0]?.status
}

const countRunning = async ({ database }: Stage): Promise<number | null> =>
  (await database.pool.query(`select from refresh_runs where status = 'running'`)).rowCount

/** Something is killed at any moment of a refresh; the next one publishes, and no run is left as if it went on. */
export const killDuringRefresh = async (stage: Stage): Promise<void> => {
  const [organization] = stage.organizations as [(typeof stage.organizations)[0]]
  const [node, other] = stage.nodes as [(typeof stage.nodes)[0], (typeof stage.nodes)[0]]
  const began = performance.now()
  await publish(node.baseUrl, organization)
  const usual = performance.now() - began
  const victims = [
    { name: 'the node', kill: () => node.kill() },
    { name: 'PostgreSQL', kill: () => stage.postgres.kill() },
  ]
  for (let round = 0; round < pick(1, 4); round++) {
    for (const { name, kill } of victims) {
      await observe(stage, `kill -9 of ${name} during a refresh`, async () => {
        const asked = askForRefresh(node.baseUrl, organization).catch(() => 'no answer')
        const moment = Math.random() * usual
        await delay(moment)
        await kill()
        return { note: `after ${Math.round(moment)} of ${Math.round(usual)} ms; answered with ${await asked}` }
      })
      await publish(other.baseUrl, organization)
      await expect.poll(() => latestRun(stage)).toBe('succeeded')
    }
  }
  await expect.poll(() => countRunning(stage)).toBe(0)
}
