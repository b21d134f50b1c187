import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { errorCode } from './errors.ts'
import { stagingName } from './staging.ts'

export const readPassword = async (file: string): Promise<string> => {
  return (await readFile(file, 'utf8')).trim()
}

/**
 * The password in the file, made up when there is none. A hard link publishes it whole and only once, so of two
 * processes that start on a fresh folder both come away with the same one.
 */
export const ensurePassword = async (file: string): Promise<string> => {
  const temporary = stagingName(file)
  try {
    return await readPassword(file)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  try {
    const handle = await open(temporary, 'wx', 0o600)
    await using _ = handle
    await handle.writeFile(`${randomBytes(24).toString('base64url')}\n`)
    await handle.sync()
    await link(temporary, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(temporary, { force: true })
  }
  return await readPassword(file)
}
