import { queryClient } from '../api/query.ts'
import { OWN_DAYS } from '../workplace/user-days.ts'

/** Days that were read a moment ago are not read again: a tab that is chosen is shown and gets the focus at once. */
const RECENT_MS = 5_000

/**
 * Reads the own days that are shown again when the reader comes back to the tab or its window: they may have changed on another
 * device. Other tabs of this browser say themselves that something has changed, and other data may be half a minute old.
 */
export const startReadingDaysAgain = (): void => {
  const readAgain = (): void => {
    if (document.hidden) return
    const isOlder = ({ state }: { state: { dataUpdatedAt: number } }) => Date.now() - state.dataUpdatedAt > RECENT_MS
    void queryClient.refetchQueries({ ...OWN_DAYS, type: 'active', predicate: isOlder }, { cancelRefetch: false })
  }
  document.addEventListener('visibilitychange', readAgain)
  window.addEventListener('focus', readAgain)
}
