const PREFIX = 'rollcall.draft.'

export const draftKey = (userId: string | null, name: string): string => `${PREFIX}${userId}.${name}`

/** Drafts may name people, so they are gone at sign-out, and when another person opens a form. */
export const forgetDrafts = (exceptOf?: string | null): void => {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX) && !key.startsWith(draftKey(`${exceptOf}`, '')))
  for (const key of keys) sessionStorage.removeItem(key)
}
