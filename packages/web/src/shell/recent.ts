import { useEffect } from 'react'
import { linkOf } from './navigation.ts'

export interface Visit {
  readonly href: string
  readonly title: string
  /** The page of the navigation that it belongs to. */
  readonly page?: string
}

const PREFIX = 'rollcall.recent.'
const KEPT = 8
const SUFFIX = ' · Rollcall'

/** The pages that a person saw last in this browser, the latest one first. */
export const recentVisits = (userId: string): Visit[] => {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + userId) ?? '[]') as Visit[]
  } catch {
    return []
  }
}

/** Visits may name people, so they are gone at sign-out, and when another person signs in. */
export const forgetRecent = (exceptOf?: string): void => {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== `${PREFIX}${exceptOf}`)
  for (const key of keys) localStorage.removeItem(key)
}

const record = (userId: string): void => {
  if (!document.title.endsWith(SUFFIX)) return
  const { pathname, search } = window.location
  const visit = { href: pathname + search, title: document.title.slice(0, -SUFFIX.length), page: linkOf(pathname)?.label }
  const others = recentVisits(userId).filter(({ title, page }) => title !== visit.title || page !== visit.page)
  localStorage.setItem(PREFIX + userId, JSON.stringify([visit, ...others].slice(0, KEPT)))
}

/** Records each page once its title says what it is. */
export const useRecording = (userId: string | null | undefined): void =>
  useEffect(() => {
    const title = document.querySelector('title')
    if (!userId || !title) return
    forgetRecent(userId)
    const observer = new MutationObserver(() => record(userId))
    observer.observe(title, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [userId])
