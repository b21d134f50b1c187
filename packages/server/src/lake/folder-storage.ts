import { randomUUID } from 'node:crypto'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { LakeConfig } from '../config.ts'
import type { LakeStorage } from './lake-storage.ts'

/** A folder of this machine, or one that all nodes share. */
export const openFolder = async ({ dir }: LakeConfig & { kind: 'folder' }): Promise<LakeStorage> => ({
  address: `file://${dir}`,

  async put(path, content) {
    const target = join(dir, path)
    await mkdir(dirname(target), { recursive: true })
    // Beside the file, so that renaming never crosses file systems; not named as what readers look for.
    const beginning = join(dirname(target), `.${randomUUID()}.tmp`)
    try {
      const file = await open(beginning, 'w')
      try {
        await file.writeFile(content)
        // Otherwise the name could outlive a power failure that the bytes did not.
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(beginning, target)
    } catch (error) {
      await rm(beginning, { force: true })
      throw error
    }
  },

  remove: (path) => rm(join(dir, path), { force: true }),

  exists: (path) =>
    access(join(dir, path)).then(
      () => true,
      () => false,
    ),
})
