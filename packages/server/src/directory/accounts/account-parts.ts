import type { FastifyRequest } from 'fastify'
import type { Homes } from '../../gate/cells/homes.ts'
import type { SessionRecord } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { WithFreeName } from '../settings/settings-service.ts'

/** What the routes of accounts share. */
export interface AccountParts {
  readonly db: Db
  /** The databases that sign-ins look into: those of all cells where there are several. */
  readonly homes: Homes
  readonly outbox: Outbox
  /** The address of the web app, if the operator named it. */
  readonly publicUrl: string | undefined
  /** Renames an organization of any cell. */
  readonly withFreeName: WithFreeName
  /** Returns where the browser goes to sign out at the identity provider of a session; null: nowhere. */
  signOutThere(session: SessionRecord, request: FastifyRequest): Promise<string | null>
  /** Called when work that follows a response fails. */
  readonly onError: (error: unknown) => void
}
