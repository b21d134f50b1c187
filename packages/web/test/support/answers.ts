import type { Page, Response } from 'playwright-core'
import { expect } from 'vitest'

/** By page and by what was asked. */
const answers = new WeakMap<Page, Map<string, Response>>()

const questionOf = (path: string, query: URLSearchParams): string => {
  query.sort()
  return `${path}?${query}`
}

export const collectAnswers = (page: Page): void => {
  const collected = new Map<string, Response>()
  answers.set(page, collected)
  page.on('response', (answer) => {
    const { pathname, searchParams } = new URL(answer.url())
    if (pathname.startsWith('/api/') && answer.ok()) collected.set(questionOf(pathname, searchParams), answer)
  })
}

/**
 * The page's own answer to this question, the latest where it asked more often, or one of now where it did not ask or where the browser
 * no longer has the body of that answer.
 */
export const answerOf = async <T>(page: Page, path: string, query: Record<string, string> = {}): Promise<T> => {
  const search = new URLSearchParams(query)
  const text = await answers
    .get(page)
    ?.get(questionOf(path, search))
    ?.text()
    .catch(() => undefined)
  if (text !== undefined) return JSON.parse(text) as T
  const answer = await page.request.get(`${path}?${search}`)
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as T
}
