import type { Db } from '../../platform/db/database.ts'
import type { Person } from './claims.ts'
import { findLinkedUser, findUsersByAddress, findUsersByName, hasLink, type LinkedUser } from './link-store.ts'
import type { StoredProvider } from './provider-store.ts'

/** Who a person is here, or why the sign-in is refused. No sentence has a name or an address in it: administrators read them. */
export type Found =
  | { readonly kind: 'linked'; readonly userId: string }
  | { readonly kind: 'known'; readonly userId: string }
  | { readonly kind: 'new'; readonly userName: string }
  | { readonly kind: 'refused'; readonly sentence: string; readonly userId?: string }

const refused = (sentence: string, userId?: string): Found => ({
  kind: 'refused',
  sentence,
  ...(userId === undefined ? {} : { userId }),
})

export const LINKED_TO_ANOTHER =
  'This user is linked with another person of the identity provider. An administrator can unlink them, if both are the same person.'
const INACTIVE = 'The user is not active.'

const domainOf = (address: string | undefined): string | undefined =>
  address?.includes('@') ? address.slice(address.lastIndexOf('@') + 1).toLowerCase() : undefined

/** Only what the provider vouches for shows the domain of a person. */
const isOfDomains = ({ verifiedEmail, userName }: Person, domains: readonly string[]): boolean => {
  if (domains.length === 0) return true
  const domain = domainOf(verifiedEmail ?? userName)
  return domain !== undefined && domains.includes(domain)
}

/** Finds the users that the person could be by what the provider vouches for. */
const findUsers = async (
  db: Db,
  { orgId, linksBy }: StoredProvider,
  { verifiedEmail, userName }: Person,
): Promise<LinkedUser[]> => {
  const found = new Map<string, LinkedUser>()
  if (linksBy.includes('verified-email') && verifiedEmail !== undefined)
    for (const user of await findUsersByAddress(db, orgId, verifiedEmail)) found.set(user.userId, user)
  if (linksBy.includes('user-name') && userName !== undefined)
    for (const user of await findUsersByName(db, orgId, userName)) found.set(user.userId, user)
  return [...found.values()]
}

/**
 * Finds who a person of the provider is: by the link of an earlier sign-in, else by a verified e-mail address or the user name. It only
 * reads, so a trial uses it as well.
 */
export const findPerson = async (db: Db, provider: StoredProvider, person: Person): Promise<Found> => {
  const { orgId, id, createsPeople, domains } = provider
  if (!isOfDomains(person, domains)) {
    return refused('The identity provider gave no verified e-mail address of a domain that may sign in with it.')
  }
  const linked = await findLinkedUser(db, orgId, id, person.subject)
  if (linked) return linked.status === 'active' ? { kind: 'linked', userId: linked.userId } : refused(INACTIVE, linked.userId)
  const found = await findUsers(db, provider, person)
  // A former user keeps an address and a name that may be another person's by now.
  const active = found.filter(({ status }) => status === 'active')
  const [user, ...others] = active.length > 0 ? active : found
  if (others.length > 0) return refused('The e-mail address and user name of the person belong to several users.')
  if (user) {
    if (user.status !== 'active') return refused(INACTIVE, user.userId)
    if (await hasLink(db, orgId, id, user.userId)) return refused(LINKED_TO_ANOTHER, user.userId)
    return { kind: 'known', userId: user.userId }
  }
  const userName = person.userName ?? person.verifiedEmail
  if (userName === undefined) {
    return refused(
      'The identity provider verified no e-mail address of the person, and gave no user name that people may be found by.',
    )
  }
  if (createsPeople) return { kind: 'new', userName }
  return refused('The person is not known here, and the identity provider may not create people.')
}
