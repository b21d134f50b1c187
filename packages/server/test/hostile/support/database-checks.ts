import { sql } from 'kysely'
import { basic, type TestService } from '../../../src/testing/test-service.ts'
import { runRefresh } from '../../../src/warehouse/refresh/refresh-service.ts'
import { inconsistencies } from '../../bookings/support.ts'
import { ALL_VARIANTS, type Caller, goodPath, label } from '../../http/support/good-calls.ts'
import { send } from '../../http/support/send.ts'

const DATASETS = ALL_VARIANTS.filter(({ endpoint, scheme }) => endpoint.streamed && scheme === 'basic')
const FORMATS = ['json', 'ndjson', 'csv', 'parquet']

/** Groups that stand above themselves, and users with more than one live booking of a day: none, whatever was asked. */
const broken = async ({ database: { db } }: TestService, orgId: string): Promise<object[]> => {
  const { rows } = await sql<object>`
    with recursive above as (
      select id as group_id, parent_id, 1 as steps from groups where org_id = ${orgId}
      union all
      select a.group_id, g.parent_id, a.steps + 1
      from above a
      join groups g on g.org_id = ${orgId} and g.id = a.parent_id
      where a.parent_id <> a.group_id and a.steps < 1000
    )
    select 'cycle' as what, group_id::text as id from above where parent_id = group_id
    union all
    select 'booked twice', user_id || ' ' || day
    from bookings
    where org_id = ${orgId} and status = 'booked'
    group by user_id, day
    having count(*) > 1`.execute(db)
  return [...rows, ...(await inconsistencies({ db, orgId }))]
}

/** Lists the errors of a fuzzed company: in its stored data, its refresh, or later reads. */
export const findStoredErrors = async (caller: Caller): Promise<string[]> => {
  const { service, orgId, key } = caller
  const faults = (await broken(service, orgId)).map((fault) => JSON.stringify(fault))
  await runRefresh(service.database, orgId, { trigger: 'command' }).catch((error) => faults.push(`refresh: ${error}`))
  for (const variant of DATASETS) {
    for (const format of FORMATS) {
      const path = goodPath(variant, caller, { format })
      const { status, text } = await send(service.baseUrl, { path, headers: basic(key) })
      if (status !== 200) faults.push(`${label(variant)} as ${format}: ${status} ${text.slice(0, 300)}`)
    }
  }
  return faults
}
