import { sql } from 'kysely'
import type { LakeConfig } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'
import { LakeError } from '../../warehouse/lake/lake-error.ts'
import { examineLake, type LakeState } from '../../warehouse/lake/lake-state.ts'
import { counted, type Finding, fail, named, ok, warn } from './finding.ts'

const CHECK = 'lake'
const LATE_MINUTES = 60

/** Checks that the lake, if there is one, can be reached, follows what is published, and has all of its files. */
export const checkLake = async (db: Db, config: LakeConfig | undefined): Promise<Finding[]> => {
  if (!config) return []
  try {
    const { address, states } = await examineLake(db, config)
    const findings = [...(await judgeLag(db, address)), ...judgeFiles(address, states)]
    return findings.length > 0 ? findings : [ok(CHECK, `${address} has what is published, every file is there.`)]
  } catch (error) {
    if (!(error instanceof LakeError)) throw error
    return [fail(CHECK, error.message, 'Nothing new gets to the lake until then; the service tries again every minute.')]
  }
}

const judgeLag = async (db: Db, address: string): Promise<Finding[]> => {
  const { rows } = await sql<{ orgId: string }>`
    select f.org_id as "orgId"
    from change_feeds f
    left join lake_exports e on e.org_id = f.org_id and e.lake = ${address}
    where f.position > coalesce(e.position, 0) and f.refreshed_at < now() - make_interval(mins => ${LATE_MINUTES})
      and ${servedHere('f.org_id')}
    order by f.org_id
  `.execute(db)
  if (rows.length === 0) return []
  const found = `${address} lacks what was published over an hour ago, of ${counted(rows.length, 'organization')}.`
  return [warn(CHECK, found, 'See the log for "lake export"; rollcall lake export does it now and says what fails.')]
}

const judgeFiles = (address: string, states: readonly LakeState[]): Finding[] =>
  states.flatMap(({ orgId, isForeign, lacksManifest, missing }) => {
    const of = `of organization ${orgId}`
    if (isForeign) {
      const found = `${address} is not of the present history of the service, ${of}: an older backup was restored, or the service was upgraded.`
      return [warn(CHECK, found, 'The running service compares it within an hour; rollcall lake export does it now.')]
    }
    if (lacksManifest) {
      const found = `${address} has no manifest of its last export, or one that cannot be read, ${of}.`
      return [fail(CHECK, found, 'rollcall lake export compares all files with what is published and writes what is missing.')]
    }
    if (missing.length === 0) return []
    const found = `${address} lacks ${counted(missing.length, 'file')} of what was exported: ${named(missing)}.`
    return [fail(CHECK, found, 'rollcall lake export --all writes everything again; rollcall lake verify says more.')]
  })
