import { ANALYSTS } from '@rollcall/contract'
import { type Principal, principalOfKey } from '../../gate/access/principal.ts'
import { type Access, authenticateByToken } from '../../gate/authentication/access-service.ts'
import { findLiveScreens } from '../../gate/screens/screen-links.ts'
import { findRolesOfSessions } from '../../gate/sessions/session-service.ts'
import { AppError } from '../../platform/errors.ts'
import { SCREEN_VIEWER, type Viewer } from './live-event.ts'
import type { LiveStream } from './live-streams.ts'

type Subject = Pick<Principal, 'userId' | 'roles'>

/** Returns the viewer; analysts also see users who are visible to no colleague. */
export const viewerOf = ({ userId, roles }: Subject): Viewer => ({
  userId,
  seesEverybody: ANALYSTS.some((role) => roles.includes(role)),
})

/** Returns the viewers who may continue to watch; a screen that was changed connects again. It takes one query for all sessions and one for all screens; keys are checked as at every request. */
export const findViewers = async (access: Access, streams: readonly LiveStream[]): Promise<Map<LiveStream, Viewer>> => {
  const [roles, screens] = await Promise.all([
    findRolesOfSessions(
      access.db,
      streams.flatMap(({ owner }) => owner.tokenHash ?? []),
    ),
    findLiveScreens(
      access.db,
      streams.flatMap(({ owner }) => owner.screenHash ?? []),
    ),
  ])
  const viewerOfStream = (stream: LiveStream) => {
    const { owner } = stream
    if (owner.screenHash) {
      const changedAt = screens.get(owner.screenHash.toString('hex'))
      return changedAt?.getTime() === owner.changedAt.getTime() ? SCREEN_VIEWER : undefined
    }
    return findViewer(access, roles, stream)
  }
  const found = await Promise.all(streams.map(async (stream) => [stream, await viewerOfStream(stream)] as const))
  return new Map(found.flatMap(([stream, viewer]) => (viewer ? [[stream, viewer] as const] : [])))
}

const findViewer = async (
  access: Access,
  roles: Awaited<ReturnType<typeof findRolesOfSessions>>,
  { owner, viewer: { userId } }: LiveStream,
): Promise<Viewer | undefined> => {
  if (owner.tokenHash) {
    const current = roles.get(owner.id)
    return current && viewerOf({ userId, roles: current })
  }
  try {
    return viewerOf(principalOfKey(await authenticateByToken(access, owner.token as string)))
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
