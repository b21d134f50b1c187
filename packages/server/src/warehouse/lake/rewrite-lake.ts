import { SEGMENT_DATASETS } from '@rollcall/contract'
import type { Db } from '../../platform/db/database.ts'
import { manifestPath, segmentFolder } from './lake-paths.ts'
import type { LakeStorage } from './lake-storage.ts'
import { deleteExported, selectExported, selectFilePaths } from './lake-store.ts'
import { FORMAT_VERSION, hasManifestAfter, listManifests, type ManifestEntry, readManifest } from './manifest.ts'

/** Why a lake is compared with all that is published: what it has was not written in this history, is incomplete, or is of an old format. */
export type RewriteReason = 'restored' | 'incomplete' | 'format' | 'asked'

/** Where an export begins: after a position, or at the beginning of the feed for a reason. */
export type StartingPoint = { readonly position: number } | { readonly rewrite: RewriteReason }

/**
 * The lake itself says what was written to it: after a restore of an older backup it has manifests that the database knows nothing of,
 * or those of another timeline.
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

/** The last entry of each file in the manifests of a lake, and whether there is a manifest for each step of the feed. */
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

/** The files of an organization, with their sizes. */
export const listFiles = async (lake: LakeStorage, orgId: string): Promise<Map<string, number>> => {
  const files = new Map<string, number>()
  for (const dataset of SEGMENT_DATASETS) {
    for await (const { path, bytes } of lake.list(segmentFolder(orgId, dataset))) files.set(path, bytes)
  }
  return files
}

/**
 * Makes a lake ready to be written from the beginning: removes what is published no more, then the manifests. In this order, and with
 * the position in the database gone in between, so that one that dies here is repeated. Gives the files that are as a manifest says,
 * which need not be written again; none where all is to be.
 */
export const clearLake = async (
  db: Db,
  lake: LakeStorage,
  orgId: string,
  reason: RewriteReason,
): Promise<{ known: ReadonlyMap<string, ManifestEntry>; stale: number }> => {
  const { entries } = await readEntries(lake, orgId)
  const files = await listFiles(lake, orgId)
  const published = await selectFilePaths(db, orgId)
  const stale = [...files.keys()].filter((path) => !published.has(path))
  for (const path of stale) await lake.remove(path)
  await deleteExported(db, orgId, lake.address)
  for (const path of await listManifests(lake, orgId)) await lake.remove(path)
  const whole = [...entries].filter(([path, { removed, bytes }]) => !removed && files.get(path) === bytes)
  return { known: new Map(reason === 'asked' ? [] : whole), stale: stale.length }
}
