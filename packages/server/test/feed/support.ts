import { randomUUID } from 'node:crypto'
import type { ChangeFeed } from '@rollcall/contract'
import { createOrganization } from '../../src/directory/organizations/organization-service.ts'
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { readFeed } from '../../src/warehouse/feed/feed-service.ts'
import type { FeedTimeline } from '../../src/warehouse/feed/feed-timeline.ts'
import { runRefresh } from '../../src/warehouse/refresh/refresh-service.ts'

const LATER = new Date('2026-03-20T12:00:00Z')

/** An organization of three users in a database of its own, which publishes days by hand. */
export interface Company extends AsyncDisposable {
  readonly database: TestDatabase
  readonly orgId: string
  /** Timelines that began while the feed was read. */
  readonly started: FeedTimeline[]
  /** Gives every user a plan of the day, and publishes what is over. */
  publish(day: string, plan?: 'r' | 'a'): Promise<void>
  read(cursor?: string, limit?: number): Promise<ChangeFeed>
  /** A database with the same content, as one into which a dump was restored. */
  restoreElsewhere(): Promise<Company>
  /** The same, without anything that tells it from the original: as where files were put back. */
  restoreFiles(): Promise<Company>
}

const openOn = (database: TestDatabase, orgId: string): Company => {
  const started: FeedTimeline[] = []
  return {
    ...{ database, orgId, started },
    restoreElsewhere: async () => openOn(await copyTestDatabase(database.url), orgId),
    restoreFiles: async () => openOn(await copyTestDatabase(database.url, { isSameFiles: true }), orgId),
    async publish(day, plan = 'r') {
      await database.pool.query(
        `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
         select org_id, id, $2, $3, 'day-plan', 'directory', gen_random_uuid() from users where org_id = $1
         on conflict (org_id, user_id, day) do update set plan = excluded.plan, command_id = excluded.command_id, updated_at = now()`,
        [orgId, day, plan],
      )
      await runRefresh({ pool: database.pool }, orgId, { moment: LATER })
    },
    read: (cursor, limit = 1000) =>
      readFeed(database.db, orgId, { cursor, datasets: undefined, limit }, (timeline) => started.push(timeline)),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

export const openCompany = async (): Promise<Company> => {
  const database = await createTestDatabase()
  const { id } = await createOrganization(database.db, { name: `Company ${randomUUID()}` })
  await database.pool.query(
    `insert into users (org_id, id, user_name) select $1, gen_random_uuid(), 'user ' || n from generate_series(1, 3) n`,
    [id],
  )
  return openOn(database, id)
}
