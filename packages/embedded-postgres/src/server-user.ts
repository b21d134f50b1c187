import { stat } from 'node:fs/promises'
import type { ServerUser } from './command.ts'
import { runCommand } from './command.ts'
import { errorCode, errorMessage } from './errors.ts'

export const isRoot = (): boolean => {
  return process.getuid?.() === 0
}

/**
 * The user PostgreSQL has to run as, undefined for "the one we are". PostgreSQL refuses to run as root, so root
 * steps down: to the owner of an existing cluster, so that it stays usable for the user who made it, or else to a
 * user without rights.
 */
export const chooseServerUser = async (cluster: string): Promise<ServerUser | undefined> => {
  const owner = await ownerOf(cluster)
  if (!isRoot()) {
    const me = process.getuid?.()
    if (owner !== undefined && owner.uid !== me) {
      throw new Error(
        `The database in ${cluster} belongs to user id ${owner.uid}, but this process runs as user id ${me}. ` +
          'Run as that user, or as root if root made it.',
      )
    }
    return undefined
  }
  if (owner !== undefined && owner.uid !== 0) return owner
  return (await findUser('postgres')) ?? (await findUser('nobody')) ?? (await createUser('postgres'))
}

const ownerOf = async (path: string): Promise<ServerUser | undefined> => {
  try {
    const { uid, gid } = await stat(path)
    return { uid, gid }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

const findUser = async (name: string): Promise<ServerUser | undefined> => {
  const [uid, gid] = await Promise.all([idOf('-u', name), idOf('-g', name)])
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

const idOf = async (option: '-u' | '-g', name: string): Promise<number | undefined> => {
  const { code, output } = await runCommand('id', [option, name])
  const id = Number(output)
  return code === 0 && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

const createUser = async (name: string): Promise<ServerUser> => {
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]
  const reason = await runCommand('useradd', args).then(
    (result) => result.output,
    (error: unknown) => errorMessage(error),
  )
  const user = await findUser(name)
  if (user !== undefined) return user
  throw new Error(
    'PostgreSQL does not run as root, and there is no unprivileged user for it: neither "postgres" nor ' +
      `"nobody" exists and "${name}" could not be created (${reason}). Create one, or run as an ordinary user.`,
  )
}
