import { type ComponentType, useEffect, useState } from 'react'

const RETRY_MS = 5_000

/** Shows notices. The first page does not wait for its code: notices are kept in the meantime, and shown once it is there. */
export const NoticeArea = () => {
  const [Shown, setShown] = useState<ComponentType>()
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout>
    const load = (): void => {
      import('./notices-shown.tsx').then(
        ({ NoticesShown }) => setShown(() => NoticesShown),
        () => {
          retry = setTimeout(load, RETRY_MS)
        },
      )
    }
    load()
    return () => clearTimeout(retry)
  }, [])
  return Shown ? <Shown /> : null
}
