import { notificationsStore } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from './lazy-page.tsx'

const RETRY_MS = 5_000

/** Shows notices. Their code is loaded with the first notice, or once the first page is shown; until then, the store keeps them. */
export const NoticeArea = () => {
  const [Shown, setShown] = useState<ComponentType>()
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout>
    const load = (): void => {
      clearTimeout(retry)
      import('./notices-shown.tsx').then(
        ({ NoticesShown }) => setShown(() => NoticesShown),
        () => {
          retry = setTimeout(load, RETRY_MS)
        },
      )
    }
    const stopListening = notificationsStore.subscribe(load)
    const cancelLoading = whenIdle(load)
    return () => {
      stopListening()
      cancelLoading()
      clearTimeout(retry)
    }
  }, [])
  return Shown ? <Shown /> : null
}
