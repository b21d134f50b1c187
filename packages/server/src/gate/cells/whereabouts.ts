import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClaimedCaller } from './caller.ts'

/** A cell as far as callers are looked up in it; without a handle it cannot be reached now. */
export interface KnownCell {
  readonly name: string
  readonly db: Db | undefined
}

export interface CellMap {
  /** Every cell of the service. */
  all(): readonly KnownCell[]
  /** Returns the name of the cell that serves the organization. */
  cellOf(orgId: string): string
  /** Reads again which organization is where. */
  reload(): Promise<void>
}

export interface Whereabouts {
  /** Returns the organization of a caller that was found before. */
  known(caller: ClaimedCaller): string | undefined
  /**
   * Returns the organization of the caller; undefined if no cell knows it.
   * @throws AppError unavailable if none knows it, but not all cells can be asked
   */
  find(caller: ClaimedCaller): Promise<string | undefined>
}

/** About 150 bytes each. */
const MAX_CALLERS = 100_000
/** A caller may become known at any time, so it is unknown for as long as a burst of its calls takes. */
const UNKNOWN_MS = 1_000

const nameOf = (caller: ClaimedCaller): string => (caller.kind === 'key' ? caller.id : caller.tokenHash.toString('base64'))

const rowOf = (db: Db, caller: ClaimedCaller): Promise<{ org_id: string } | undefined> => {
  if (caller.kind === 'key') return db.selectFrom('api_keys').select('org_id').where('id', '=', caller.id).executeTakeFirst()
  const { kind, tokenHash } = caller
  if (kind === 'session') return db.selectFrom('sessions').select('org_id').where('token_hash', '=', tokenHash).executeTakeFirst()
  return db.selectFrom('kiosk_screens').select('org_id').where('secret_hash', '=', tokenHash).executeTakeFirst()
}

/** Takes one look-up by a unique index. */
const findOrganization = async (db: Db, caller: ClaimedCaller): Promise<string | undefined> => {
  const row = await rowOf(db, caller)
  return row?.org_id
}

const cannotAskAll = (cause: unknown): AppError =>
  new AppError('unavailable', {
    cause,
    detail: 'One of the databases of the service cannot be reached, so the caller cannot be found. Try again later.',
  })

interface Found {
  readonly orgId: string
  readonly cell: string
}

/** Resolves with the first cell that knows the caller. */
const askAll = (cells: readonly KnownCell[], caller: ClaimedCaller): Promise<Found | undefined> =>
  new Promise((resolve, reject) => {
    const ask = async ({ name, db }: KnownCell): Promise<void> => {
      if (!db) throw new Error(`The cell ${name} is not open.`)
      const orgId = await findOrganization(db, caller)
      if (orgId !== undefined) resolve({ orgId, cell: name })
    }
    void Promise.allSettled(cells.map(ask)).then((answers) => {
      const failed = answers.find((answer) => answer.status === 'rejected')
      if (failed) reject(cannotAskAll(failed.reason))
      else resolve(undefined)
    })
  })

/**
 * Finds the organization of callers. The cells themselves know their keys, sessions and screens, so the first call of each is looked up in all
 * of them at once; there is no second list that could be wrong. A key or session never changes its organization.
 */
export const createWhereabouts = (map: CellMap): Whereabouts => {
  const found = new LRUCache<string, string>({ maxSize: MAX_CALLERS, sizeCalculation: () => 1 })
  const unknown = new LRUCache<string, true>({ maxSize: MAX_CALLERS, sizeCalculation: () => 1, ttl: UNKNOWN_MS })
  const asking = new Map<string, Promise<string | undefined>>()

  const ask = async (name: string, caller: ClaimedCaller): Promise<string | undefined> => {
    const answer = await askAll(map.all(), caller)
    if (!answer) {
      unknown.set(name, true)
      return undefined
    }
    // An organization that was just created in a cell, or moved: the change is on its way to this node.
    if (map.cellOf(answer.orgId) !== answer.cell) await map.reload()
    found.set(name, answer.orgId)
    return answer.orgId
  }

  return {
    known: (caller) => found.get(nameOf(caller)),
    find(caller) {
      const name = nameOf(caller)
      const known = found.get(name)
      if (known !== undefined || unknown.has(name)) return Promise.resolve(known)
      const running = asking.get(name) ?? ask(name, caller).finally(() => asking.delete(name))
      asking.set(name, running)
      return running
    },
  }
}
