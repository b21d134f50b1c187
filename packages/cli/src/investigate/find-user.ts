import type { RollcallClient } from '@rollcall/client'
import type { UserRow } from '@rollcall/contract'
import { AppError } from '@rollcall/server/basics'

/** The user, and the names of all users by id. */
export interface FoundUser {
  readonly user: UserRow
  readonly userNames: ReadonlyMap<string, string>
}

/** Ways to match a user, from the most exact to the least; the first way with a match is used. */
const WAYS: readonly ((user: UserRow, text: string) => boolean)[] = [
  (user, text) => user.userId === text,
  (user, text) => user.userName === text,
  (user, text) => user.email === text,
  ({ userId, userName, email }, text) => [userId, userName, email].some((name) => name?.toLowerCase() === text.toLowerCase()),
]

/** The user with this id, userName or email, exact or in another letter case. @throws AppError entity_not_found, conflict */
export const findUser = async (client: RollcallClient, text: string): Promise<FoundUser> => {
  const found: UserRow[][] = WAYS.map(() => [])
  const userNames = new Map<string, string>()
  for await (const user of client.readUsers()) {
    userNames.set(user.userId, user.userName)
    const way = WAYS.findIndex((matches) => matches(user, text))
    found[way]?.push(user)
  }
  const [user, ...others] = found.find((users) => users.length > 0) ?? []
  if (!user) {
    const detail = `None of the ${userNames.size} users has the id, user name or e-mail ${text}.`
    throw new AppError('entity_not_found', { detail })
  }
  if (others.length > 0) {
    const listed = [user, ...others].map(({ userId, userName, status }) => `${userId} (${userName}, ${status})`)
    throw new AppError('conflict', { detail: `${text} matches several users; give the id of one: ${listed.join(', ')}` })
  }
  return { user, userNames }
}

/** `Ada Byron, ada@example.com (inactive)` */
export const nameOf = ({ firstName, lastName, userName, status }: UserRow): string => {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return `${name ? `${name}, ` : ''}${userName}${status === 'active' ? '' : ` (${status})`}`
}
