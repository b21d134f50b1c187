import { pick } from '../support/form.ts'
import { observe } from '../support/observe.ts'
import type { Stage } from '../support/stage.ts'

/** One after the other, each time once everything works again. */
const again = async (times: number, once: (time: number) => Promise<void>): Promise<void> => {
  for (let time = 0; time < times; time++) await once(time)
}

export const killNodes = (stage: Stage): Promise<void> =>
  again(pick(1, 4), async (time) => {
    await observe(stage, 'kill -9 of one of two nodes', async () => {
      await stage.nodes[time % stage.nodes.length]?.kill()
      return undefined
    })
  })

export const killPostgres = (stage: Stage): Promise<void> =>
  again(pick(1, 3), async () => {
    await observe(stage, 'kill -9 of PostgreSQL', async () => {
      await stage.postgres.kill()
      return undefined
    })
  })

/** PostgreSQL ends all others then, and recovers by itself. */
export const killConnection = async (stage: Stage): Promise<void> => {
  await observe(stage, 'kill -9 of one connection of PostgreSQL', async () => {
    const { rows } = await stage.database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'rollcall' and datname = current_database() limit 1`,
    )
    process.kill(rows[0]?.pid as number, 'SIGKILL')
    return undefined
  })
}

export const cutPower = async (stage: Stage): Promise<void> => {
  await observe(stage, 'kill -9 of everything at once', async () => {
    await Promise.all([stage.postgres, ...stage.nodes].map((each) => each.kill()))
    return undefined
  })
}
