import type { LakeConfig } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { listTimelines } from '../feed/feed-timeline.ts'
import { manifestPath } from './lake-paths.ts'
import { selectExported, selectFilePaths, selectPublishing } from './lake-store.ts'
import { hasManifestAfter, readManifest } from './manifest.ts'
import { openLake } from './open-lake.ts'
import { listFiles } from './rewrite-lake.ts'

/** A lake, and its state for each organization. */
export interface LakeExamination {
  /** The name of the lake, without credentials. */
  readonly address: string
  readonly states: readonly LakeState[]
}

/** The state of an organization's lake, as far as names and the last manifest show. */
export interface LakeState {
  readonly orgId: string
  /** Whether it is of another history than the database, or of none. */
  readonly isForeign: boolean
  /** Whether the manifest of the last export is gone, or cannot be read. */
  readonly lacksManifest: boolean
  /** Files that were exported and are not there. */
  readonly missing: readonly string[]
}

/**
 * Looks at the lakes of all organizations, and asks the store also where nothing was published yet. Changes nothing.
 * @throws LakeError when the store cannot be read
 */
export const examineLake = async (db: Db, config: LakeConfig): Promise<LakeExamination> => {
  const lake = await openLake(config)
  for await (const _ of lake.list('_manifests/')) break
  const [timeline] = await listTimelines(db)
  const states: LakeState[] = []
  for (const orgId of await selectPublishing(db)) {
    const position = (await selectExported(db, orgId, lake.address))?.position ?? 0
    const last = position === 0 ? undefined : await readManifest(lake, manifestPath(orgId, position))
    const isOther = last !== undefined && timeline !== undefined && last.timeline !== timeline.id
    const files = await listFiles(lake, orgId)
    states.push({
      orgId,
      isForeign: isOther || (await hasManifestAfter(lake, orgId, position)),
      lacksManifest: position > 0 && !last,
      missing: [...(await selectFilePaths(db, orgId, position))].filter((path) => !files.has(path)),
    })
  }
  return { address: lake.address, states }
}
