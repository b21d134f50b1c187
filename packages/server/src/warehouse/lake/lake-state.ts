import type { LakeConfig } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { findTimelineOf } from '../feed/feed-timeline.ts'
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

/** The state of an organization's lake, judged by file names and the last manifest. */
export interface LakeState {
  readonly orgId: string
  /** Whether the lake belongs to another timeline than the database, or to none. */
  readonly isForeign: boolean
  /** Whether the manifest of the last export is missing or unreadable. */
  readonly lacksManifest: boolean
  /** Exported files that are missing. */
  readonly missing: readonly string[]
}

/**
 * Checks the lakes of all organizations without changing anything. It asks the store even if nothing is published yet, so that a
 * wrong configuration shows.
 * @throws LakeError if the store cannot be read
 */
export const examineLake = async (db: Db, config: LakeConfig): Promise<LakeExamination> => {
  const lake = await openLake(config)
  for await (const _ of lake.list('_manifests/')) break
  const states: LakeState[] = []
  for (const orgId of await selectPublishing(db)) {
    const position = (await selectExported(db, orgId, lake.address))?.position ?? 0
    const last = position === 0 ? undefined : await readManifest(lake, manifestPath(orgId, position))
    const isOther = last !== undefined && last.timeline !== (await findTimelineOf(db, orgId))
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
