import type { Page } from 'playwright-core'

/** The most that parts of a page may move while it loads, as Web Vitals measure it; 0.1 is still called good. */
export const MAX_LAYOUT_SHIFT = 0.05

/** How much the parts of a page have moved since it was opened. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        // Entries from before are delivered in the next task.
        setTimeout(() => resolve(sum), 100)
      }),
  )
