import type { BrowserContext, Page, ViewportSize } from 'playwright-core'
import { isRouted } from './routes.ts'
import { goTo, NOWHERE } from './within.ts'

/** Pages that tests have finished with. They are reused, because a new page, with its own process, costs as much again as its content. */
const spare = new Map<BrowserContext, Page[]>()

/** The spare page that still shows what its test left, as mostly the next test opens it again. */
let latest: Left | undefined

interface Left {
  readonly page: Page
  /** What the page had before its test. */
  readonly viewport: ViewportSize | null
  readonly baseUrl: string
}

/** Pages with other colors than their tests got. */
export const recolored = new WeakSet<Page>()

/** A page of the context without anything of the test before in it, if one is spare. */
export const takeSparePage = async (context: BrowserContext): Promise<Page | undefined> => {
  const page = spare.get(context)?.pop()
  if (page !== undefined && latest?.page === page && isUnchanged(latest)) {
    latest = undefined
    await page.evaluate(CLEAR)
  } else await clearSparePage()
  return page
}

/** Keeps the page for another test, unless its requests go through routes. */
export const sparePage = async (left: Left): Promise<void> => {
  const { page } = left
  if (page.isClosed()) return
  await clearSparePage()
  for (const event of ['console', 'pageerror', 'request', 'response'] as const) page.removeAllListeners(event)
  latest = left
  if (isRouted(page)) {
    await clearSparePage()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    return page.close()
  }
  spare.set(page.context(), [...(spare.get(page.context()) ?? []), page])
}

/** Clears the page that the last test left, which would keep polling while others run. The app stays loaded where it can. */
export const clearSparePage = async (): Promise<void> => {
  const last = latest
  latest = undefined
  if (!last || last.page.isClosed()) return
  const { page, viewport, baseUrl } = last
  await (isAt(page, baseUrl) ? goTo(page, NOWHERE) : page.goto('/favicon.svg'))
  await page.evaluate(CLEAR)
  // Here there is nothing to draw once more.
  await page.emulateMedia({ colorScheme: null })
  if (viewport) await page.setViewportSize(viewport)
  recolored.delete(page)
}

/** Hooks that follow a key hear of it as of the change of another tab; chosen colors follow only another choice. */
const CLEAR = () => {
  const keys = Object.keys(localStorage)
  localStorage.clear()
  sessionStorage.clear()
  for (const key of keys) {
    const newValue = key === 'mantine-color-scheme-value' ? 'auto' : null
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
  }
}

const isAt = (page: Page, baseUrl: string): boolean => new URL(page.url()).origin === baseUrl

const isUnchanged = ({ page, viewport, baseUrl }: Left): boolean => {
  const size = page.viewportSize()
  return isAt(page, baseUrl) && !recolored.has(page) && size?.width === viewport?.width && size?.height === viewport?.height
}
