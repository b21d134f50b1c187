import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A disk of its own, in memory. */
export interface SmallDisk extends AsyncDisposable {
  readonly path: string
  /** Leaves not a byte. */
  fill(): Promise<void>
  makeRoom(): Promise<void>
}

/** Returns the disk, or the reason why there is none. */
export const mountSmallDisk = async (mebibytes: number): Promise<SmallDisk | string> => {
  if (process.getuid?.() !== 0) return 'only root may mount a small disk'
  const path = await mkdtemp(join(tmpdir(), 'rollcall-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0755`, 'tmpfs', path])
  } catch (error) {
    await rmdir(path)
    return `a small disk cannot be mounted here: ${(error as Error).message.trim()}`
  }
  const ballast = join(path, 'ballast')
  return {
    path,
    async fill() {
      await using file = await open(ballast, 'w')
      const chunk = Buffer.alloc(65_536)
      for (;;) {
        const { bavail, bsize } = await statfs(path)
        if (bavail === 0) return
        const bytes = Math.min(chunk.length, Number(bavail) * Number(bsize))
        await file.write(chunk, 0, bytes).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOSPC') throw error
        })
      }
    },
    makeRoom: () => rm(ballast),
    async [Symbol.asyncDispose]() {
      await run('umount', [path])
      await rmdir(path)
    },
  }
}
