import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'

interface Waiting {
  readonly waiting: number
  readonly oldestSeconds: number
}

/** Counts the mail of all organizations that is still tried, by the small index of what waits. */
export const readOutbox = async (db: Db): Promise<Waiting> => {
  const { rows } = await sql<Waiting>`
    select count(*)::int as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
    from outgoing_mails
    where status = 'waiting' and gives_up_at > now() and ${servedHere('outgoing_mails.org_id')}`.execute(db)
  return rows[0] as Waiting
}
