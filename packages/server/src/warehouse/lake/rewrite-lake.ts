import { SEGMENT_DATASETS } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { whileServedHere } from '../../platform/db/served-here.ts'
import { manifestPath, segmentFolder } from './lake-paths.ts'
import type { LakeStorage } from './lake-storage.ts'
import { deleteExported, selectExported, selectFilePaths } from './lake-store.ts'
import { FORMAT_VERSION, hasManifestAfter, listManifests, type ManifestEntry, readManifest } from './manifest.ts'

/**
 * Why an export compares the lake with everything published: its files belong to another history, are incomplete, have an old
 * format, or the operator asked for it.
 */
export type RewriteReason = 'restored' | 'incomplete' | 'format' | 'asked'

/** Where an export starts: after a position, or from the start of the feed for a reason. */
export type StartingPoint = { readonly position: number } | { readonly rewrite: RewriteReason }

/**
 * Returns where the next export starts. The manifests in the lake decide, because after an older backup was restored the lake
 * contains manifests that the database does not know, or manifests of another timeline.
 */
export const findStartingPoint = async (db: Db, lake: LakeStorage, orgId: string, timelineId: string): Promise<StartingPoint> => {
  const position = (await selectExported(db, orgId, lake.address))?.position ?? 0
  const last = position > 0 ? await readManifest(lake, manifestPath(orgId, position)) : undefined
  if (await hasManifestAfter(lake, orgId, position)) return { rewrite: 'restored' }
  if (position === 0) return { position }
  if (!last) return { rewrite: 'incomplete' }
  if (last.formatVersion !== FORMAT_VERSION) return { rewrite: 'format' }
  return last.timeline === timelineId ? { position } : { rewrite: 'restored' }
}

/**
 * Returns the latest entry of each file in the manifests, and the manifests that are unreadable or do not follow the previous
 * one.
 */
export const readEntries = async (
  lake: LakeStorage,
  orgId: string,
): Promise<{ entries: Map<string, ManifestEntry>; gaps: string[] }> => {
  const entries = new Map<string, ManifestEntry>()
  const gaps: string[] = []
  let reached = 0
  for (const path of await listManifests(lake, orgId)) {
    const manifest = await readManifest(lake, path)
    if (!manifest || manifest.after !== reached) gaps.push(path)
    reached = manifest?.position ?? reached
    for (const entry of manifest?.formatVersion === FORMAT_VERSION ? manifest.segments : []) entries.set(entry.path, entry)
  }
  return { entries, gaps }
}

/** Returns the files of an organization with their sizes. */
export const listFiles = async (lake: LakeStorage, orgId: string): Promise<Map<string, number>> => {
  const files = new Map<string, number>()
  for (const dataset of SEGMENT_DATASETS) {
    for await (const { path, bytes } of lake.list(segmentFolder(orgId, dataset))) files.set(path, bytes)
  }
  return files
}

/**
 * Prepares a lake for an export from the start of the feed. It removes files that are no longer published, then the stored
 * position, then the manifests: in this order an interrupted run is repeated. Returns the files that match their manifest entry
 * and need not be written again; none if the operator asked to write everything. Returns undefined if the organization is leaving for
 * another cell, which prepares the lake again.
 */
export const clearLake = async (
  db: Db,
  lake: LakeStorage,
  orgId: string,
  reason: RewriteReason,
): Promise<{ known: ReadonlyMap<string, ManifestEntry>; stale: number } | undefined> => {
  const cleared = await whileServedHere(db, orgId, async (trx) => {
    const { entries } = await readEntries(lake, orgId)
    const files = await listFiles(lake, orgId)
    const published = await selectFilePaths(trx, orgId)
    const stale = [...files.keys()].filter((path) => !published.has(path))
    for (const path of stale) await lake.remove(path)
    await deleteExported(trx, orgId, lake.address)
    const whole = [...entries].filter(([path, { removed, bytes }]) => !removed && files.get(path) === bytes)
    return { known: new Map(reason === 'asked' ? [] : whole), stale: stale.length }
  })
  if (!cleared) return undefined
  return await whileServedHere(db, orgId, async () => {
    for (const path of await listManifests(lake, orgId)) await lake.remove(path)
    return cleared
  })
}
