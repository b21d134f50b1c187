import { useEffect } from 'react'

export interface Visit {
  readonly href: string
  readonly title: string
}

const KEY = 'rollcall.recent'
const KEPT = 8
const SUFFIX = ' · Rollcall'

/** The pages that this tab showed last, the latest one first. They may name people, so they are gone with the tab and at sign-out. */
export const recentVisits = (): Visit[] => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Visit[]
  } catch {
    return []
  }
}

export const forgetRecent = (): void => sessionStorage.removeItem(KEY)

const record = (): void => {
  if (!document.title.endsWith(SUFFIX)) return
  const visit = { href: window.location.pathname + window.location.search, title: document.title.slice(0, -SUFFIX.length) }
  const others = recentVisits().filter(({ title }) => title !== visit.title)
  sessionStorage.setItem(KEY, JSON.stringify([visit, ...others].slice(0, KEPT)))
}

/** Records each page once its title says what it is. */
export const useRecording = (): void =>
  useEffect(() => {
    const title = document.querySelector('title')
    const observer = new MutationObserver(record)
    if (title) observer.observe(title, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [])
