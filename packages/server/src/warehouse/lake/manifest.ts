import { manifestFolder, manifestPath } from './lake-paths.ts'
import type { LakeStorage } from './lake-storage.ts'

/** Increased when the file format changes, so that lakes are rewritten. Version 2 stores days of attendance as dates. */
export const FORMAT_VERSION = 2

/** A segment in a manifest. `sha256` is the one of the change feed, `fileSha256` is computed from the bytes of the file. */
export interface ManifestEntry {
  readonly dataset: string
  readonly day: string
  readonly locationId: string | null
  readonly revision: number
  readonly reason: string
  readonly path: string
  readonly removed: boolean
  readonly rows: number
  readonly bytes: number
  readonly sha256: string | null
  readonly fileSha256: string | null
}

export interface Manifest {
  /** Absent in manifests of the first format, like `timeline`. */
  readonly formatVersion?: number
  readonly timeline?: string
  readonly orgId: string
  readonly after: number
  readonly position: number
  readonly writtenAt: string
  readonly segments: readonly ManifestEntry[]
}

export const writeManifest = (
  lake: LakeStorage,
  manifest: Omit<Manifest, 'formatVersion' | 'writtenAt'> & { readonly timeline: string },
): Promise<void> => {
  const { timeline, orgId, after, position, segments } = manifest
  const content = {
    formatVersion: FORMAT_VERSION,
    timeline,
    orgId,
    after,
    position,
    writtenAt: new Date().toISOString(),
    segments,
  }
  return lake.put(manifestPath(orgId, position), Buffer.from(`${JSON.stringify(content, null, 2)}\n`))
}

/** Returns undefined if the manifest is missing or unreadable. */
export const readManifest = async (lake: LakeStorage, path: string): Promise<Manifest | undefined> => {
  const content = await lake.get(path)
  if (!content) return undefined
  try {
    const manifest = JSON.parse(content.toString()) as Manifest
    return Array.isArray(manifest.segments) ? manifest : undefined
  } catch {
    return undefined
  }
}

export const listManifests = async (lake: LakeStorage, orgId: string): Promise<string[]> => {
  const paths: string[] = []
  for await (const { path } of lake.list(manifestFolder(orgId))) if (path.endsWith('.json')) paths.push(path)
  return paths
}

export const hasManifestAfter = async (lake: LakeStorage, orgId: string, position: number): Promise<boolean> => {
  for await (const { path } of lake.list(manifestFolder(orgId), manifestPath(orgId, position)))
    if (path.endsWith('.json')) return true
  return false
}
