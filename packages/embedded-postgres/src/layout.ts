import { join, resolve } from 'node:path'

/** Where the things of one data folder are. */
export interface Layout {
  readonly dataDir: string
  /** The cluster itself, or a symbolic link to it when the data folder is out of the server user's reach. */
  readonly cluster: string
  readonly password: string
  readonly log: string
}

export const layoutOf = (dataDir: string): Layout => {
  const absolute = resolve(dataDir)
  return {
    dataDir: absolute,
    cluster: join(absolute, 'postgres'),
    password: join(absolute, 'postgres.password'),
    log: join(absolute, 'postgres.log'),
  }
}

/** Used only as root, for what the unprivileged server user cannot reach in its usual place. */
export const SHARED_DIR = '/var/lib/rollcall'

export const SUPERUSER = 'rollcall'
